// Backups of the versions before 0.1.0, whose schema came from other files: they are loaded into the schema of today. From 0.1.0 on,
// a backup is restored with its own migrations. Supported until the version after 0.1.0.
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { isBeforeRelease } from '../database/migrate.ts';
import { CannotStart } from '../settings.ts';

/** The first and the last migration of the version of 23 November 2026. Its tables have the columns of today, except for those with a default. */
const [FIRST, OLDEST] = ['0001-tables.sql', '0080-missing-indexes.sql'];
const COMMENTS_BY_SIDE = '0092-comments-by-side.sql';

export function isOlderBackup(migrations: readonly string[]): boolean {
  if (!isBeforeRelease(migrations)) return false;
  if (migrations.includes(OLDEST) || !migrations.includes(FIRST)) return true;
  throw new CannotStart(
    'This backup was made by a Courtside from before 23 November 2026, which is too old to restore.',
  );
}

/** Comments of then belong to a part alone, which today's rule refuses. */
export async function acceptOlderRows(tx: Tx): Promise<void> {
  await sql`alter table ballot_scores drop constraint ballot_scores_comments_check`.execute(tx);
}

/** The sheets that ballots of then are on, for backups without the table of sheets. */
export const builtInSheets = (tx: Tx) =>
  tx
    .selectFrom('scoreSheets')
    .select(['id', 'edition', 'title', 'description', 'createdAt'])
    .orderBy('edition')
    .execute();

/** Turns rows of then into rows of today, as the later migrations of then did. */
export async function bringUpToDate(tx: Tx, migrations: readonly string[]): Promise<void> {
  if (migrations.includes(FIRST) && !migrations.includes(COMMENTS_BY_SIDE)) await sql.raw(commentsBySide).execute(tx);
  await sql`alter table ballot_scores add constraint ballot_scores_comments_check check (are_comments(comments))`.execute(
    tx,
  );
  await sql.raw(formerNames).execute(tx);
}

// Fills in the names that are forgotten with a student, for backups that don't have them.
const formerNames = `
  -- The history has a student's former names.
  update students s set former_names = named.names
    from (
      select c.record_id, array_agg(distinct given.name) as names
        from changes c cross join lateral (values (c.before ->> 'name'), (c.after ->> 'name')) given (name)
        where c.subject = 'student' and given.name is not null
        group by 1) named
    where named.record_id = s.id and named.names <> array[s.name::text] and s.former_names is null;
  update deleted_records r set names = names_in_rows(d.rows)
    from deleted_rows d
    where d.record_id = r.record_id and d.table_name = 'students' and d.columns = '{}' and r.subject in ('student', 'import')
      and r.names is null`;

const commentsBySide = `
  -- Comments were about the side whose round has the ballot. The ballot or its round may be among the deleted records.
  update ballot_scores x set comments = (
      select coalesce(jsonb_object_agg(coalesce(r.side, 'p') || ' ' || key, value), '{}') from jsonb_each(x.comments))
    from kept_ballots b left join rounds r on r.id = b.round_id where b.id = x.ballot_id and x.comments <> '{}';
  update deleted_rows d set rows = (
      select jsonb_agg(score || jsonb_build_object('comments', (
          select coalesce(jsonb_object_agg(coalesce(stored.side, deleted.side, 'p') || ' ' || key, value), '{}')
            from jsonb_each(score -> 'comments'))))
        from jsonb_array_elements(d.rows) score
          left join lateral (
            select r.side from kept_ballots b join rounds r on r.id = b.round_id
              where b.id = (score ->> 'ballot_id')::uuid) stored on true
          left join lateral (
            select r ->> 'side' as side
              from deleted_rows bs cross join jsonb_array_elements(bs.rows) b
                join deleted_rows rs using (record_id) cross join jsonb_array_elements(rs.rows) r
              where bs.record_id = d.record_id and bs.table_name = 'kept_ballots' and rs.table_name = 'rounds'
                and bs.columns = '{}' and rs.columns = '{}'
                and b ->> 'id' = score ->> 'ballot_id' and r ->> 'id' = b ->> 'round_id' limit 1) deleted on true)
    where table_name = 'ballot_scores' and columns in ('{}', '{comments}')`;
