// The calls of the admin area about users and their assignments.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MAX_COUNTED } from '#contract/columns.ts';
import {
  adminAreaWorld,
  server,
  superAdmin,
  dbManager,
  gone,
  addUser,
  addSchool,
  clientOf,
} from './admin-area-world.ts';

adminAreaWorld();

describe('users', () => {
  test('a deleted user loses sign-in, sessions and assignments, and keeps a name in the history', async () => {
    const schoolId = await addSchool('Left Behind');
    const userId = await addUser('Short Stay', 'short@example.test');
    await server.database.owner.insertInto('superAdmins').values({ userId }).execute();
    const theirs = await clientOf(userId);
    const renamed = await theirs.schools.update({ schoolId, version: 1, changed: { name: 'Touched' } });
    expect(renamed.name).toBe('Touched');
    await superAdmin.assignments.assign({ userId, schoolId, role: 'primary' });
    expect(await superAdmin.users.deletionImpact({ userId })).toEqual({ assignments: 1, lastPrimaryOf: ['Touched'] });
    await expect(superAdmin.users.remove({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dbManager.users.remove({ userId });
    await expect(theirs.schools.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await superAdmin.assignments.ofSchool({ schoolId })).rows).toEqual([]);
    const { rows } = await superAdmin.history.list({ byId: userId });
    expect(rows).toMatchObject([
      {
        by: { id: userId, name: 'Short Stay', email: 'short@example.test' },
        before: { name: 'Left Behind' },
        after: { name: 'Touched' },
      },
    ]);
    await expect(dbManager.users.remove({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('count as a school’s last Primary Admin only if there is no other', async () => {
    const [userId, otherId] = [await addUser('Two Schools'), await addUser('Another')];
    const [alone, shared, viewed] = [await addSchool('Alone'), await addSchool('Shared'), await addSchool('Viewed')];
    await superAdmin.assignments.assign({ userId, schoolId: alone, role: 'primary' });
    await superAdmin.assignments.assign({ userId: otherId, schoolId: alone, role: 'admin' });
    for (const each of [userId, otherId])
      await superAdmin.assignments.assign({ userId: each, schoolId: shared, role: 'primary' });
    await superAdmin.assignments.assign({ userId, schoolId: viewed, role: 'viewer' });
    const impact = { assignments: 3, lastPrimaryOf: ['Alone'] };
    expect(await superAdmin.users.deletionImpact({ userId })).toEqual(impact);
  });

  test('have details until they are deleted', async () => {
    const [userId] = [await addUser('Detailed', 'detailed@example.test'), await addUser('Somebody Else')];
    const details = { id: userId, name: 'Detailed', email: 'detailed@example.test', version: 1 };
    expect(await superAdmin.users.details({ userId })).toEqual(details);
    expect(await superAdmin.users.details({ userId: gone })).toBeNull();
  });

  test('users can be renamed and found by email, and are sorted by email by default', async () => {
    const userId = await addUser('Zoë Old', 'aaa@sorted.test');
    await addUser('Alan First', 'bbb@sorted.test');
    await superAdmin.users.update({ userId, version: 1, changed: { name: 'Zoë New' } });
    const names = async (sort?: 'name' | 'email') =>
      (await superAdmin.users.list({ search: 'sorted.test', column: 'email', sort })).rows.map(({ name }) => name);
    expect(await names()).toEqual(['Zoë New', 'Alan First']);
    expect(await names('name')).toEqual(['Alan First', 'Zoë New']);
    expect((await superAdmin.users.list({ search: 'zoe n', count: true })).count).toBe(1);
    const { rows } = await superAdmin.history.list({ recordId: userId, subject: 'user' });
    expect(rows[0]).toMatchObject({ action: 'update', before: { name: 'Zoë Old' }, after: { name: 'Zoë New' } });
  });

  test('few, many and late matches are counted and listed in order, page by page', async () => {
    // More rows than the server scans in order before it sorts the matches instead. The late matches come last.
    await sql`alter table users disable trigger user`.execute(server.database.owner);
    await sql`insert into users (email, name)
      select 'crowd' || to_char(n, 'FM0000') || '@example.test', case when n > 5200 then 'Late' else 'Early' end || ' Crowd ' || n % 2000
      from generate_series(1, 5600) n`.execute(server.database.owner);
    const everybody = Array.from({ length: 5600 }, (_, index) => ({
      email: `crowd${String(index + 1).padStart(4, '0')}@example.test`,
      name: `${index + 1 > 5200 ? 'Late' : 'Early'} Crowd ${(index + 1) % 2000}`,
    }));
    for (const search of ['crowd0017', 'crowd 1999', 'crowd00', 'late crowd', 'la', 'early', 'crowd']) {
      const matching = everybody.filter(({ email, name }) => `${email} ${name}`.toLowerCase().includes(search));
      const first = await superAdmin.users.list({ search, sort: 'email', count: true });
      expect(first.count, search).toBe(Math.min(matching.length, MAX_COUNTED));
      const second = first.next ? (await superAdmin.users.list({ search, sort: 'email', after: first.next })).rows : [];
      expect(
        [...first.rows, ...second].map(({ email }) => email),
        search,
      ).toEqual(matching.slice(0, 100).map(({ email }) => email));
    }
    await server.database.owner.deleteFrom('users').where('email', 'like', 'crowd%').execute();
    await sql`alter table users enable trigger user`.execute(server.database.owner);
  });

  test('the history contains no sign-ins and no passwords', async () => {
    const userId = await addUser('Signs In');
    await server.database.owner
      .updateTable('users')
      .set({ lastSignIn: new Date(), mustChangePassword: true })
      .where('id', '=', userId)
      .execute();
    const { rows } = await superAdmin.history.list({ recordId: userId });
    expect(rows.map(({ action }) => action)).toEqual(['create']);
    expect(Object.keys(rows[0]?.after ?? {}).toSorted()).toEqual(['email', 'name']);
    expect(rows[0]?.by).toBeNull();
  });
});

describe('assignments', () => {
  test('only unassigned people are offered for a school, and only unassigned schools for a person', async () => {
    const schoolId = await addSchool('Offering');
    const userId = await addUser('Offered Person');
    const offered = async () => [
      (await superAdmin.users.notInSchool({ schoolId, search: 'offered' })).length,
      (await superAdmin.schools.notOfUser({ userId, search: 'offering' })).length,
    ];
    expect(await offered()).toEqual([1, 1]);
    await superAdmin.assignments.assign({ userId, schoolId, role: 'viewer' });
    expect(await offered()).toEqual([0, 0]);
    expect((await superAdmin.assignments.ofUser({ userId })).rows).toMatchObject([
      { role: 'viewer', school: { name: 'Offering' } },
    ]);
    expect((await superAdmin.assignments.ofSchool({ schoolId })).rows).toMatchObject([
      { role: 'viewer', user: { name: 'Offered Person' } },
    ]);
  });

  test('people and schools are offered by name, all of them or those that match', async () => {
    const schoolId = await addSchool('Offering to many');
    const userId = await addUser('Wants schools');
    for (const name of ['Ołena', 'Bea', 'Zoe']) await addUser(`Pickable ${name}`);
    for (const name of ['Birch', 'Alder']) await addSchool(`Pickable ${name}`);
    const people = async (search?: string) =>
      (await superAdmin.users.notInSchool({ schoolId, search })).map(({ name }) => name);
    const schools = async (search?: string) =>
      (await superAdmin.schools.notOfUser({ userId, search })).map(({ name }) => name);
    expect(await people(' pickable ')).toEqual(['Pickable Bea', 'Pickable Ołena', 'Pickable Zoe']);
    expect(await people('pickable zoe')).toEqual(['Pickable Zoe']);
    expect(await schools(' pickable ')).toEqual(['Pickable Alder', 'Pickable Birch']);
    expect(await schools('pickable b')).toEqual(['Pickable Birch']);
    const everybody = (await superAdmin.users.list({ sort: 'name' })).rows.map(({ name }) => name);
    expect(await people()).toEqual(await people(' '));
    expect(await people()).toEqual(everybody.slice(0, 20));
    const allSchools = (await superAdmin.schools.list({})).rows.map(({ name }) => name);
    expect(await schools()).toEqual(await schools(' '));
    expect(await schools()).toEqual(allSchools.slice(0, 20));
  });

  test('assigning someone twice has no effect, and a different role is refused', async () => {
    const schoolId = await addSchool('Twice');
    const userId = await addUser('Twice');
    const assignment = { userId, schoolId, role: 'admin' } as const;
    expect(await superAdmin.assignments.assign(assignment)).toEqual(await superAdmin.assignments.assign(assignment));
    const other = superAdmin.assignments.assign({ ...assignment, role: 'viewer' });
    await expect(other).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('already assigned'),
    });
    expect(await superAdmin.assignments.countsByRole({ schoolId })).toEqual({ primary: 0, admin: 1, viewer: 0 });
  });

  test('a role change can be undone, and the history shows both steps', async () => {
    const schoolId = await addSchool('Roles');
    const userId = await addUser('Role Player');
    await superAdmin.assignments.assign({ userId, schoolId, role: 'viewer' });
    const changed = await superAdmin.assignments.changeRole({ userId, schoolId, version: 1, role: 'primary' });
    expect(changed).toMatchObject({ role: 'primary', version: 2 });
    const stale = dbManager.assignments.changeRole({ userId, schoolId, version: 1, role: 'admin' });
    await expect(stale).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      data: { by: 'Sofia Grant', current: { role: 'primary' } },
    });
    await superAdmin.assignments.changeRole({ userId, schoolId, version: 2, role: 'viewer' });
    await superAdmin.assignments.remove({ userId, schoolId });
    await expect(superAdmin.assignments.remove({ userId, schoolId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await superAdmin.history.list({ recordId: schoolId, subject: 'assignment' });
    expect(rows.map(({ action, before, after }) => [action, before?.['role'], after?.['role']])).toEqual([
      ['delete', 'viewer', undefined],
      ['update', 'primary', 'viewer'],
      ['update', 'viewer', 'primary'],
      ['create', undefined, 'viewer'],
    ]);
  });

  test('undoing the deletion of an assignment makes the person the same student of the school again', async () => {
    const schoolId = await addSchool('Student');
    const [userId, otherId] = [await addUser('Student'), await addUser('Namesake')];
    const student = { schoolId, id: randomUUID(), name: 'Stu Dent', teamId: null };
    const studentsOf = async () =>
      (await superAdmin.students.inSchool({ schoolId })).map((each) => [each.id, each.userId]);
    await superAdmin.assignments.assign({ userId, schoolId, role: 'viewer' });
    await superAdmin.students.add({ ...student, userId });
    const removed = await superAdmin.assignments.remove({ userId, schoolId });
    expect(removed).toEqual({ studentId: student.id });
    expect(await studentsOf()).toEqual([[student.id, null]]);
    const again = { userId, schoolId, role: 'viewer', ...removed } as const;
    await superAdmin.assignments.assign(again);
    await superAdmin.assignments.assign(again);
    expect(await studentsOf()).toEqual([[student.id, userId]]);
    // Nobody takes the place of another person, and nobody is two students.
    await superAdmin.assignments.assign({ userId: otherId, schoolId, role: 'viewer', studentId: student.id });
    const twin = { ...student, id: randomUUID(), name: 'Twin' };
    await superAdmin.students.add(twin);
    await superAdmin.assignments.assign({ ...again, studentId: twin.id });
    expect(await studentsOf()).toEqual([
      [student.id, userId],
      [twin.id, null],
    ]);
    expect(await superAdmin.assignments.remove({ userId: otherId, schoolId })).toEqual({ studentId: null });
  });

  test('nobody can be assigned to a deleted school', async () => {
    const userId = await addUser('Lonely');
    const refused = superAdmin.assignments.assign({ userId, schoolId: gone, role: 'viewer' });
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
