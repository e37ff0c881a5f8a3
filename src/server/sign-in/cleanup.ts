// Deletes what sign-in no longer needs: sessions and links that time has ended, and counts of failures whose window is over. What is
// known about a session is kept while somebody is signed in, and not much longer.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { isCurrent } from './sessions.ts';

export async function deleteExpired(database: Database, settings: Settings): Promise<void> {
  await sql`delete from sessions s where not (${isCurrent(settings)})`.execute(database.owner);
  for (const links of ['invitations', 'password_resets', 'student_links', 'sign_on_attempts']) {
    await sql`delete from ${sql.table(links)} where expires_at < now()`.execute(database.owner);
  }
  await sql`delete from access_tokens where expires_at < now() - interval '30 days'`.execute(database.owner);
  await sql`delete from session_ends where ended_at < now() - interval '7 days'`.execute(database.owner);
  await sql`delete from sign_in_failures where window_ends < now()`.execute(database.owner);
}
