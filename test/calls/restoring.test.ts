// Deleted records can be restored for 30 days, with everything that was deleted with them, by those who may delete them.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { SIGNED_OUT, may, type Actor, type Subject } from '#contract/permissions.ts';
import { seasonOf } from '#contract/seasons.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { clockOf } from '../clock.ts';
import { openTestDatabase } from '../database.ts';
import { fill } from '../fill.ts';
import { startInProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs, PASSWORD } from '../people.ts';
import { makeTarget } from '../permissions/target.ts';
import { refused } from './refused.ts';
import {
  product,
  target,
  manager,
  staff,
  deletableWorld,
  everything,
  aimAt,
  type Person,
  SUBJECTS,
  type Deletable,
  isEntry,
  remove,
  restore,
  forget,
  listed,
  addCopies,
} from './deletable-world.ts';
import { withTryOutsOf } from './every-row.ts';

deletableWorld();

test.each(SUBJECTS)('a restored %s is as before, with everything that was deleted with it', async (subject) => {
  const before = await everything();
  await remove(subject);
  const without = await everything();
  expect(without).not.toEqual(before);
  await restore(subject);
  expect(await everything()).toEqual(withTryOutsOf(without, before));
  expect(await listed(subject)).toEqual([]);
});

test.each([
  ['school', [0, 0, 0]],
  ['user', [2, 2, 2]],
  ['student', [2, 1, 2]],
] as const)('what a deleted %s had in a try-out is gone for good', async (subject, left) => {
  const count = async () => {
    const rows = await everything();
    return (['try_outs', 'try_out_candidates', 'try_out_ratings'] as const).map((table) => rows[table]?.length);
  };
  const { owner } = product.database;
  await owner.deleteFrom('tryOuts').where('schoolId', '!=', target.schoolId).execute();
  expect(await count()).toEqual([2, 2, 3]);
  await remove(subject);
  expect(await count()).toEqual(left);
  await restore(subject);
  expect(await count()).toEqual(left);
});

test('a restored record keeps its id and version, and has an entry in the history', async () => {
  const calls = callsAs(product, manager);
  const { version } = (await calls.schools.details({ schoolId: target.schoolId }))!;
  await remove('school');
  await restore('school');
  expect(await calls.schools.details({ schoolId: target.schoolId })).toMatchObject({ version });
  const { rows } = await calls.history.list({ recordId: target.schoolId, subject: 'school' });
  expect(rows.map(({ action, by }) => [action, by?.name])).toEqual([
    ['restore', 'Dana Base'],
    ['delete', 'Dana Base'],
    ['create', undefined],
  ]);
  const { rows: students } = await calls.history.list({ recordId: target.studentId, subject: 'student' });
  expect(students.map(({ label }) => label)).not.toContain('Deleted student');
});

test('the list says what was deleted, by whom, and what else, but not the contents', async () => {
  await remove('tournament', staff);
  const found = await listed('tournament', staff);
  expect(found).toMatchObject([
    {
      subject: 'tournament',
      label: `${target.teamName} (${seasonOf(new Date())})`,
      by: 'Ada Staff',
      daysLeft: 30,
      alsoDeleted: { rounds: 2, ballots: 1 },
    },
  ]);
  expect(Object.keys(found[0] ?? {}).toSorted()).toEqual([
    'alsoDeleted',
    'at',
    'by',
    'daysLeft',
    'id',
    'label',
    'subject',
  ]);
  await remove('school');
  expect(await listed('school')).toMatchObject([
    { alsoDeleted: { assignments: 2, teams: 1, students: 1, tournaments: 0 } },
  ]);
});

test('a deleted tournament stays listed after the import of 2,000 students was undone', async () => {
  await remove('tournament');
  await sql`insert into deleted_records (record_id, subject, label, school_id, went_with)
    select gen_random_uuid(), 'student', 'Student ' || number, ${target.schoolId}, '{"students": 1}' from generate_series(1, 2000) number`.execute(
    product.database.owner,
  );
  const entries = await callsAs(product, staff).deletedEntries.inSchool({ schoolId: target.schoolId });
  expect(entries.filter(({ subject }) => subject === 'student')).toHaveLength(2000);
  expect(entries).toContainEqual(expect.objectContaining({ id: target.tournamentId }));
});

