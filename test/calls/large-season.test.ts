// A season of 1,155 rounds and 2,310 ballots in a database that still has the statistics of a small one, as after an import.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { addSeason } from './add-season.ts';
import { keepingSchool, lineFor, smallFile } from './season-school.ts';

const SEASON = '2025-26';
const ROUNDS = 1155;
const JUDGES = 2;

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

test('all ballots with their scores are answered', async () => {
  expect(await calls.keptBallots.inSeason({ schoolId, season: SEASON })).toHaveLength(ROUNDS * JUDGES);
});

test('all line-ups are answered', async () => {
  expect(await calls.rounds.lineUps({ schoolId, season: SEASON })).toHaveLength(ROUNDS);
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
  expect(await calls.keptBallots.inSeason({ schoolId: randomUUID(), season: SEASON })).toEqual([]);
});
