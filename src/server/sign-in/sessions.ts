// Sessions: who is behind a request's cookie, with everything the permission matrix needs, in one statement; and how a
// session begins, is extended and ends. It ends when it is unused for a while and after an absolute time, both by the
// database's clock: the clocks of the nodes may differ and jump.
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Actor } from '#contract/permissions.ts';
import type { Me } from '#contract/session.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Settings } from '../settings.ts';
import { browserName } from './browser-name.ts';

const TOKEN_BYTES = 32;

export type SignedIn = { actor: Actor & { userId: string }; me: Me; sessionId: string };

/** Only the hash of a token ever leaves this process. The token is random, so one round of hashing is enough. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
/** The hash as the sessions table holds it. */
export const storedHash = (token: string) => sql<Uint8Array>`decode(${hashOfToken(token)}, 'hex')`;

type Row = {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  mustChangePassword: boolean;
  expiresAt: Date;
  secondsLeft: number;
  endsAtLatest: Date;
  isSuperAdmin: boolean;
  isDbManager: boolean;
  roles: Me['roles'] | null;
};

/** Whether the session `s` is neither idle for too long nor too old. */
export const isCurrent = (settings: Settings) => sql<boolean>`s.expires_at > now()
  and s.created_at + make_interval(secs => ${settings.SESSION_SECONDS}) > now()`;

async function find(database: Database, settings: Settings, token: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select s.id as session_id, u.id as user_id, u.email, u.name, u.must_change_password, s.expires_at,
      extract(epoch from s.expires_at - now())::float8 as seconds_left,
      s.created_at + make_interval(secs => ${settings.SESSION_SECONDS}) as ends_at_latest,
      a.user_id is not null as is_super_admin, coalesce(a.db_manager, false) as is_db_manager,
      (select json_object_agg(us.school_id, us.role) from users_schools us where us.user_id = u.id) as roles
    from sessions s join users u on u.id = s.user_id left join super_admins a on a.user_id = u.id
    where s.token_hash = ${storedHash(token)} and ${isCurrent(settings)}`.execute(database.owner);
  return found.rows[0];
}

const signedInAs = (row: Row): SignedIn => {
  const { sessionId, userId, isSuperAdmin, isDbManager } = row;
  const roles = row.roles ?? {};
  return {
    sessionId,
    actor: { userId, isSuperAdmin, isDbManager, roles },
    me: {
      id: userId,
      email: row.email,
      name: row.name,
      mustChangePassword: row.mustChangePassword,
      isSuperAdmin,
      isDbManager,
      roles,
      sessionEndsAt: row.expiresAt < row.endsAtLatest ? row.expiresAt : row.endsAtLatest,
    },
  };
};

// Writing the new end at each request would make every read a write; a twentieth of the idle time is exact enough.
const PROLONG_AFTER = 0.05;

/** The person behind the session, or undefined; use prolongs the session. */
export async function findSession(
  database: Database,
  settings: Settings,
  token: string,
): Promise<SignedIn | undefined> {
  const row = await find(database, settings, token);
  if (!row) return undefined;
  if (row.secondsLeft < settings.SESSION_IDLE_SECONDS * (1 - PROLONG_AFTER)) {
    row.expiresAt = await prolongSession(database, settings, row.sessionId);
  }
  return signedInAs(row);
}

/** Begins a session of this user and returns its token, which is kept nowhere but in the browser's cookie. */
export async function beginSession(
  owner: Kysely<Tables>,
  settings: Settings,
  userId: string,
  userAgent: string | null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const idle = Math.min(settings.SESSION_IDLE_SECONDS, settings.SESSION_SECONDS);
  await sql`insert into sessions (user_id, token_hash, user_agent, expires_at)
    values (${userId}, ${storedHash(token)}, ${userAgent}, now() + make_interval(secs => ${idle}))`.execute(owner);
  return token;
}

/** Gives the session its whole idle time again, up to the absolute limit, and returns when it ends now. */
export async function prolongSession(database: Database, settings: Settings, sessionId: string): Promise<Date> {
  const prolonged = await sql<{ expiresAt: Date }>`
    update sessions set expires_at = least(
      now() + make_interval(secs => ${settings.SESSION_IDLE_SECONDS}),
      created_at + make_interval(secs => ${settings.SESSION_SECONDS}))
    where id = ${sessionId} returning expires_at`.execute(database.owner);
  return prolonged.rows[0]?.expiresAt ?? new Date(0);
}

/** The person's current sessions, this one first. */
export async function sessionsOf(database: Database, settings: Settings, { sessionId, me }: SignedIn) {
  const { rows } = await sql<{ id: string; userAgent: string | null; since: Date; isThis: boolean }>`
    select s.id, s.user_agent, s.created_at as since, s.id = ${sessionId}::uuid as is_this from sessions s
    where s.user_id = ${me.id}::uuid and ${isCurrent(settings)}
    order by is_this desc, since desc`.execute(database.owner);
  return rows.map(({ userAgent, ...row }) => ({ ...row, browser: browserName(userAgent) }));
}

export const endSession = (database: Database, token: string) =>
  database.owner.deleteFrom('sessions').where('tokenHash', '=', storedHash(token)).execute();

/** Ends all sessions of a user except the one given. */
export const endSessionsOf = (owner: Kysely<Tables>, userId: string, exceptId?: string) =>
  owner
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
