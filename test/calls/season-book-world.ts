// World: a school that keeps ballots, with one round and people of each kind.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import { seasonOf } from '#contract/seasons.ts';
import { backup } from '#server/backup/backup.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs, type Person } from '../people.ts';
import { DETAILS } from './season-school.ts';

export const SEASON = seasonOf(new Date());
/** 28 scores whose sums differ between the sides. */
export const SCORES = Object.fromEntries(SCORE_FIELDS.map((field, index) => [field, index % 11])) as Record<
  ScoreField,
  number
>;
export const sum = (side: 'p' | 'd'): number =>
  SCORE_FIELDS.filter((field) => field.startsWith(side)).reduce((total, field) => total + SCORES[field], 0);

export let product: InProcess;

/** A school that keeps ballots, with a team, a student and a tournament. New for each test. */
export let school: Awaited<ReturnType<typeof addSchool>>;
export let schoolId: string;
/** Members of the school, the Primary Admin of another school, and a super admin. */
export let people: Record<'primary' | 'admin' | 'viewer' | 'stranger' | 'superAdmin', Person & { userId: string }>;
/** Their calls. */
export let as: Record<keyof typeof people, Calls>;
/** Its round 1, without a ballot. */
export let roundId: string;

type NewRound = { id?: string; number: number; side?: 'p' | 'd'; teamId?: string; opponentTeamId?: string };
export const addRound = (round: NewRound) =>
  as.admin.rounds.add({
    schoolId,
    id: randomUUID(),
    tournamentId: school.tournamentId,
    teamId: school.teamId,
    side: 'p',
    opponent: '1432',
    outcome: 'played',
    caseId: null,
    ...round,
  });
export const ballot = (more: object = {}) => ({
  schoolId,
  id: randomUUID(),
  roundId,
  number: 1,
  judge: 'Rowe',
  ...DETAILS,
  scores: SCORES as Record<ScoreField, number | null>,
  ...more,
});
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const seasonAs = (kind: keyof typeof people) => as[kind].seasonBook.season({ schoolId, season: SEASON });

/** Everything that a backup made now would hold. */
export async function dump(): Promise<string> {
  const lines: string[] = [];
  for await (const text of backup(product.database)) lines.push(text);
  return lines.join('');
}

/** Call it once per test file. */
export function seasonBookWorld(): void {
  beforeAll(async () => {
    product = await startInProcess();
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    const { database } = product;
    school = await addSchool(database, `School ${randomUUID()}`);
    schoolId = school.id;
    const elsewhere = await addSchool(database, `Elsewhere ${randomUUID()}`);
    const member = (role: 'primary' | 'admin' | 'viewer') =>
      addPerson(database, { roles: { [schoolId]: role }, name: role });
    people = {
      primary: await member('primary'),
      admin: await member('admin'),
      viewer: await member('viewer'),
      stranger: await addPerson(database, { roles: { [elsewhere.id]: 'primary' } }),
      superAdmin: await addPerson(database, { superAdmin: true }),
    };
    as = Object.fromEntries(
      Object.entries(people).map(([kind, person]) => [kind, callsAs(product, person)]),
    ) as typeof as;
    await as.primary.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
    roundId = (await addRound({ number: 1 })).id;
  });
}
