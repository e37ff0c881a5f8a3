// Who asks: the person behind a request's session cookie, with everything the permission matrix needs, in one statement.
// Also how a session is prolonged and ended. Sessions end after a time without use and after an absolute time, by the
// database's clock alone: the nodes' clocks may differ and jump.
import { sql } from 'kysely';
import type { Actor } from '#contract/permissions.ts';
import type { Me } from '#contract/session.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { browserName } from './browser-name.ts';

export type SignedIn = { actor: Actor & { userId: string }; me: Me; token: string };

/** With https, `__Host-` lets no other host or path set the cookie, and the browser never sends it unencrypted. */
export const sessionCookieName = (settings: Settings): string =>
  settings.PUBLIC_URL?.startsWith('https:') ? '__Host-courtside' : 'courtside';

/** The session's token from the Cookie header. The part after the dot is a signature; the database is the judge. */
export function sessionToken(headers: Headers, settings: Settings): string | undefined {
  const wanted = `${sessionCookieName(settings)}=`;
  const cookie = headers
    .get('cookie')
    ?.split(/;\s*/)
    .find((part) => part.startsWith(wanted));
  return cookie?.slice(wanted.length).split('.')[0];
}

type Row = {
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

/** Whether the session `s` has ended neither by disuse nor by age. */
const holds = (settings: Settings) => sql<boolean>`s.expires_at > now()
  and s.created_at + make_interval(secs => ${settings.SESSION_SECONDS}) > now()`;

async function find(database: Database, settings: Settings, token: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select u.id as user_id, u.email, u.name, u.must_change_password, s.expires_at,
      extract(epoch from s.expires_at - now())::float8 as seconds_left,
      s.created_at + make_interval(secs => ${settings.SESSION_SECONDS}) as ends_at_latest,
      a.user_id is not null as is_super_admin, coalesce(a.db_manager, false) as is_db_manager,
      (select json_object_agg(us.school_id, us.role) from users_schools us where us.user_id = u.id) as roles
    from sessions s join users u on u.id = s.user_id left join super_admins a on a.user_id = u.id
    where s.token = ${token} and ${holds(settings)}`.execute(database.owner);
  return found.rows[0];
}

const signedInAs = (row: Row, token: string): SignedIn => {
  const { userId, isSuperAdmin, isDbManager } = row;
  const roles = row.roles ?? {};
  return {
    token,
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
    row.expiresAt = await prolongSession(database, settings, token);
  }
  return signedInAs(row, token);
}

/** A session that the sign-in library has just made begins now, by the database's clock. */
export async function beginSession(database: Database, settings: Settings, token: string): Promise<void> {
  const idle = Math.min(settings.SESSION_IDLE_SECONDS, settings.SESSION_SECONDS);
  await sql`update sessions set created_at = now(), updated_at = now(), expires_at = now() + make_interval(secs => ${idle})
    where token = ${token}`.execute(database.owner);
}

/** Gives the session its whole idle time again, up to the absolute limit, and returns when it ends now. */
export async function prolongSession(database: Database, settings: Settings, token: string): Promise<Date> {
  const prolonged = await sql<{ expiresAt: Date }>`
    update sessions set updated_at = now(), expires_at = least(
      now() + make_interval(secs => ${settings.SESSION_IDLE_SECONDS}),
      created_at + make_interval(secs => ${settings.SESSION_SECONDS}))
    where token = ${token} returning expires_at`.execute(database.owner);
  return prolonged.rows[0]?.expiresAt ?? new Date(0);
}

/** The person's sessions that hold, the one that asks first. */
export async function sessionsOf(database: Database, settings: Settings, { token, me }: SignedIn) {
  const { rows } = await sql<{ id: string; userAgent: string | null; since: Date; isThis: boolean }>`
    select s.id, s.user_agent, s.created_at as since, s.token = ${token} as is_this from sessions s
    where s.user_id = ${me.id}::uuid and ${holds(settings)}
    order by is_this desc, since desc`.execute(database.owner);
  return rows.map(({ userAgent, ...row }) => ({ ...row, browser: browserName(userAgent) }));
}

export const endSession = (database: Database, token: string) =>
  database.owner.deleteFrom('sessions').where('token', '=', token).execute();

/** Sessions that time has ended are deleted too: what is known about them is kept while people are signed in, no longer. */
export const deleteEndedSessions = (database: Database, settings: Settings) =>
  sql`delete from sessions s where not (${holds(settings)})`.execute(database.owner);

/** Ends all sessions of a user, but the one of `except`. */
export const endSessionsOf = (owner: Database['owner'], userId: string, except?: string) =>
  owner
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (query) => query.where('token', '!=', except ?? ''))
    .execute();
