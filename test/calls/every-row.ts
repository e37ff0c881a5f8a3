// What a database holds, to compare before and after.
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

const LEFT_OUT = [
  'changes',
  'deleted_records',
  'deleted_rows',
  'sessions',
  'session_ends',
  'invitations',
  'password_resets',
  'calendar_links',
  'access_tokens',
  'webhooks',
  'webhook_deliveries',
  'student_links',
  'sign_on_attempts',
  // Never copied: they are gone with their school.
  'try_outs',
  'try_out_candidates',
  'try_out_ratings',
];

/** Every row of every table but the history, deleted records, sessions, links, webhooks and try-outs, without the time of its last change and `columns`. */
export async function everyRow({ owner }: Database, columns: string[] = []): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(owner);
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables.filter((table) => !LEFT_OUT.includes(table.name))) {
    const { rows } = await sql<{ line: string }>`
      select (to_jsonb(t) - ${['updated_at', ...columns]}::text[])::text as line from ${sql.table(name)} t order by 1`.execute(
      owner,
    );
    found[name] = rows.map(({ line }) => line);
  }
  return found;
}
