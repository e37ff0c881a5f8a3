// Undoes what an import has added, except what somebody has changed or used since.
import { sql } from 'kysely';
import type { ImportCounts } from '#contract/season-files.ts';
import type { Tx } from '../database/database.ts';
import { deleteForGood } from '../database/records.ts';

/** A ballot's version after its scores were added. */
const UNTOUCHED_BALLOT = 2;

type Deleted = { count: number };

async function deleteWhere(tx: Tx, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } =
    await sql<Deleted>`with gone as (delete from ${from} returning 1) select count(*) as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Each before what it belongs to, in the order in which other calls lock them. */
const LOCKED = ['kept_ballots', 'rounds', 'tournaments', 'students', 'teams'];

/** The season is held by this transaction. */
export async function undoImport(
  tx: Tx,
  schoolId: string,
  importId: string,
): Promise<{ deleted: ImportCounts; kept: string[] }> {
  // The file can be imported again.
  await deleteForGood(tx);
  const own = sql`import_id = ${importId}::uuid and school_id = ${schoolId}::uuid`;
  // Nothing can refer to a locked row, so what isn't in use now isn't when it is deleted.
  for (const table of LOCKED)
    await sql`select from ${sql.table(table)} where ${own} order by id for update`.execute(tx);
  const ballots = await deleteWhere(tx, sql`kept_ballots where ${own} and version = ${UNTOUCHED_BALLOT}`);
  await sql`delete from round_parts p where ${own} and not exists (
    select from rounds r where r.id = p.round_id and r.import_id = p.import_id)`.execute(tx);
  const joined = sql`(select unnest(joined_rounds) from season_imports
    where id = ${importId}::uuid and school_id = ${schoolId}::uuid)`;
  await sql`update rounds d set shared_with = null where id in ${joined}
    and not exists (select from kept_ballots b where b.round_id = d.shared_with)`.execute(tx);
  // Rounds that name another are deleted before the ones they name.
  const unused = sql`version = 1 and not exists (select from kept_ballots b where b.round_id = r.id)`;
  const rounds =
    (await deleteWhere(
      tx,
      sql`rounds r where ${own} and ${unused} and shared_with is not null
      and not exists (select from kept_ballots b where b.round_id = r.shared_with)`,
    )) +
    (await deleteWhere(
      tx,
      sql`rounds r where ${own} and ${unused} and shared_with is null
      and not exists (select from rounds d where d.shared_with = r.id)`,
    ));
  const tournaments = await deleteWhere(
    tx,
    sql`tournaments t where ${own} and version = 1 and not exists (select from rounds r where r.tournament_id = t.id)`,
  );
  const teams = await deleteWhere(
    tx,
    sql`teams t where ${own} and version = 1 and not exists (select from rounds r where r.team_id = t.id)
      and not exists (select from students s where s.team_id = t.id)`,
  );
  const students = await deleteWhere(
    tx,
    sql`students s where ${own} and version = 1 and not exists (select from round_parts p where p.student_id = s.id)`,
  );
  const { rows: left } = await sql<{ label: string }>`
    select 'Ballot of judge ' || b.number || ', round ' || r.number || ', ' || t.name as label
      from kept_ballots b join rounds r on r.id = b.round_id join tournaments t on t.id = r.tournament_id
      where b.import_id = ${importId}::uuid and b.school_id = ${schoolId}::uuid
    union all select 'Round ' || r.number || ', ' || t.name from rounds r join tournaments t on t.id = r.tournament_id
      where r.import_id = ${importId}::uuid and r.school_id = ${schoolId}::uuid
    union all select 'Round ' || d.number || ' as one round of both teams, ' || t.name
      from rounds d join tournaments t on t.id = d.tournament_id where d.id in ${joined} and d.shared_with is not null
    union all select name from tournaments where ${own}
    union all select name from teams where ${own}
    union all select name from students where ${own}`.execute(tx);
  await tx.deleteFrom('seasonImports').where('schoolId', '=', schoolId).where('id', '=', importId).execute();
  return { deleted: { ballots, rounds, tournaments, teams, students }, kept: left.map(({ label }) => label) };
}
