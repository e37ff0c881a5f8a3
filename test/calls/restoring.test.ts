// What is deleted can be restored for 30 days, with all that went with it, by those who may delete it.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SIGNED_OUT, may, type Actor, type Subject } from '#contract/permissions.ts';
import { seasonOf } from '#contract/seasons.ts';
import { backup } from '#server/backup/backup.ts';
import { deleteOldCopies } from '#server/database/deleted.ts';
import { deleteOutdatedBooks } from '#server/season/keep-until.ts';
import { runPeopleCommand } from '#server/people/people.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, PASSWORD, scoresOf } from '../people.ts';
import { makeTarget, type Target } from '../permission-rows.ts';
import { everyRow } from './every-row.ts';
import { refused } from './refused.ts';

let product: InProcess;
let target: Target;
let manager: Awaited<ReturnType<typeof addPerson>>;
let staff: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  product = await startInProcess();
  manager = await addPerson(product.database, { dbManager: true, name: 'Dana Base' });
});
afterAll(() => product.close());
beforeEach(async () => {
  target = await makeTarget(product.database);
  staff = await addPerson(product.database, { roles: { [target.schoolId]: 'admin' }, name: 'Ada Staff' });
  await fillIn();
});

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
  await sql`insert into recovery_codes values (${userId}, sha256('code'))`.execute(owner);
  await sql`insert into passwords (user_id, hash) values (${userId}, 'a hash')`.execute(owner);
  await sql`insert into super_admins (user_id) values (${userId})`.execute(owner);
}

/** Every row but versions. */
const everything = () => everyRow(product.database, ['version']);

/** Everything that a backup made now would hold. */
async function dump(): Promise<string> {
  const lines: string[] = [];
  await backup(product.database, async (text) => void lines.push(text));
  return lines.join('');
}

const SUBJECTS = ['school', 'user', 'case', 'team', 'student', 'tournament'] as const;
type Deletable = (typeof SUBJECTS)[number];
const isEntry = (subject: Deletable) => subject === 'team' || subject === 'student' || subject === 'tournament';
const idOf = (subject: Deletable): string => target[`${subject}Id`];

type Person = { token: string | undefined };
function remove(subject: Deletable, person: Person = manager) {
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
function restore(subject: Deletable, person: Person = manager) {
  const { deletedEntries, deletedRecords } = callsAs(product, person);
  const id = idOf(subject);
  return isEntry(subject) ? deletedEntries.restore({ schoolId: target.schoolId, id }) : deletedRecords.restore({ id });
}
function forget(subject: Deletable, person: Person = manager) {
  const { deletedEntries, deletedRecords } = callsAs(product, person);
  const id = idOf(subject);
  return isEntry(subject)
    ? deletedEntries.deleteForGood({ schoolId: target.schoolId, id })
    : deletedRecords.deleteForGood({ id });
}
const listed = async (subject: Deletable, person: Person = manager) => {
  const { deletedEntries, deletedRecords } = callsAs(product, person);
  const rows = isEntry(subject)
    ? await deletedEntries.inSchool({ schoolId: target.schoolId })
    : await deletedRecords.list({ subject });
  return rows.filter(({ id }) => id === idOf(subject));
};

test.each(SUBJECTS)('a restored %s is as before, with everything that went with it', async (subject) => {
  const before = await everything();
  await remove(subject);
  expect(await everything()).not.toEqual(before);
  await restore(subject);
  expect(await everything()).toEqual(before);
  expect(await listed(subject)).toEqual([]);
});

test('a restored record keeps its id and has a new version and an entry in the history', async () => {
  await remove('school');
  await restore('school');
  const calls = callsAs(product, manager);
  expect(await calls.schools.details({ schoolId: target.schoolId })).toMatchObject({ version: 2 });
  const { rows } = await calls.history.list({ recordId: target.schoolId, subject: 'school' });
  expect(rows.map(({ action, by }) => [action, by?.name])).toEqual([
    ['restore', 'Dana Base'],
    ['delete', 'Dana Base'],
    ['create', undefined],
  ]);
  const { rows: students } = await calls.history.list({ recordId: target.studentId, subject: 'student' });
  expect(students.map(({ label }) => label)).not.toContain('Deleted student');
});

test('the list says what was deleted, by whom, and what went with it, and never what is kept of it', async () => {
  await remove('tournament', staff);
  const found = await listed('tournament', staff);
  expect(found).toMatchObject([
    {
      subject: 'tournament',
      label: `${target.teamName} (${seasonOf(new Date())})`,
      by: 'Ada Staff',
      daysLeft: 30,
      wentWith: { rounds: 2, ballots: 1 },
    },
  ]);
  expect(Object.keys(found[0] ?? {}).toSorted()).toEqual([
    'at',
    'by',
    'daysLeft',
    'id',
    'label',
    'subject',
    'wentWith',
  ]);
  await remove('school');
  expect(await listed('school')).toMatchObject([
    { wentWith: { assignments: 2, teams: 1, students: 1, tournaments: 0 } },
  ]);
});

test.each(['team', 'student', 'tournament'] as const)(
  'a deleted %s doesn’t count itself among the records deleted with it',
  async (subject) => {
    await remove(subject, staff);
    expect(await listed(subject, staff)).toMatchObject([{ wentWith: { teams: 0, students: 0, tournaments: 0 } }]);
  },
);

test('a restored user signs in with the old password, and no old session is open', async () => {
  const person = await addPerson(product.database);
  target = { ...target, userId: person.userId };
  await remove('user');
  const signIn = () => product.browser().calls.session.signIn({ email: person.email, password: PASSWORD });
  expect(await refused(signIn())).toMatchObject({ status: 401 });
  await restore('user');
  expect(await refused(callsAs(product, person).assignments.mine())).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await refused(signIn())).toEqual({ code: 'none' });
});

