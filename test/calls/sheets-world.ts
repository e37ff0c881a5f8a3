// World: a school that keeps ballots, with tournaments on any score sheet.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { cellsOf, refOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { Calls } from '#contract/index.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Part } from '#metrics/scores.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, type Person } from '../people.ts';
import { refused } from './refused.ts';
import { addRound, DETAILS, keepingSchool } from './season-school.ts';

export let product: InProcess;
export let schoolId: string;
export let calls: Calls;
export let tournamentId: string;
let teamId: string;
export let keeper: Person & { userId: string };
/** Call it once per test file. */
export function scoringWorld(): void {
  beforeAll(async () => {
    product = await startInProcess();
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    const { school, ...keeping } = await keepingSchool(product);
    ({ schoolId } = keeping);
    ({ tournamentId, teamId } = school);
    keeper = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
    calls = callsAs(product, keeper);
  });
}

export const isRefused = async (code: string, answer: Promise<unknown>): Promise<void> =>
  expect(await refused(answer)).toMatchObject({ code });
let number = 0;
export const roundOn = async (sheet: Sheet): Promise<string> => {
  const tournament = { schoolId, id: randomUUID(), name: randomUUID(), sheet: refOf(sheet) };
  await calls.tournaments.add(tournament);
  return (await addRound(calls, { schoolId, tournamentId: tournament.id, teamId })).id;
};
export type Scores = Record<string, number | null>;
export const ballot = (roundId: string, scores: Scores) => ({
  schoolId,
  id: randomUUID(),
  roundId,
  number: (number = (number % 9) + 1),
  judge: '',
  ...DETAILS,
  scores,
});
export const lowest = (sheet: Sheet): Scores => Object.fromEntries(cellsOf(sheet).map(({ key, min }) => [key, min]));
export const ours = (sheet: Sheet): Sheet => ({ ...sheet, id: randomUUID() });
export const save = async (sheet: Sheet): Promise<Sheet> => {
  await calls.sheets.save({ schoolId, sheet });
  return sheet;
};

/** A line-up of the round with a student of its own for each part. Returns the students' ids by part. */
export async function playAll(roundId: string, sheet: Sheet): Promise<Map<Part, string>> {
  const { rows } = await calls.rounds.lineUps({ schoolId, season: seasonOf(new Date()) });
  const { version } = rows.find((lineUp) => lineUp.roundId === roundId)!;
  // Rounds of `roundOn` are the P side's.
  const players = new Map(partsOn(sheet, 'p').map((part) => [part, randomUUID()]));
  for (const [part, id] of players) await calls.students.add({ schoolId, id, name: `Ann ${part} ${id}`, teamId });
  const parts = [...players].map(([part, studentId]) => ({ part, studentId, witnessId: null }));
  await calls.rounds.setLineUp({ schoolId, roundId, version, parts });
  return players;
}
