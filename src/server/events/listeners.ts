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

export class Listeners {
  readonly #database: Database;
  readonly #settings: Settings;
  readonly #log: Logger;
  readonly #known = new Map<Listener, Known | 'unread'>();
  readonly #watchers: { subject: string; changed: () => void }[] = [];
  #pending: Change[] = [];
  #missed = false;
  #rightsAreOld = false;
  #stopped = false;
  #sending: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  #stopListening: () => Promise<void> = () => Promise.resolve();

  constructor(database: Database, settings: Settings, log: Logger) {
    this.#database = database;
    this.#settings = settings;
    this.#log = log;
  }

  get size(): number {
    return this.#known.size;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen({
      change: (payload) => {
        const change = readChange(payload);
        for (const { subject, changed } of this.#watchers) if (subject === change.subject) changed();
        this.#pending.push(change);
        this.#plan();
      },
      gap: () => {
        for (const { changed } of this.#watchers) changed();
        this.#missed = true;
        this.#plan();
      },
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#timer);
    for (const listener of this.#known.keys()) this.#end(listener);
    await this.#stopListening();
    await this.#sending;
  }

  /** For work of the server itself: `changed` is called after each change of the subject, and when some may have been missed. */
  watch(subject: string, changed: () => void): void {
    this.#watchers.push({ subject, changed });
  }

  /** How many tabs of a session are listening. */
  countOf(tokenHash: string): number {
    return [...this.#known.keys()].filter((listener) => listener.tokenHash === tokenHash).length;
  }

  add(listener: Listener): void {
    // A tab that reconnects while this node is stopping goes to another node.
    if (this.#stopped) return listener.close();
    this.#known.set(listener, 'unread');
    // Tells tabs without a session at once that it has ended.
    this.#plan();
  }

  remove(listener: Listener): void {
    this.#known.delete(listener);
  }

  #end(listener: Listener): void {
    this.#known.delete(listener);
    listener.close();
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#sending.then(() => this.#send());
    }, BATCH_MS);
  }

  async #send(): Promise<void> {
    const changes = this.#pending;
    const altered = new Set(changes.map(altersRightsOf));
    // After a large update the database names no person, so anyone may have lost a role.
    const missed = this.#missed || altered.has(null) || changes.some(({ subject }) => subject === 'everything');
    const ended = new Set(changes.filter(({ subject }) => subject === 'session').map(({ recordId }) => recordId));
    const anybody = missed || ended.has(null) || this.#rightsAreOld;
    this.#pending = [];
    this.#missed = false;
    this.#rightsAreOld = false;
    for (const [listener, known] of this.#known) {
      if (known === 'unread') continue;
      if (anybody || altered.has(known.actor.userId) || ended.has(known.sessionId)) this.#known.set(listener, 'unread');
    }
    try {
      await this.#readRights();
    } catch (error) {
      // While the database is away, changes are collected. When it is back, tabs fetch everything again.
      this.#log.warn({ err: error }, 'Could not read rights; listeners wait');
      this.#missed = true;
      setTimeout(() => this.#plan(), 1000).unref();
      return;
    }
    for (const [listener, known] of this.#known) {
      if (known === 'unread') continue;
      const { actor } = known;
      const visible = changes.filter((change) => canReceive(actor, change)).map((change) => messageFor(actor, change));
      const kept = missed ? listener.send('everything', {}) : visible.length === 0 || listener.send('changes', visible);
      if (!kept) this.#end(listener);
    }
  }

  /** Reads missing and outdated rights, and ends listeners without a session. */
  async #readRights(): Promise<void> {
    const unread = [...this.#known].filter(([, known]) => known === 'unread').map(([listener]) => listener);
    if (unread.length === 0) return;
    const rows = await this.#rightsOf([...new Set(unread.map(({ tokenHash }) => tokenHash))]);
    const rowOf = new Map(rows.map((row) => [row.tokenHash, row]));
    const streamsOf = new Map<string | null, number>();
    for (const known of this.#known.values()) {
      if (known !== 'unread') streamsOf.set(known.actor.userId, (streamsOf.get(known.actor.userId) ?? 0) + 1);
    }
    for (const listener of unread) {
      // It was closed meanwhile.
      if (!this.#known.has(listener)) continue;
      const row = rowOf.get(listener.tokenHash);
      const streams = streamsOf.get(row?.userId ?? null) ?? 0;
      if (row && streams < MAX_STREAMS_PER_PERSON) {
        streamsOf.set(row.userId, streams + 1);
        const { sessionId, userId, isSuperAdmin, isDbManager, mustChangePassword, roles } = row;
        const actor = { userId, isSuperAdmin, isDbManager, roles: roles ?? {} };
        // Until the first password is changed, the session sees only public changes. Changing it ends the session and this stream.
        this.#known.set(listener, { sessionId, actor: mustChangePassword ? SIGNED_OUT : actor });
      } else {
        listener.send('ended', {});
        this.#end(listener);
      }
    }
  }

  async #rightsOf(hashes: string[]): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select asked.hash as token_hash, s.id as session_id, p.user_id, p.must_change_password, p.is_super_admin,
        p.is_db_manager, p.roles
      from unnest(${hashes}::text[]) as asked (hash)
        join sessions s on s.token_hash = decode(asked.hash, 'hex') cross join lateral person_of(s.user_id) p
      where ${isCurrent(this.#settings)}`.execute(this.#database.owner);
    return rows;
  }

  /** Keeps proxies from closing silent streams, and detects expired sessions. */
  #beat(): void {
    for (const listener of this.#known.keys()) {
      if (!listener.send('beat', {})) this.#end(listener);
    }
    // With the next batch: what is being sent now would pass by tabs whose rights are unread.
    this.#rightsAreOld = true;
    this.#plan();
  }
}
