// World: adds people who can sign in and schools with a record of every kind, and makes calls as a person's browser does.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import type { Actor } from '#contract/permissions.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import type { Database } from '#server/database/database.ts';
import { hashPassword } from '#server/sign-in/passwords.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import type { InProcess } from './in-process.ts';
import { together } from './together.ts';

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
  const userId = randomUUID();
  const email = `${randomUUID()}@example.test`;
  passwordHash ??= hashPassword(PASSWORD);
  const hash = wanted.passwordHash ?? (await passwordHash);
  const token = newToken();
  const assignments = Object.entries(roles).map(([schoolId, role]) => ({ userId, schoolId, role }));
  await together(database, [
    owner.insertInto('users').values({ id: userId, email, name, mustChangePassword }),
    owner.insertInto('passwords').values({ userId, hash }),
    ...(superAdmin || dbManager ? [owner.insertInto('superAdmins').values({ userId, dbManager })] : []),
    ...assignments.map((assignment) => owner.insertInto('usersSchools').values(assignment)),
    newSession(database, userId, token),
  ]);
  const actor = { userId, isSuperAdmin: superAdmin || dbManager, isDbManager: dbManager, roles };
  return { actor, userId, email, token };
}

const newToken = (): string => randomBytes(24).toString('hex');
const newSession = ({ owner }: Database, userId: string, token: string) =>
  owner
    .insertInto('sessions')
    .values({ userId, tokenHash: storedHash(token), expiresAt: sql`now() + interval '7 days'` });

/** Creates a session as signing in does, and returns its token. */
export async function addSession(database: Database, userId: string): Promise<string> {
  const token = newToken();
  await newSession(database, userId, token).execute();
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
  { id: schoolId, teamId, studentId, tournamentId }: School,
) {
  const { owner } = database;
  const ids = { roundId: randomUUID(), ballotId: randomUUID(), waitingId: randomUUID(), emptyBallotId: randomUUID() };
  const { roundId, ballotId, waitingId, emptyBallotId } = ids;
  const round = { id: roundId, schoolId, tournamentId, teamId, number: 1, side: 'p', opponent: '1234' } as const;
  const ballot = { schoolId, number: 1, judge: 'Rowe', source: 'typed' } as const;
  const scores = { schoolId, comments: {}, ranks: { attorney: [], witness: [] } };
  const correction = { id: randomUUID(), schoolId, ballotId, field: 'pOpen', after: 8, reason: 'Misread' } as const;
  const importId = randomUUID();
  await together(database, [
    owner.insertInto('seasonBooks').values({ schoolId, keepsBallots: true }),
    owner.insertInto('rounds').values({ ...round, outcome: 'played' }),
    owner.insertInto('roundParts').values({ schoolId, roundId, part: 'open', studentId }),
    owner.insertInto('keptBallots').values([
      { ...ballot, id: ballotId, roundId },
      { ...ballot, id: waitingId },
      { ...ballot, id: emptyBallotId },
    ]),
    owner.insertInto('ballotScores').values([
      { ...scores, ballotId, scores: { ...scoresOf(8), pOpen: 7 } },
      { ...scores, ballotId: waitingId, scores: scoresOf(8) },
    ]),
    owner.insertInto('scoreCorrections').values(correction),
    owner.insertInto('seasonImports').values({ id: importId, schoolId, fileName: 'season.csv' }),
  ]);
  return { ...ids, importId };
}

type School = { id: string; teamName: string; teamId: string; studentId: string; tournamentId: string };

/** A school with a team, a student and a tournament of the season that the pages open: PostgreSQL's may be another for a few hours. */
export async function addSchool(database: Database, name: string): Promise<School> {
  const { owner } = database;
  const [id, teamId, studentId, tournamentId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const entry = { schoolId: id, name: `${name} One` };
  await together(database, [
    owner.insertInto('schools').values({ id, name, shortName: name.slice(0, 3) }),
    owner.insertInto('teams').values({ ...entry, id: teamId }),
    owner.insertInto('students').values({ ...entry, id: studentId }),
    owner.insertInto('tournaments').values({ ...entry, id: tournamentId, season: seasonOf(new Date()) }),
  ]);
  return { id, teamName: entry.name, teamId, studentId, tournamentId };
}

/** Typed calls from this person's browser, or from a signed-out visitor's. */
export function callsAs(product: InProcess, person?: { token: string | undefined }): Calls {
  return product.browser(person?.token === undefined ? {} : { token: person.token }).calls;
}
