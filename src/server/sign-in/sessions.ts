// How sessions begin and end. A session ends after a time without use and at a maximum age, by the database's clock alone:
// the nodes' clocks may differ and jump. The function `session_of` in the database finds out who is behind a session.
import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { KnownEnd } from '#contract/own-account.ts';
import type { Database, Owner } from '../database/database.ts';
import type { SessionLimits, SignedIn } from '../database/entry.ts';
import type { Settings } from '../settings.ts';
import { browserName } from './browser-name.ts';

/** 256 random bits: nobody guesses them. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Only the hash of a token ever leaves this process. The token is random, so one round of hashing is enough. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'hex');
/** The hash as the sessions table holds it. */
export const storedHash = (token: string) => sql<Uint8Array>`decode(${hashOfToken(token)}, 'hex')`;

/** Whether the session `s` is neither idle for too long nor too old. */
export const isCurrent = (settings: Settings) => sql<boolean>`is_current(s, ${settings.SESSION_SECONDS})`;

/** Begins a session of this user and returns its token, which is kept nowhere but in the browser's cookie. */
export async function beginSession(
  owner: Owner,
  settings: Settings,
  userId: string,
  userAgent: string | null,
): Promise<string> {
  const token = newSecret();
  const idle = Math.min(settings.SESSION_IDLE_SECONDS, settings.SESSION_SECONDS);
  await sql`insert into sessions (user_id, token_hash, user_agent, expires_at)
    values (${userId}, ${storedHash(token)}, ${userAgent}, now() + make_interval(secs => ${idle}))`.execute(owner);
  return token;
}

/** The person's current sessions, this one first. */
export async function sessionsOf(database: Database, settings: Settings, { sessionId, me }: SignedIn) {
  const { rows } = await sql<{ id: string; userAgent: string | null; since: Date; isThis: boolean }>`
    select s.id, s.user_agent, s.created_at as since, s.id = ${sessionId}::uuid as is_this from sessions s
    where s.user_id = ${me.id}::uuid and ${isCurrent(settings)}
    order by is_this desc, since desc`.execute(database.owner);
  return rows.map(({ userAgent, ...row }) => ({ ...row, browser: browserName(userAgent) }));
}

/** Extends a session by its full idle time, up to its maximum age, and returns when it now ends. */
export async function extendSession(
  { owner }: Database,
  sessionId: string,
  { SESSION_IDLE_SECONDS: idle, SESSION_SECONDS: max }: SessionLimits,
): Promise<Date> {
  const extended = await sql<{ endsAt: Date }>`
    update sessions set expires_at = least(
      now() + make_interval(secs => ${idle}), created_at + make_interval(secs => ${max}))
    where id = ${sessionId}::uuid returning expires_at as ends_at`.execute(owner);
  return extended.rows[0]?.endsAt ?? new Date(0);
}

/** Whether nobody has ended the session since the call began. */
export async function isStillThere(owner: Owner, sessionId: string): Promise<boolean> {
  return (await owner.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()) !== undefined;
}

export const endSession = (database: Database, token: string) =>
  database.owner.deleteFrom('sessions').where('tokenHash', '=', storedHash(token)).execute();

/** Ends sessions of a user, all of them or those named, and remembers why. Returns how many there were. */
export async function endSessionsOf(
  owner: Owner,
  userId: string,
  reason: KnownEnd,
  { only, except }: { only?: string; except?: string } = {},
): Promise<number> {
  const ended = await sql`
    with gone as (delete from sessions where user_id = ${userId} and id = coalesce(${only ?? null}::uuid, id)
        and id is distinct from ${except ?? null}::uuid returning token_hash)
    insert into session_ends (token_hash, reason) select token_hash, ${reason} from gone`.execute(owner);
  return Number(ended.numAffectedRows);
}

/** Why a session was ended from elsewhere; undefined if it wasn't, or too long ago. */
export async function endOf(database: Database, token: string): Promise<KnownEnd | undefined> {
  const found = database.owner.selectFrom('sessionEnds').select('reason').where('tokenHash', '=', storedHash(token));
  return (await found.executeTakeFirst())?.reason;
}
