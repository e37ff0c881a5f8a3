// A statement has one text whatever the length of its lists. Each text is parsed and planned once per connection, and a connection
// keeps a limited number of them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { PARTS } from '#metrics/scores.ts';
import { openTestDatabase } from '#test/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool, callsAs } from '#test/people.ts';
import { recorded } from '#test/recorded.ts';
import { addRound, keepingSchool, lineFor, smallFile } from './season-school.ts';

const texts = new Set<string>();

let product: InProcess;
let schoolId: string;
let calls: Calls;
let of: { schoolId: string; tournamentId: string; teamId: string };
beforeAll(async () => {
  const database = recorded(await openTestDatabase(), (message) => {
    for (const { sql } of message) texts.add(sql);
  });
  product = await startInProcess({}, database);
});
afterAll(() => product.close());
beforeEach(async () => {
  ({ schoolId, calls } = await keepingSchool(product));
  const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Harvest' });
  const { id: teamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'A Team' });
  of = { schoolId, tournamentId, teamId };
});

/** The statement texts that `work` adds to those of earlier calls. */
async function newTexts(work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(texts);
  await work();
  return [...texts].filter((text) => !before.has(text));
}

const WORK: [what: string, work: (count: number) => Promise<unknown>][] = [
  [
    'an import that fills in line-ups',
    async (count) => {
      const numbers = Array.from({ length: count }, (_, index) => count * 4 + index);
      for (const number of numbers) await addRound(calls, { ...of, number });
      const file = smallFile(...numbers.map((number) => lineFor(String(number), 1, 'open', `Student ${number}`, 8)));
      await calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} });
    },
  ],
  [
    'a line-up',
    async (count) => {
      const { id: roundId, version } = await addRound(calls, { ...of, number: count });
      const { id: studentId } = await calls.students.add({
        schoolId,
        id: randomUUID(),
        name: `Student ${count}`,
        teamId: null,
      });
      const parts = PARTS.slice(0, count).map((part) => ({ part, studentId, witnessId: null }));
      await calls.rounds.setLineUp({ schoolId, roundId, version, parts });
    },
  ],
  [
    'a season',
    async (count) => {
      await calls.tournaments.add({ schoolId, id: randomUUID(), name: `T ${count}`, season: '2019-20' });
      await calls.seasonBook.season({ schoolId, season: '2019-20' });
      await calls.keptBallots.inSeason({ schoolId, season: '2019-20' });
      await calls.rounds.lineUps({ schoolId, season: '2019-20' });
    },
  ],
  [
    'a photo of staff of several schools',
    async (count) => {
      const schools = await Promise.all(
        Array.from({ length: count }, () => addSchool(product.database, `School ${randomUUID()}`)),
      );
      const roles = Object.fromEntries(schools.map(({ id }) => [id, 'admin' as const]));
      const person = callsAs(product, await addPerson(product.database, { roles }));
      await person.ballots.recognize({ schoolId: schools[0]!.id, image: new File(['x'], 'x.png') }).catch(() => {});
    },
  ],
];

test.each(WORK)('%s', async (_what, work) => {
  await work(1);
  expect(await newTexts(() => work(2))).toEqual([]);
  expect(await newTexts(() => work(3))).toEqual([]);
});