describe('only those who may delete a record', () => {
  const KINDS = ['signed out', 'stranger', 'viewer', 'admin', 'primary', 'super admin', 'database manager'] as const;
  async function personOf(kind: (typeof KINDS)[number]): Promise<Person & { actor: Actor }> {
    const { database } = product;
    if (kind === 'signed out') return { token: undefined, actor: SIGNED_OUT };
    const elsewhere = kind === 'stranger' ? (await makeTarget(database)).schoolId : target.schoolId;
    return addPerson(database, {
      roles:
        kind === 'stranger'
          ? { [elsewhere]: 'primary' }
          : /admin$|manager/.test(kind) && kind !== 'admin'
            ? {}
            : { [target.schoolId]: kind as 'viewer' },
      superAdmin: kind === 'super admin',
      dbManager: kind === 'database manager',
    });
  }
  const isRefused = async (answer: Promise<unknown>) => (await refused(answer)).code !== 'none';

  test.each(SUBJECTS)('see a deleted %s, restore it, and delete it for good', async (subject: Deletable) => {
    for (const kind of KINDS) {
      const person = await personOf(kind);
      const allowed = may(
        person.actor,
        'delete',
        subject satisfies Subject,
        isEntry(subject) ? target.schoolId : undefined,
      );
      await remove(subject);
      const seen = await listed(subject, person).catch(() => []);
      expect([kind, seen.length > 0]).toEqual([kind, allowed]);
      expect([kind, await isRefused(restore(subject, person))]).toEqual([kind, !allowed]);
      if (allowed) await remove(subject);
      expect([kind, await isRefused(forget(subject, person))]).toEqual([kind, !allowed]);
      if (allowed) {
        target = await makeTarget(product.database);
      } else {
        await restore(subject);
      }
    }
  });
});

