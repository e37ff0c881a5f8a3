// World: adds people who can sign in and schools with a record of every kind, and makes calls as a person's browser does.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import type { Actor } from '#contract/permissions.ts';
import type { Role } from '#contract/words.ts';
import type { Database } from '#server/database/database.ts';
import { hashPassword } from '#server/sign-in/passwords.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import type { InProcess } from './in-process.ts';

export const PASSWORD = 'a password for tests';
// Hashing is slow on purpose, so everyone starts with the same hash.
let passwordHash: Promise<string> | undefined;

export type Person = { actor: Actor; email: string; token: string | undefined };

type Wanted = {
  name?: string;
  roles?: Record<string, Role>;
  superAdmin?: boolean;
  dbManager?: boolean;
  mustChangePassword?: boolean;
  passwordHash?: string;
};

/** Adds a user with a session who can sign in with PASSWORD. */
export async function addPerson(database: Database, wanted: Wanted = {}): Promise<Person & { userId: string }> {
  const { name = 'Robin Doe', roles = {}, superAdmin = false, dbManager = false, mustChangePassword = false } = wanted;
  const { owner } = database;
  const email = `${randomUUID()}@example.test`;
  const { id: userId } = await owner
    .insertInto('users')
    .values({ email, name, mustChangePassword })
    .returning('id')
    .executeTakeFirstOrThrow();
  passwordHash ??= hashPassword(PASSWORD);
  const hash = wanted.passwordHash ?? (await passwordHash);
  await owner.insertInto('passwords').values({ userId, hash }).execute();
  if (superAdmin || dbManager) await owner.insertInto('superAdmins').values({ userId, dbManager }).execute();
  for (const [schoolId, role] of Object.entries(roles)) {
    await owner.insertInto('usersSchools').values({ userId, schoolId, role }).execute();
  }
  const actor = { userId, isSuperAdmin: superAdmin || dbManager, isDbManager: dbManager, roles };
  return { actor, userId, email, token: await addSession(database, userId) };
}

/** Creates a session as signing in does, and returns its token. */
export async function addSession(database: Database, userId: string): Promise<string> {
  const token = randomBytes(24).toString('hex');
  await database.owner
    .insertInto('sessions')
    .values({ userId, tokenHash: storedHash(token), expiresAt: sql`now() + interval '7 days'` })
    .execute();
  return token;
}

/** 28 scores, each the given one. */
export const scoresOf = (score: number | null) =>
  Object.fromEntries(SCORE_FIELDS.map((field) => [field, score])) as Record<ScoreField, number | null>;

/**
 * Lets the school keep ballots, and adds a played round with one part, the opening, which the school's student has: `ballotId`, with a
 * corrected score, `waitingId`, a ballot without a round, `emptyBallotId`, one without scores, and `importId`, an import of nothing.
 */
export async function addRoundWithBallots(
  database: Database,
  { id: schoolId, teamId, studentId, tournamentId }: Awaited<ReturnType<typeof addSchool>>,
) {
  const { owner } = database;
  await owner.insertInto('seasonBooks').values({ schoolId, keepsBallots: true }).execute();
  const round = { schoolId, tournamentId, teamId, number: 1, side: 'p', opponent: '1234', outcome: 'played' } as const;
  const { id: roundId } = await owner.insertInto('rounds').values(round).returning('id').executeTakeFirstOrThrow();
  await owner.insertInto('roundParts').values({ schoolId, roundId, part: 'open', studentId }).execute();
  const [ballotId, waitingId, emptyBallotId] = [randomUUID(), randomUUID(), randomUUID()];
  const ballot = { schoolId, number: 1, judge: 'Rowe', source: 'typed' } as const;
  await owner
    .insertInto('keptBallots')
    .values([
      { ...ballot, id: ballotId, roundId },
      { ...ballot, id: waitingId },
      { ...ballot, id: emptyBallotId },
    ])
    .execute();
  const scores = { schoolId, comments: {}, ranks: { attorney: [], witness: [] } };
  await owner
    .insertInto('ballotScores')
    .values([
      { ...scores, ballotId, scores: { ...scoresOf(8), pOpen: 7 } },
      { ...scores, ballotId: waitingId, scores: scoresOf(8) },
    ])
    .execute();
  const correction = {
    id: randomUUID(),
    schoolId,
    ballotId,
    field: 'pOpen',
    after: 8,
    reason: 'Misread',
  } as const;
  await owner.insertInto('scoreCorrections').values(correction).execute();
  const importId = randomUUID();
  await owner.insertInto('seasonImports').values({ id: importId, schoolId, fileName: 'season.csv' }).execute();
  return { roundId, ballotId, waitingId, emptyBallotId, importId };
}

/** A school with a team, a student and a tournament. */
export async function addSchool(database: Database, name: string) {
  const { owner } = database;
  const { id } = await owner
    .insertInto('schools')
    .values({ name, shortName: name.slice(0, 3) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = { schoolId: id, name: `${name} One` };
  const team = await owner.insertInto('teams').values(entry).returning('id').executeTakeFirstOrThrow();
  const student = await owner.insertInto('students').values(entry).returning('id').executeTakeFirstOrThrow();
  const tournament = await owner.insertInto('tournaments').values(entry).returning('id').executeTakeFirstOrThrow();
  return { id, teamName: entry.name, teamId: team.id, studentId: student.id, tournamentId: tournament.id };
}

/** Typed calls from this person's browser, or from a signed-out visitor's. */
export function callsAs(product: InProcess, person?: { token: string | undefined }): Calls {
  return product.browser(person?.token === undefined ? {} : { token: person.token }).calls;
}
