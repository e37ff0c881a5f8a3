// A season of 1,155 rounds and 2,310 ballots in a database that still has the statistics of a small one, as after an import.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { ROUNDS_PER_PAGE } from '#contract/listing.ts';
import type { LineUp } from '#contract/rounds.ts';
import { allPages } from '#web/server/all-pages.ts';
import { fill } from '../fill.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { addSeason } from './add-season.ts';
import { keepingSchool, lineFor, smallFile } from './season-school.ts';

const SEASON = '2025-26';
const ROUNDS = 1155;
const JUDGES = 2;
const NEW_BALLOT = {
  number: 3,
  judge: '',
  tabMargin: null,
  source: 'typed' as const,
  scores: scoresOf(8),
  comments: {},
  ranks: { attorney: [], witness: [] },
};

let product: InProcess;
let calls: Calls;
let schoolId: string;
beforeAll(async () => {
  product = await startInProcess();
  const { owner } = product.database;
  await addSeason(owner, { season: SEASON, rounds: 20, judges: JUDGES, students: 20 });
  await sql`analyze`.execute(owner);
  for (const table of ['tournaments', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(owner);
  schoolId = await addSeason(owner, { season: SEASON, rounds: ROUNDS, judges: JUDGES, students: 60 });
  calls = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'primary' } }));
});
afterAll(() => product.close());

test('the season page is answered', async () => {
  const { tournaments, rounds, ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
  expect([tournaments.length, rounds.length, ballots.length]).toEqual([29, ROUNDS, ROUNDS * JUDGES]);
});

test('each ballot and each line-up is on exactly one page, even while ballots are added and deleted', async () => {
  const of = { schoolId, season: SEASON };
  const { rounds, ballots } = await calls.seasonBook.season(of);
  const changed = new Set<string>();
  const read = await allPages<KeptBallot, string>(async (after) => {
    const page = await calls.keptBallots.inSeason({ ...of, after });
    expect(page.rows.length).toBeLessThanOrEqual(ROUNDS_PER_PAGE * (JUDGES + 1));
    // Somebody else saves a ballot in every tenth round, on a page that was read or not, and deletes one that was read.
    const roundId = rounds[changed.size * 10]!.id;
    const id = randomUUID();
    await calls.keptBallots.keep({ ...NEW_BALLOT, schoolId, id, roundId });
    await calls.keptBallots.remove({ schoolId, id: page.rows[0]!.id });
    changed.add(id);
    return page;
  });
  const own = read.filter(({ id }) => !changed.has(id)).map(({ id }) => id);
  expect(changed.size).toBe(Math.ceil(ROUNDS / ROUNDS_PER_PAGE));
  expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
  expect(own.toSorted()).toEqual(ballots.map(({ id }) => id).toSorted());
  const lineUps = await allPages<LineUp, string>((after) => calls.rounds.lineUps({ ...of, after }));
  expect(lineUps.map(({ roundId }) => roundId)).toEqual(rounds.map(({ id }) => id).toSorted());
});

test('an import of many ballots leaves statistics that describe them', async () => {
  const { schoolId: other, calls: staff } = await keepingSchool(product);
  const lines = Array.from({ length: 600 }, (_, index) =>
    lineFor(`R${(index % 10) + 1}`, (Math.floor(index / 10) % 9) + 1, 'open', `Ann ${index}`, 8).replace(
      'Harvest',
      `Harvest ${Math.floor(index / 90)}`,
    ),
  );
  await staff.seasonFiles.run({ schoolId: other, id: randomUUID(), file: smallFile(...lines), choices: {} });
  const { rows } = await sql<{ table: string; estimated: boolean }>`
    select relname as "table", abs(reltuples - count) < 5 as estimated from pg_class
      join (select 'kept_ballots' as name, count(*) from kept_ballots union all select 'rounds', count(*) from rounds) t
        on relname = name order by 1`.execute(product.database.owner);
  expect(rows).toEqual(['kept_ballots', 'rounds'].map((table) => ({ table, estimated: true })));
});

test('a season that no tournament has is empty', async () => {
  expect(await calls.seasonBook.season({ schoolId, season: '1999-00' })).toEqual({
    tournaments: [],
    rounds: [],
    ballots: [],
  });
  expect(await calls.keptBallots.inSeason({ schoolId: randomUUID(), season: SEASON })).toEqual({
    rows: [],
    next: null,
  });
});

test('a student is anonymized beside the copy of a large undone import', async () => {
  const { owner } = product.database;
  // PostgreSQL has the statistics of one small copy. Without any, it expects larger ones.
  const { id: teamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'Deleted' });
  await calls.teams.remove({ schoolId, id: teamId });
  await sql`analyze deleted_rows`.execute(owner);
  const large = await addSeason(owner, { season: SEASON, rounds: 700, judges: JUDGES, students: 60 });
  const staff = callsAs(product, await addPerson(product.database, { roles: { [large]: 'primary' } }));
  const importId = randomUUID();
  await owner.insertInto('seasonImports').values({ id: importId, schoolId: large, fileName: 'season.csv' }).execute();
  await fill(
    owner,
    ...['rounds', 'round_parts', 'tournaments'].map(
      (table) => sql`update ${sql.table(table)} set import_id = ${importId} where school_id = ${large}`,
    ),
    sql`update kept_ballots set import_id = ${importId}, version = 2 where school_id = ${large}`,
  );
  await staff.seasonFiles.undo({ schoolId: large, id: importId });
  const [student] = await staff.students.inSchool({ schoolId: large });
  await staff.students.anonymize({ schoolId: large, id: student!.id });
  const { rows } = await sql<{ openings: number; emptied: number }>`
    select count(*) filter (where table_name = 'round_parts' and row ->> 'student_id' = ${student!.id} and row ->> 'part' = 'open')::int as openings,
        count(*) filter (where table_name = 'ballot_scores' and row -> 'comments' = '{}')::int as emptied
      from deleted_rows cross join jsonb_array_elements(rows) row where record_id = ${importId}`.execute(owner);
  const [{ openings, emptied } = { openings: 0, emptied: 0 }] = rows;
  expect(openings).toBeGreaterThan(0);
  expect(emptied).toBe(openings * JUDGES);
});