describe('a restore is refused', () => {
  test('when the name is taken by now', async () => {
    await remove('team', staff);
    const { teams } = callsAs(product, staff);
    const other = await teams.add({ schoolId: target.schoolId, id: randomUUID(), name: target.teamName });
    expect(await refused(restore('team', staff))).toMatchObject({ code: 'TAKEN', status: 409 });
    await teams.remove({ schoolId: target.schoolId, id: other.id });
    expect(await refused(restore('team', staff))).toEqual({ code: 'none' });
  });

  test('when the email address is taken by now', async () => {
    const { owner } = product.database;
    const { email } = await owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', target.userId)
      .executeTakeFirstOrThrow();
    await remove('user');
    await owner.insertInto('users').values({ email, name: 'Another One' }).execute();
    expect(await refused(restore('user'))).toMatchObject({ code: 'TAKEN' });
  });

  test('after 30 days, when nothing is left of it', async () => {
    const aged = (days: number) =>
      sql`update deleted_records set deleted_at = now() - make_interval(days => ${days}::int)
        where record_id = ${target.studentId}::uuid`.execute(product.database.owner);
    await remove('student', staff);
    await aged(29);
    expect(await listed('student', staff)).toMatchObject([{ daysLeft: 1 }]);
    await aged(30);
    expect(await listed('student', staff)).toEqual([]);
    expect(await refused(restore('student', staff))).toMatchObject({ code: 'NOT_FOUND' });
    await deleteOldCopies(product.database);
    expect(await refused(restore('student', staff))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('while what it belongs to, or what refers to it, is deleted; in the opposite order both come back whole', async () => {
    const before = await everything();
    await remove('student', staff);
    await remove('tournament', staff);
    await remove('user');
    await remove('school');
    const { rows } = await sql<{ name: string }>`select label as name from deleted_records
      where record_id = ${target.schoolId}::uuid`.execute(product.database.owner);
    expect(await refused(restore('student'))).toMatchObject({
      code: 'NEEDS_ANOTHER',
      message: `Restore “${rows[0]?.name}” first.`,
    });
    for (const subject of ['school', 'user', 'tournament', 'student'] as const) await restore(subject);
    expect(await everything()).toEqual(before);
  });

  test('for people who can’t restore the school that it needs', async () => {
    const superAdmin = await addPerson(product.database, { superAdmin: true });
    await remove('team', staff);
    await remove('school');
    expect(await refused(restore('team', superAdmin))).toMatchObject({ code: 'NEEDS_SCHOOL', status: 409 });
    expect(await refused(restore('team'))).toMatchObject({ code: 'NEEDS_ANOTHER' });
  });
});

test('what somebody has changed since stays', async () => {
  const { students, teams } = callsAs(product, staff);
  await remove('team', staff);
  const { schoolId } = target;
  const other = await teams.add({ schoolId, id: randomUUID(), name: 'Another Team' });
  const [student] = await students.inSchool({ schoolId });
  await students.update({
    schoolId,
    id: target.studentId,
    version: student?.version ?? 0,
    changed: { teamId: other.id },
  });
  await restore('team', staff);
  expect(await students.inSchool({ schoolId })).toMatchObject([{ teamId: other.id }]);
});

test('restoring leaves a reference to a permanently deleted record empty', async () => {
  await remove('tournament', staff);
  await remove('case');
  await forget('case');
  await restore('tournament', staff);
  const { tournaments } = callsAs(product, staff);
  expect(await tournaments.inSchool({ schoolId: target.schoolId })).toMatchObject([{ caseId: null }]);
});

test('of two people who restore at the same moment, one does and nothing is there twice', async () => {
  const before = await everything();
  await remove('tournament', staff);
  const answers = await Promise.all([restore('tournament', staff), restore('tournament')]);
  const names = answers.map(({ by }) => by);
  expect([['Dana Base', null], [null, 'Ada Staff']]).toContainEqual(names); // prettier-ignore
  expect(await everything()).toEqual(before);
});

describe('a record that is restored already', () => {
  test.each(['school', 'student'] as const)('names who has restored the %s', async (subject) => {
    await remove(subject);
    await restore(subject);
    const other = await addPerson(product.database, { dbManager: true });
    expect(await restore(subject, other)).toEqual({ by: 'Dana Base' });
    // A call that is sent again after its answer was lost.
    expect(await restore(subject)).toEqual({ by: null });
  });

  test('names nobody to people who may not restore it', async () => {
    await remove('team');
    await restore('team');
    const stranger = await addPerson(product.database, { roles: { [target.spareSchoolId]: 'primary' } });
    const asked = callsAs(product, stranger).deletedEntries.restore({
      schoolId: target.spareSchoolId,
      id: target.teamId,
    });
    expect(await refused(asked)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is no longer there once it is deleted for good', async () => {
    for (const change of [remove, restore, remove, forget]) await change('team', staff);
    expect(await refused(restore('team', staff))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test.each(SUBJECTS)(
  'the history says who has deleted a %s for good, without the name of a student',
  async (subject) => {
    await remove(subject);
    const [{ label } = { label: '' }] = await listed(subject);
    await forget(subject);
    const { rows } = await callsAs(product, manager).history.list({ recordId: idOf(subject), subject });
    expect(rows.map(({ action }) => action).slice(0, 2)).toEqual(['deleteForGood', 'delete']);
    expect(rows[0]).toMatchObject({
      by: { name: 'Dana Base' },
      label: subject === 'student' ? 'Deleted student' : label,
      parentId: isEntry(subject) ? target.schoolId : null,
      before: null,
      after: null,
    });
  },
);

describe('a student’s name', () => {
  const name = 'Zebulon Quill';
  beforeEach(async () => {
    const { owner } = product.database;
    await owner.updateTable('students').set({ name }).where('id', '=', target.studentId).execute();
    await sql`update ballot_scores set comments = '{"p open": "Zebulon was calm"}' where ballot_id = ${target.ballotId}::uuid`.execute(
      owner,
    );
    expect(await dump()).toMatch(/Zebulon/);
  });

  test('is in no comment on any of several parts of one round', async () => {
    const { ballotId, roundId, schoolId, studentId } = target;
    const { owner } = product.database;
    await owner.insertInto('roundParts').values({ schoolId, roundId, part: 'close', studentId }).execute();
    await sql`update ballot_scores set comments = '{"p open": "Zebulon was calm", "p close": "Zebulon was loud"}'
      where ballot_id = ${ballotId}::uuid`.execute(owner);
    await callsAs(product, staff).students.anonymize({ schoolId, id: studentId });
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is kept after a deletion for the restore, and is in no table once the student is deleted for good', async () => {
    await remove('student', staff);
    expect(await dump()).toMatch(/Zebulon Quill/);
    await forget('student', staff);
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is in no table when its 30 days are over', async () => {
    await remove('student', staff);
    await sql`update deleted_records set deleted_at = now() - interval '31 days'`.execute(product.database.owner);
    await deleteOldCopies(product.database);
    expect(await dump()).not.toMatch(/Zebulon/);
  });

  test('is in no table once the student is anonymized', async () => {
    await callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
    expect(await dump()).not.toMatch(/Zebulon/);
    expect(await listed('student', staff)).toEqual([]);
  });

  test.each(['anonymized', 'deleted for good'])(
    'is in no comment on a ballot deleted before the student was %s',
    async (how) => {
      await remove('tournament', staff);
      if (how === 'anonymized') {
        await callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
      } else {
        await remove('student', staff);
        await forget('student', staff);
      }
      expect(await dump()).not.toMatch(/Zebulon/);
      await restore('tournament', staff);
      expect(await dump()).not.toMatch(/Zebulon/);
    },
  );

  /** Where people write about a student, besides comments on the student's parts. */
  const writeEverywhere = async () => {
    const { owner } = product.database;
    const { ballotId, importId, schoolId } = target;
    const correct = (field: string, reason: string) =>
      sql`insert into score_corrections (ballot_id, school_id, field, after, reason)
        values (${ballotId}::uuid, ${schoolId}::uuid, ${field}, 6, ${reason})`.execute(owner);
    await correct('pOpen', 'Zebulon’s 7 was a 6');
    await correct('dClose', 'Like Quill, Zebulon: misread');
    await sql`update season_imports set file_name = 'fall_zebulon-quill.csv' where id = ${importId}::uuid`.execute(
      owner,
    );
    await sql`update access_requests set note = 'I coach ZEBULON QUILL.' where school_id = ${schoolId}::uuid`.execute(
      owner,
    );
    await sql`update ballot_scores set comments = '{"d open": "Better than Zebulon Quill", "p close": "Warm"}'
      where ballot_id = ${ballotId}::uuid`.execute(owner);
  };

  test.each(['anonymized', 'deleted for good', 'anonymized after the tournament was deleted'])(
    'is in no text that others wrote once the student is %s, and the rest of the text stays',
    async (how) => {
      await writeEverywhere();
      if (how.endsWith('tournament was deleted')) await remove('tournament', staff);
      if (how.startsWith('anonymized')) {
        await callsAs(product, staff).students.anonymize({ schoolId: target.schoolId, id: target.studentId });
      } else {
        await remove('student', staff);
        await forget('student', staff);
      }
      expect(await dump()).not.toMatch(/zebulon.{0,3}quill/i);
      if (how.endsWith('tournament was deleted')) await restore('tournament', staff);
      const calls = callsAs(product, staff);
      const ballots = await calls.keptBallots.ofRound({ schoolId: target.schoolId, roundId: target.roundId });
      const { comments, corrections } = ballots.find(({ id }) => id === target.ballotId)!;
      expect(comments).toEqual({ 'd open': 'Better than a student', 'p close': 'Warm' });
      // The first name alone is removed where it means the student: in reasons for their own scores.
      expect(corrections.slice(-2)).toMatchObject([
        { reason: 'a student’s 7 was a 6' },
        { reason: 'Like a student: misread' },
      ]);
      const [imported] = await calls.seasonFiles.imports({ schoolId: target.schoolId });
      expect(imported).toMatchObject({ fileName: 'fall_a student.csv' });
    },
  );

  test('stays in texts if another student has the same name', async () => {
    await sql`update season_imports set file_name = 'fall_zebulon-quill.csv' where id = ${target.importId}::uuid`.execute(
      product.database.owner,
    );
    await remove('student', staff);
    const { students } = callsAs(product, staff);
    const { id } = await students.add({ schoolId: target.schoolId, id: randomUUID(), name, teamId: null });
    await forget('student', staff);
    expect(await dump()).toMatch(/fall_zebulon-quill.csv/);
    await students.anonymize({ schoolId: target.schoolId, id });
    expect(await dump()).not.toMatch(/zebulon.{0,3}quill/i);
  });

  test('goes for good with the school', async () => {
    await remove('student', staff);
    await remove('school');
    await forget('school');
    expect(await dump()).not.toMatch(/Zebulon/);
  });
});

describe('what a season book has kept', () => {
  const isKept = async (): Promise<boolean> => {
    const { rows } = await sql<{ kept: boolean }>`select count(*) > 0 as kept from deleted_rows
      join deleted_records using (record_id) where school_id = ${target.schoolId}::uuid and table_name = 'ballot_scores'`.execute(
      product.database.owner,
    );
    return rows[0]?.kept ?? false;
  };

  test('Delete everything also permanently deletes it from deleted tournaments and students', async () => {
    const primary = await addPerson(product.database, { roles: { [target.schoolId]: 'primary' } });
    await remove('student', staff);
    await remove('tournament', staff);
    expect(await isKept()).toBe(true);
    await callsAs(product, primary).seasonBook.deleteEverything({ schoolId: target.schoolId });
    expect(await isKept()).toBe(false);
    await restore('tournament', staff);
    await restore('student', staff);
    const { rows } = await sql`select 1 from rounds where school_id = ${target.schoolId}::uuid`.execute(
      product.database.owner,
    );
    expect(rows).toEqual([]);
  });

  test.each(['tournament', 'school'] as const)(
    'is permanently deleted from a deleted %s after its last day',
    async (subject) => {
      await sql`update season_books set keep_until = current_date - 2 where school_id = ${target.schoolId}::uuid`.execute(
        product.database.owner,
      );
      await remove(subject);
      expect(await isKept()).toBe(true);
      await deleteOutdatedBooks(product.database);
      expect(await isKept()).toBe(false);
      expect(await refused(restore(subject))).toEqual({ code: 'none' });
    },
  );
});

test('what support removes on the command line can’t be restored', async () => {
  const { owner } = product.database;
  const { email } = await owner
    .selectFrom('users')
    .select('email')
    .where('id', '=', target.userId)
    .executeTakeFirstOrThrow();
  await runPeopleCommand(product.database, ['remove', email, '--yes']);
  const { rows } = await sql`select 1 from deleted_records where record_id = ${target.userId}::uuid`.execute(owner);
  expect(rows).toEqual([]);
});
