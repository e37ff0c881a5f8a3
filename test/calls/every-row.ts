// All rows of a database, to compare before and after.
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
];
const TRY_OUTS = ['try_outs', 'try_out_candidates', 'try_out_ratings'] as const;

type EveryRow = Record<string, unknown[]>;
/** `rows` with the try-outs of `other`: deleted try-outs are never copied, so no restore brings them back. */
export const withTryOutsOf = (other: EveryRow, rows: EveryRow): EveryRow => ({
  ...rows,
  ...Object.fromEntries(TRY_OUTS.map((table) => [table, other[table] ?? []])),
});

/** Every row of every table but the history, deleted records, sessions, links and webhooks, without the time of its last change and `columns`. */
export async function everyRow({ owner }: Database, columns: string[] = []): Promise<EveryRow> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(owner);
  const linesOf = tables
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map(
      ({ name }) => sql`select ${name}::text as name, coalesce(json_agg(line order by line), '[]') as lines
        from (select (to_jsonb(t) - ${['updated_at', ...columns]}::text[])::text as line from ${sql.table(name)} t) all_lines`,
    );
  // One message: a hundred of them took a second.
  const { rows } = await sql<{ name: string; lines: string[] }>`${sql.join(linesOf, sql` union all `)}`.execute(owner);
  return Object.fromEntries(rows.map(({ name, lines }) => [name, lines]));
}
