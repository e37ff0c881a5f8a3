// The tabs that listen on this node, and what each receives. Rights that may have changed are read again before a batch is
// sent. Changes arrive in commit order, so nobody receives changes of a school after losing their role in it.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { SIGNED_OUT, type Actor } from '#contract/permissions.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { isCurrent } from '../sign-in/sessions.ts';
import { altersRightsOf, canReceive, readChange, messageFor, type Change } from './change.ts';

const BATCH_MS = 10;
const HEARTBEAT_MS = 25_000;
/** Across all sessions of a person on this node. */
const MAX_STREAMS_PER_PERSON = 60;

export type Listener = {
  tokenHash: string;
  /** Returns false if the tab can't keep up. */
  send(event: 'changes' | 'everything' | 'ended' | 'beat', data: unknown): boolean;
  close(): void;
};
type Known = { sessionId: string; actor: Actor };
type Row = Omit<Actor, 'roles'> & {
  tokenHash: string;
  sessionId: string;
  mustChangePassword: boolean;
  roles: Actor['roles'] | null;
};

export type Listeners = ReturnType<typeof openListeners>;

export function openListeners(database: Database, settings: Settings, log: Logger) {
  const rights = new Map<Listener, Known | 'unread'>();
  const watchers: { subject: string; changed: () => void }[] = [];
  let pending: Change[] = [];
  let missed = false;
  let rightsAreOld = false;
  let stopped = false;
  let sending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
  let stopListening = () => Promise.resolve();

  async function start(): Promise<void> {
    stopListening = await database.listen({
      change: (payload) => {
        const change = readChange(payload);
        for (const { subject, changed } of watchers) if (subject === change.subject) changed();
        pending.push(change);
        plan();
      },
      gap: () => {
        for (const { changed } of watchers) changed();
        missed = true;
        plan();
      },
    });
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearInterval(heartbeat);
    clearTimeout(timer);
    for (const listener of rights.keys()) end(listener);
    await stopListening();
    await sending;
  }

  function add(listener: Listener): void {
    // A tab that reconnects while this node is stopping goes to another node.
    if (stopped) return listener.close();
    rights.set(listener, 'unread');
    // Tells tabs without a session at once that it has ended.
    plan();
  }

  function end(listener: Listener): void {
    rights.delete(listener);
    listener.close();
  }

  function plan(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      sending = sending.then(send);
    }, BATCH_MS);
  }

  async function send(): Promise<void> {
    const changes = pending;
    const altered = new Set(changes.map(altersRightsOf));
    // After a large update the database names no person, so anyone may have lost a role.
    const everything = missed || altered.has(null) || changes.some(({ subject }) => subject === 'everything');
    const ended = new Set(changes.filter(({ subject }) => subject === 'session').map(({ recordId }) => recordId));
    const anybody = everything || ended.has(null) || rightsAreOld;
    pending = [];
    missed = false;
    rightsAreOld = false;
    for (const [listener, known] of rights) {
      if (known === 'unread') continue;
      if (anybody || altered.has(known.actor.userId) || ended.has(known.sessionId)) rights.set(listener, 'unread');
    }
    try {
      await readRights();
    } catch (error) {
      // While the database is away, changes are collected. When it is back, tabs fetch everything again.
      log.warn({ err: error }, 'Could not read rights; listeners wait');
      missed = true;
      setTimeout(plan, 1000).unref();
      return;
    }
    for (const [listener, known] of rights) {
      if (known === 'unread') continue;
      const { actor } = known;
      const visible = changes.filter((change) => canReceive(actor, change)).map((change) => messageFor(actor, change));
      const kept = everything ? listener.send('everything', {}) : !visible.length || listener.send('changes', visible);
      if (!kept) end(listener);
    }
  }

  /** Reads missing and outdated rights, and ends listeners without a session. */
  async function readRights(): Promise<void> {
    const unread = [...rights].filter(([, known]) => known === 'unread').map(([listener]) => listener);
    if (unread.length === 0) return;
    const hashes = [...new Set(unread.map(({ tokenHash }) => tokenHash))];
    const { rows } = await sql<Row>`
      select asked.hash as token_hash, s.id as session_id, p.user_id, p.must_change_password, p.is_super_admin,
        p.is_db_manager, p.roles
      from unnest(${hashes}::text[]) as asked (hash)
        join sessions s on s.token_hash = decode(asked.hash, 'hex') cross join lateral person_of(s.user_id) p
      where ${isCurrent(settings)}`.execute(database.owner);
    const rowOf = new Map(rows.map((row) => [row.tokenHash, row]));
    const streamsOf = new Map<string | null, number>();
    for (const known of rights.values()) {
      if (known !== 'unread') streamsOf.set(known.actor.userId, (streamsOf.get(known.actor.userId) ?? 0) + 1);
    }
    for (const listener of unread) {
      // It was closed meanwhile.
      if (!rights.has(listener)) continue;
      const row = rowOf.get(listener.tokenHash);
      const streams = streamsOf.get(row?.userId ?? null) ?? 0;
      if (row && streams < MAX_STREAMS_PER_PERSON) {
        streamsOf.set(row.userId, streams + 1);
        const { sessionId, userId, isSuperAdmin, isDbManager, mustChangePassword, roles } = row;
        const actor = { userId, isSuperAdmin, isDbManager, roles: roles ?? {} };
        // Until the first password is changed, the session sees only public changes. Changing it ends the session and this stream.
        rights.set(listener, { sessionId, actor: mustChangePassword ? SIGNED_OUT : actor });
      } else {
        listener.send('ended', {});
        end(listener);
      }
    }
  }

  /** Keeps proxies from closing silent streams, and detects expired sessions. */
  function beat(): void {
    for (const listener of rights.keys()) {
      if (!listener.send('beat', {})) end(listener);
    }
    // With the next batch: what is being sent now would pass by tabs whose rights are unread.
    rightsAreOld = true;
    plan();
  }

  return {
    start,
    stop,
    add,
    remove: (listener: Listener): void => void rights.delete(listener),
    size: () => rights.size,
    /** How many tabs of a session are listening. */
    countOf: (tokenHash: string): number => [...rights.keys()].filter((one) => one.tokenHash === tokenHash).length,
    /** For work of the server itself: `changed` is called after each change of the subject, and when some may have been missed. */
    watch: (subject: string, changed: () => void): void => void watchers.push({ subject, changed }),
  };
}
