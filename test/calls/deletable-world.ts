// World: a school in which every record that can be deleted is referred to by another, with functions that delete, list and restore.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { backup } from '#server/backup/backup.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { fill } from '../fill.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { makeTarget, type Target } from '../permissions/target.ts';
import { everyRow } from './every-row.ts';

export let product: InProcess;
/** A school with one record of each kind, all of them connected. As new for each test. */
export let target: Target;
/** A database manager, who may delete everything. */
export let manager: Awaited<ReturnType<typeof addPerson>>;
/** An Admin of the target's school. */
export let staff: Awaited<ReturnType<typeof addPerson>>;

export const aimAt = (other: Target): void => void (target = other);

/** Call it once per test file. */
export function deletableWorld(): void {
  let database: TestDatabase;
  let made: Target;
  beforeAll(async () => {
    database = await openTestDatabase();
    product = await startInProcess({}, database);
    manager = await addPerson(database, { dbManager: true, name: 'Dana Base' });
    target = made = await makeTarget(database);
    staff = await addPerson(database, { roles: { [target.schoolId]: 'admin' }, name: 'Ada Staff' });
    await fillIn();
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    target = made;
    await database.reset();
  });
}

/** Gives every reference of the target's school something to point to. */
async function fillIn(): Promise<void> {
  const { owner } = product.database;
  const { schoolId, studentId, teamId, tournamentId, roundId, ballotId, importId, userId, caseId, witnessId } = target;
  await owner.updateTable('students').set({ teamId, userId, importId }).where('id', '=', studentId).execute();
  await owner.updateTable('teams').set({ importId }).where('id', '=', teamId).execute();
  await owner.updateTable('tournaments').set({ caseId }).where('id', '=', tournamentId).execute();
  await owner.updateTable('rounds').set({ caseId }).where('id', '=', roundId).execute();
  await owner.updateTable('roundParts').set({ witnessId }).where('roundId', '=', roundId).execute();
  const d = {
    schoolId,
    tournamentId,
    number: 1,
    side: 'd',
    opponent: '',
    outcome: 'played',
    sharedWith: roundId,
  } as const;
  await owner.insertInto('rounds').values(d).execute();
  await owner
    .updateTable('keptBallots')
    .set({ keptBy: userId, checkedBy: userId })
    .where('id', '=', ballotId)
    .execute();
  await owner
    .updateTable('ballotScores')
    .set({
      comments: JSON.stringify({ 'p open': 'Calm', 'p close': 'Loud' }),
      scores: JSON.stringify(scoresOf(7)),
    } as never)
    .where('ballotId', '=', ballotId)
    .execute();
  await sql`update score_corrections set by_id = ${userId}::uuid where ballot_id = ${ballotId}::uuid`.execute(owner);
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${userId}, 'sealed', now())`.execute(
    owner,
  );
  const { candidateId, endedCandidateId, tryOutId } = target;
  await owner.updateTable('tryOutCandidates').set({ studentId }).where('id', '=', endedCandidateId).execute();
  await owner
    .insertInto('tryOutRatings')
    .values({ candidateId, raterId: userId, tryOutId, schoolId, scores: {} })
    .execute();
  await sql`insert into recovery_codes values (${userId}, sha256('code'))`.execute(owner);
  await sql`insert into passwords (user_id, hash) values (${userId}, 'a hash')`.execute(owner);
  await sql`insert into super_admins (user_id) values (${userId})`.execute(owner);
}

/** Every row but versions. */
export const everything = () => everyRow(product.database, ['version']);

/** Everything that a backup made now would hold. */
export async function dump(): Promise<string> {
  const lines: string[] = [];
  for await (const text of backup(product.database)) lines.push(text);
  return lines.join('');
}

export const SUBJECTS = ['school', 'user', 'case', 'team', 'student', 'tournament'] as const;
export type Deletable = (typeof SUBJECTS)[number];
export const isEntry = (subject: Deletable) => subject === 'team' || subject === 'student' || subject === 'tournament';
export const idOf = (subject: Deletable): string => target[`${subject}Id`];

export type Person = { token: string | undefined };
export function remove(subject: Deletable, person: Person = manager) {
  const calls = callsAs(product, person);
  const { schoolId, userId, caseId } = target;
  switch (subject) {
    case 'school':
      return calls.schools.remove({ schoolId });
    case 'user':
      return calls.users.remove({ userId });
    case 'case':
      return calls.cases.remove({ caseId });
    case 'team':
    case 'student':
    case 'tournament':
      return calls[`${subject}s`].remove({ schoolId, id: idOf(subject) });
  }
}
export function restore(subject: Deletable, person: Person = manager) {
  const { deletedEntries, deletedRecords } = callsAs(product, person);
  const id = idOf(subject);
  return isEntry(subject) ? deletedEntries.restore({ schoolId: target.schoolId, id }) : deletedRecords.restore({ id });
}
export function forget(subject: Deletable, person: Person = manager) {
  const { deletedEntries, deletedRecords } = callsAs(product, person);
  const id = idOf(subject);
  return isEntry(subject)
    ? deletedEntries.deleteForGood({ schoolId: target.schoolId, id })
    : deletedRecords.deleteForGood({ id });
}
export const listed = async (subject: Deletable, person: Person = manager) => {
  const { deletedEntries, deletedRecords } = callsAs(product, person);
  const rows = isEntry(subject)
    ? await deletedEntries.inSchool({ schoolId: target.schoolId })
    : await deletedRecords.list({ subject });
  return rows.filter(({ id }) => id === idOf(subject));
};

/** Adds copies of the student, who is deleted, as if others had been deleted too. */
export async function addCopies(count: number): Promise<void> {
  const { schoolId, studentId } = target;
  await fill(
    product.database.owner,
    sql`insert into deleted_records (record_id, subject, label, school_id, names)
      select gen_random_uuid(), 'student', name, ${schoolId}::uuid, array[name]
        from generate_series(1, ${count}::int) number cross join concat('Student ', number) name`,
    sql`insert into deleted_rows (record_id, table_name, columns, rows)
      select r.record_id, d.table_name, d.columns, jsonb_build_array(d.rows -> 0 || jsonb_build_object('id', r.record_id, 'name', r.label))
        from deleted_records r, deleted_rows d
        where r.label like 'Student %' and r.school_id = ${schoolId}::uuid
          and d.record_id = ${studentId}::uuid and d.table_name = 'students'`,
  );
}