test('a large tournament is restored after 1,500 students were deleted, too', async () => {
  const { schoolId, tournamentId } = target;
  const { owner } = product.database;
  await fill(
    owner,
    sql`insert into students (school_id, name) select ${schoolId}, 'Student ' || number from generate_series(1, 1500) number`,
    // A round of each student, with the student's id.
    sql`insert into rounds (id, school_id, tournament_id, number, side, opponent)
      select id, school_id, ${tournamentId}, 2, 'p', '' from students where school_id = ${schoolId}`,
    sql`insert into round_parts (round_id, school_id, part, student_id)
      select id, school_id, 'open', id from students where school_id = ${schoolId}`,
  );
  await remove('student');
  await addCopies(1500);
  await restore('student');
  await remove('tournament');
  expect(await restore('tournament')).toEqual({ by: null });
});

test.each(['team', 'student', 'tournament'] as const)(
  'a deleted %s doesn’t count itself among the records deleted with it',
  async (subject) => {
    await remove(subject, staff);
    expect(await listed(subject, staff)).toMatchObject([{ alsoDeleted: { teams: 0, students: 0, tournaments: 0 } }]);
  },
);

test('a restored user signs in with the old password, and no old session is open', async () => {
  const person = await addPerson(product.database);
  aimAt({ ...target, userId: person.userId });
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
    const people = await Promise.all(KINDS.map(async (kind) => ({ kind, ...(await personOf(kind)) })));
    const mayDelete = ({ actor }: { actor: Actor }) =>
      may(actor, 'delete', subject satisfies Subject, isEntry(subject) ? target.schoolId : undefined);
    const sees = async (person: Person) => (await listed(subject, person).catch(() => [])).length > 0;
    await remove(subject);
    for (const { kind, ...person } of people.filter((each) => !mayDelete(each))) {
      expect([kind, await sees(person)]).toEqual([kind, false]);
      expect([kind, await isRefused(restore(subject, person))]).toEqual([kind, true]);
      expect([kind, await isRefused(forget(subject, person))]).toEqual([kind, true]);
    }
    await restore(subject);
    for (const { kind } of people.filter(mayDelete)) {
      const person = await personOf(kind);
      await remove(subject);
      expect([kind, await sees(person), await isRefused(restore(subject, person))]).toEqual([kind, true, false]);
      await remove(subject);
      expect([kind, await isRefused(forget(subject, person))]).toEqual([kind, false]);
      aimAt(await makeTarget(product.database));
    }
  });
});

test('what somebody has changed since isn’t overwritten', async () => {
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

test('if two people restore a record at the same moment, one succeeds and nothing is duplicated', async () => {
  const before = await everything();
  await remove('tournament', staff);
  const answers = await Promise.all([restore('tournament', staff), restore('tournament')]);
  const names = answers.map(({ by }) => by);
  expect([['Dana Base', null], [null, 'Ada Staff']]).toContainEqual(names); // prettier-ignore
  expect(await everything()).toEqual(before);
});

test('30 days are left of a record that was just deleted, also when daylight saving time ends before they are over', async () => {
  const opened = await openTestDatabase({ made: 'with a clock' });
  await sql`do $$ begin
    execute format('alter database %I set timezone = ''America/New_York''', current_database());
  end $$`.execute(opened.owner);
  await clockOf(opened).set('2026-10-20T12:00:00Z');
  const server = await startInProcess({}, openPostgresDatabase(opened.fastUrl, { pool: 1 }));
  const { id: schoolId, teamId } = await addSchool(opened, 'Alder Creek');
  const calls = callsAs(server, await addPerson(opened, { roles: { [schoolId]: 'admin' } }));
  await calls.teams.remove({ schoolId, id: teamId });
  expect(await calls.deletedEntries.inSchool({ schoolId })).toMatchObject([{ daysLeft: 30 }]);
  await server.close();
  await opened.close();
});
