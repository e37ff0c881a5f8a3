// What a school exports, imported into an empty school, which then exports the same.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { addPerson, callsAs } from '#test/people.ts';
import { COLLEGE } from './scores.ts';
import { commandOf, pick } from './step.ts';
import { staffOf, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

/** Ballots that wait for their round are in no export, and neither are the sheets and the names of deleted teams. */
const isWhole = (truth: Truth): boolean => {
  const placed = [...truth.ballots.values()].filter(({ roundId }) => roundId !== null);
  const isKnown = [...truth.rounds.values()].every(({ teamId }) => teamId !== null);
  return placed.length > 0 && isKnown && placed.every(({ sheet }) => sheet.id === COLLEGE.id);
};

async function ballotsIn(calls: Calls, schoolId: string) {
  const file = await calls.seasonFiles.download({ schoolId, format: 'json' });
  const { ballots } = JSON.parse(await file.text()) as { ballots: object[] };
  // Tournaments with a day come first, and no export says which day.
  return { file, ballots: ballots.map((ballot) => JSON.stringify(ballot)).toSorted() };
}

/** Deletes a school and its only person, as if their 30 days were over. */
async function forget({ database: { owner } }: World, schoolId: string, userId: string): Promise<void> {
  await owner.deleteFrom('schools').where('id', '=', schoolId).execute();
  await owner.deleteFrom('users').where('id', '=', userId).execute();
  await owner.deleteFrom('deletedRecords').where('recordId', 'in', [schoolId, userId]).execute();
}

const EVERYTHING = [
  'school',
  'user',
  'assignment',
  'seasonBook',
  'team',
  'student',
  'tournament',
  'round',
  'keptBallot',
];

export const copySeason = commandOf({
  picks: fc.record({ who: fc.nat(99) }),
  when: (truth) => staffOf(truth).length > 0 && isWhole(truth),
  recorded: EVERYTHING.flatMap((subject) => ['create', 'update', 'delete'].map((action) => `${action} ${subject}`)),
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} exports the season, which is imported into an empty school`);
    const { database, product } = world;
    const own = await ballotsIn(callsBy(world, truth, who), world.schoolId);
    const schoolId = randomUUID();
    await database.owner.insertInto('schools').values({ id: schoolId, name: 'Copy', shortName: 'C' }).execute();
    const cora = await addPerson(database, { name: 'Cora', roles: { [schoolId]: 'primary' } });
    const calls = callsAs(product, cora);
    await calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
    await calls.seasonFiles.run({ schoolId, id: randomUUID(), file: own.file, choices: {} });
    const copied = await ballotsIn(calls, schoolId);
    await product.settled();
    await forget(world, schoolId, cora.userId);
    expect(copied.ballots, 'the copy').toEqual(own.ballots);
  },
});
