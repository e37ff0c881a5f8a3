// The history of records that are deleted with another one.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Owner } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { addSeason } from './add-season.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

/** How often functions that write or change the history have run in this connection. */
async function runsUntilNow(tx: Owner): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select coalesce(sum(calls), 0)::integer as runs from pg_stat_xact_user_functions where funcname ~ '^(record|forget)'`.execute(
    tx,
  );
  return rows[0]!.runs;
}
/** How often they run while the school is deleted. */
const runsOf = (schoolId: string) =>
  product.database.owner.transaction().execute(async (tx) => {
    await sql`set local track_functions = 'all'`.execute(tx);
    const before = await runsUntilNow(tx);
    await tx.deleteFrom('schools').where('id', '=', schoolId).execute();
    return (await runsUntilNow(tx)) - before;
  });

test('the history of a deleted school is written as often for many records as for few', async () => {
  const { owner } = product.database;
  const few = await addSeason(owner, { season: '2026-27', rounds: 1, judges: 1, students: 1 });
  const many = await addSeason(owner, { season: '2026-27', rounds: 200, judges: 2, students: 50 });
  expect(await runsOf(many)).toBe(await runsOf(few));
});

/** The subjects of what the newest history says was deleted, without repetitions, and whose names it has. */
async function newestEnds(after: string) {
  const { rows } = await sql<{ subject: string; label: string; by: string }>`
    select subject, label, by_name as by from changes where id > ${after} and action = 'delete' order by id`.execute(
    product.database.owner,
  );
  return {
    subjects: [...new Set(rows.map(({ subject }) => subject))],
    students: [...new Set(rows.filter(({ subject }) => subject === 'student').map(({ label }) => label))],
    by: [...new Set(rows.map(({ by }) => by))],
  };
}
async function lastChange(): Promise<string> {
  const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from changes`.execute(
    product.database.owner,
  );
  return rows[0]!.id;
}

test('the history names a deleted record ahead of what was deleted with it, and no student', async () => {
  const { owner } = product.database;
  const season = await addSeason(owner, { season: '2026-27', rounds: 80, judges: 2, students: 20 });
  const manager = await addPerson(product.database, { dbManager: true, name: 'Dana Base' });
  await addPerson(product.database, { roles: { [season]: 'viewer' } });
  const calls = callsAs(product, manager);
  const [tournament] = await calls.tournaments.inSchool({ schoolId: season });
  const before = await lastChange();
  await calls.tournaments.remove({ schoolId: season, id: tournament!.id });
  expect(await newestEnds(before)).toEqual({
    subjects: ['tournament', 'round', 'keptBallot'],
    students: [],
    by: ['Dana Base'],
  });
  const between = await lastChange();
  await calls.schools.remove({ schoolId: season });
  expect(await newestEnds(between)).toEqual({
    subjects: ['school', 'assignment', 'team', 'student', 'tournament', 'seasonBook', 'round', 'keptBallot'],
    students: ['Deleted student'],
    by: ['Dana Base'],
  });
});
