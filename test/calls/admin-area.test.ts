// The calls of the admin area: records, searches, conflicts and history.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { MAX_COUNTED } from '#contract/columns.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSession, callsAs } from '../people.ts';

let server: InProcess;
let superAdmin: Calls;
let dbManager: Calls;
let superAdminId: string;
const gone = '00000000-0000-4000-8000-000000000000';

const addUser = async (name: string, email = `${randomUUID()}@example.test`): Promise<string> => {
  const query = server.database.owner.insertInto('users').values({ name, email }).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
};
const addSchool = async (name: string): Promise<string> => {
  const query = server.database.owner.insertInto('schools').values({ name, shortName: 'X' }).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
};
/** Calls from this user's browser. */
const clientOf = async (userId: string): Promise<Calls> =>
  callsAs(server, { token: await addSession(server.database, userId) });

beforeAll(async () => {
  server = await startInProcess();
  superAdminId = await addUser('Sofia Grant', 'sofia@example.test');
  const dbManagerId = await addUser('Desmond Brooks', 'desmond@example.test');
  await server.database.owner
    .insertInto('superAdmins')
    .values([{ userId: superAdminId }, { userId: dbManagerId, dbManager: true }])
    .execute();
  superAdmin = await clientOf(superAdminId);
  dbManager = await clientOf(dbManagerId);
});
afterAll(() => server.close());

const add = (name: string, shortName = 'SN') =>
  superAdmin.schools.add({ id: randomUUID(), name, shortName, isPremium: false });

const caseForm = () => ({
  id: randomUUID(),
  name: 'State v. Doe',
  year: 2020,
  type: 'criminal' as const,
  area: 'nationals' as const,
  isActive: true,
});

describe('schools', () => {
  test('a school is added once, even if the form is sent twice', async () => {
    const form = { id: randomUUID(), name: '  Added Once ', shortName: 'AO', isPremium: true };
    const [first, second] = [await superAdmin.schools.add(form), await superAdmin.schools.add(form)];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ name: 'Added Once', shortName: 'AO', isPremium: true, version: 1 });
    const { count } = await superAdmin.schools.list({ search: 'added once', count: true });
    expect(count).toBe(1);
  });

  test('IDs ignore case', async () => {
    const form = { id: randomUUID().toUpperCase(), name: 'In Capitals', shortName: 'IC', isPremium: false };
    const first = await superAdmin.schools.add(form);
    expect(first.id).toBe(form.id.toLowerCase());
    expect(await superAdmin.schools.add(form)).toEqual(first);
    const primary = await addPerson(server.database, { roles: { [first.id]: 'primary' } });
    const team = { id: randomUUID(), schoolId: form.id, name: 'Of Capitals' };
    expect(await callsAs(server, primary).teams.add(team)).toMatchObject({ id: team.id });
  });

  test('a second form with the same ID but different content is refused', async () => {
    const school = await add('First Content');
    const { version: _, ...form } = school;
    await expect(superAdmin.schools.add({ ...form, name: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a search ignores case and accents and treats %, _ and \\ literally', async () => {
    await add('Łukasz Memorial');
    await add('100% Law_School\\');
    const names = async (search: string) => (await superAdmin.schools.list({ search })).rows.map(({ name }) => name);
    expect(await names('lukasz')).toEqual(['Łukasz Memorial']);
    expect(await names('ŁUKASZ')).toEqual(['Łukasz Memorial']);
    expect(await names('100%')).toEqual(['100% Law_School\\']);
    expect(await names('law_')).toEqual(['100% Law_School\\']);
    expect(await names('ol\\')).toEqual(['100% Law_School\\']);
    expect(await names('0_ l')).toEqual([]);
  });

  test('one or two letters match the start of a word, and three match anywhere', async () => {
    await add('Quillon Vale', 'Q/zx');
    await add('O’Quent (Xylo) 3.5%');
    const names = async (search: string) =>
      (await superAdmin.schools.list({ search })).rows.map(({ name }) => name.split(' ')[0]);
    expect(await names('qu')).toEqual(['Quillon']);
    expect(await names('oq')).toEqual(['O’Quent']);
    expect(await names('Z')).toEqual(['Quillon']);
    expect(await names('zx')).toEqual(['Quillon']);
    expect(await names('xy')).toEqual(['O’Quent']);
    expect(await names('ui')).toEqual([]);
    expect(await names('uil')).toEqual(['Quillon']);
    expect(await names('5%')).toEqual(['O’Quent']);
    for (const odd of ['.', '\\', '[', '*', '(x', '^', '$', '|']) expect(await names(odd)).toBeDefined();
    expect(await names('.*')).toEqual([]);
  });

  test('a search can be limited to one column', async () => {
    const school = await add('Columnar Academy', 'ZQZ');
    const find = async (search: string, column?: 'id' | 'name' | 'shortName' | 'isPremium') =>
      (await superAdmin.schools.list({ search, column })).rows.some(({ id }) => id === school.id);
    expect(await find('zqz')).toBe(true);
    expect(await find('zqz', 'name')).toBe(false);
    expect(await find('zqz', 'shortName')).toBe(true);
    expect(await find('columnar', 'shortName')).toBe(false);
    expect(await find(school.id)).toBe(true);
    expect(await find(school.id.slice(0, 8), 'id')).toBe(true);
    expect(await find('no', 'isPremium')).toBe(true);
    expect(await find('yes', 'isPremium')).toBe(false);
  });

  test.each([false, true])(
    'the pages of a list contain every row once, in order (descending: %s)',
    async (descending) => {
      for (let n = 0; n < 60; n += 1) await add(n % 3 === 0 ? 'Paged Same' : `Paged ${n}`);
      const seen: string[] = [];
      let after: { value: string; id: string } | undefined;
      do {
        const page = await superAdmin.schools.list({ search: 'paged', descending, after, count: true });
        seen.push(...page.rows.map(({ name, id }) => `${name.toLowerCase()} ${id}`));
        expect(page.count).toBe(after === undefined ? seen.length + (page.next ? page.count! - 50 : 0) : null);
        after = page.next ?? undefined;
      } while (after);
      const sorted = seen.toSorted();
      expect(seen).toEqual(descending ? sorted.toReversed() : sorted);
      expect(new Set(seen).size).toBe(seen.length);
      for (const { id } of await server.database.owner
        .selectFrom('schools')
        .select('id')
        .where('name', 'like', 'Paged%')
        .execute()) {
        await dbManager.schools.remove({ schoolId: id });
      }
    },
  );

  test('an update changes only the fields it contains', async () => {
    const school = await add('Before Update');
    const updated = await superAdmin.schools.update({ schoolId: school.id, version: 1, changed: { isPremium: true } });
    expect(updated).toEqual({ ...school, isPremium: true, version: 2 });
  });

  test('a conflicting update is refused with who made the other change, when, and the current values', async () => {
    const school = await add('Contested');
    await superAdmin.schools.update({ schoolId: school.id, version: 1, changed: { name: 'By Sofia' } });
    const refused = dbManager.schools.update({ schoolId: school.id, version: 1, changed: { name: 'By Desmond' } });
    await expect(refused).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      status: 409,
      data: { by: 'Sofia Grant', at: expect.any(Date), current: { id: school.id, name: 'By Sofia', version: 2 } },
    });
    const again = await superAdmin.schools.update({ schoolId: school.id, version: 1, changed: { name: 'By Sofia' } });
    expect(again.version).toBe(2);
  });

  test('deleting a school also deletes its assignments and rosters, after showing the impact', async () => {
    const school = await add('Doomed');
    const userId = await addUser('Along');
    await superAdmin.assignments.assign({ userId, schoolId: school.id, role: 'primary' });
    const team = await superAdmin.teams.add({ schoolId: school.id, id: randomUUID(), name: 'A' });
    await superAdmin.students.add({ schoolId: school.id, id: randomUUID(), name: 'S', teamId: team.id });
    expect(await superAdmin.schools.deletionImpact({ schoolId: school.id })).toEqual({
      assignments: 1,
      teams: 1,
      students: 1,
      tournaments: 0,
    });
    await expect(superAdmin.schools.remove({ schoolId: school.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dbManager.schools.remove({ schoolId: school.id });
    await expect(dbManager.schools.remove({ schoolId: school.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await superAdmin.schools.details({ schoolId: school.id })).toBeNull();
    const { rows } = await superAdmin.history.list({ recordId: school.id });
    expect(
      rows
        .filter(({ action }) => action === 'delete')
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(['A', 'Along at Doomed', 'Deleted student', 'Doomed']);
  });
});

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

  test('are a school’s last Primary Admin only where nobody else is one', async () => {
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

describe('a conflicting update says who made the other change', () => {
  const contested = {
    users: async () => {
      const userId = await addUser('Contested');
      return (by: Calls, name: string) => by.users.update({ userId, version: 1, changed: { name } });
    },
    cases: async () => {
      const { id: caseId } = await superAdmin.cases.add({ ...caseForm(), id: randomUUID() });
      return (by: Calls, name: string) => by.cases.update({ caseId, version: 1, changed: { name } });
    },
  };
  test.each(['users', 'cases'] as const)('%s', async (of) => {
    const rename = await contested[of]();
    await rename(superAdmin, 'By Sofia');
    await expect(rename(dbManager, 'By Desmond')).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      data: { by: 'Sofia Grant', at: expect.any(Date), current: { name: 'By Sofia', version: 2 } },
    });
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

  test('nobody can be assigned to a deleted school', async () => {
    const userId = await addUser('Lonely');
    const refused = superAdmin.assignments.assign({ userId, schoolId: gone, role: 'viewer' });
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('cases and witnesses', () => {
  test('a full database answers writes with 503 and still serves reads', async () => {
    const { database } = server;
    await database.script(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on cases for each row execute function no_room();`);
    const form = { id: randomUUID(), name: 'No Room', year: 2026, type: 'civil', area: null, isActive: true } as const;
    await expect(superAdmin.cases.add(form)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect((await superAdmin.cases.list({ search: 'No Room' })).rows).toEqual([]);
    await database.script('drop trigger no_room on cases; drop function no_room()');
    expect(await superAdmin.cases.add(form)).toMatchObject({ name: 'No Room' });
  });

  test('active cases come first in either sort direction', async () => {
    for (const [name, year, isActive] of [
      ['Alpha', 2001, false],
      ['Beta', 2003, true],
      ['Gamma', 2002, true],
    ] as const) {
      await superAdmin.cases.add({ ...caseForm(), id: randomUUID(), name: `Order ${name}`, year, isActive });
    }
    const names = async (sort: 'name' | 'year', descending: boolean) =>
      (await superAdmin.cases.list({ search: 'order', sort, descending })).rows.map(({ name }) => name.slice(6));
    expect(await names('name', false)).toEqual(['Beta', 'Gamma', 'Alpha']);
    expect(await names('name', true)).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('year', false)).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('year', true)).toEqual(['Beta', 'Gamma', 'Alpha']);
    const found = async (column: 'year' | 'type' | 'area' | 'isActive', search: string) =>
      (await superAdmin.cases.list({ search, column })).rows.filter(({ name }) => name.startsWith('Order')).length;
    expect(await found('year', '2003')).toBe(1);
    expect(await found('type', 'criminal')).toBe(3);
    expect(await found('area', 'none')).toBe(0);
    expect(await found('isActive', 'inactive')).toBe(1);
    expect(await found('isActive', 'Active')).toBe(2);
  });

  test('an emptied area becomes null', async () => {
    const added = await superAdmin.cases.add(caseForm());
    const updated = await superAdmin.cases.update({ caseId: added.id, version: 1, changed: { area: null } });
    expect(updated.area).toBeNull();
    expect(await superAdmin.cases.details({ caseId: added.id })).toEqual(updated);
  });

  test.each([1979, new Date().getFullYear() + 2, 2020.5])('a case of the year %s is refused', async (year) => {
    await expect(superAdmin.cases.add({ ...caseForm(), year })).rejects.toMatchObject({ status: 400 });
  });

  test('witnesses can be added, changed and deleted, are sorted by name, and are deleted with their case', async () => {
    const { id: caseId } = await superAdmin.cases.add(caseForm());
    const witness = { id: randomUUID(), caseId, name: 'Ábel', side: 'p', type: 'character' } as const;
    await superAdmin.witnesses.add({ ...witness, id: randomUUID(), name: 'Zed' });
    await superAdmin.witnesses.add(witness);
    await superAdmin.witnesses.add(witness);
    const changed = await superAdmin.witnesses.update({
      witnessId: witness.id,
      version: 1,
      changed: { side: 's', type: 'expert' },
    });
    expect(changed).toMatchObject({ side: 's', type: 'expert', version: 2 });
    expect((await superAdmin.witnesses.ofCase({ caseId })).map(({ name }) => name)).toEqual(['Ábel', 'Zed']);
    expect(await superAdmin.cases.deletionImpact({ caseId })).toEqual({ witnesses: 2 });
    const stale = superAdmin.witnesses.update({ witnessId: witness.id, version: 1, changed: { side: 'd' } });
    await expect(stale).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { by: 'Sofia Grant' } });
    await superAdmin.witnesses.remove({ witnessId: witness.id });
    await expect(superAdmin.cases.remove({ caseId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dbManager.cases.remove({ caseId });
    expect(await superAdmin.witnesses.ofCase({ caseId })).toEqual([]);
  });
});

describe('the history', () => {
  test('can’t be rewritten, even by the owner of the database', async () => {
    await add('Written Down');
    for (const statement of ["update changes set label = 'x'", 'delete from changes', 'truncate changes']) {
      await expect(sql.raw(statement).execute(server.database.owner)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('contains no change that was rolled back', async () => {
    const school = await add('Rolled Back');
    await expect(
      superAdmin.assignments.assign({ userId: gone, schoolId: school.id, role: 'viewer' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await superAdmin.history.list({ recordId: school.id });
    expect(rows).toHaveLength(1);
  });

  test('names a student’s old and new teams, including deleted ones', async () => {
    const { id: schoolId } = await add('Team Names');
    const [alpha, beta] = [randomUUID(), randomUUID()];
    await superAdmin.teams.add({ schoolId, id: alpha, name: 'Alpha' });
    await superAdmin.teams.add({ schoolId, id: beta, name: 'Beta' });
    const student = { schoolId, id: randomUUID() };
    await superAdmin.students.add({ ...student, name: 'Ana', teamId: alpha });
    await superAdmin.students.update({ ...student, version: 1, changed: { teamId: beta } });
    await superAdmin.teams.update({ schoolId, id: beta, version: 1, changed: { name: 'Beta Prime' } });
    await superAdmin.teams.remove({ schoolId, id: alpha });
    const { rows } = await superAdmin.history.list({ recordId: student.id });
    expect(rows.map(({ before, after }) => [before?.['teamId'], after?.['teamId']])).toEqual([
      ['Alpha', 'Beta Prime'],
      [undefined, 'Alpha'],
    ]);
  });

  test('is listed page by page, newest first, and can be filtered by subject', async () => {
    const school = await add('Versioned');
    for (let version = 1; version <= 55; version += 1) {
      await superAdmin.schools.update({ schoolId: school.id, version, changed: { shortName: `V${version}` } });
    }
    const first = await superAdmin.history.list({ recordId: school.id, subject: 'school' });
    expect(first.rows).toHaveLength(50);
    expect(first.rows[0]?.after).toEqual({ shortName: 'V55' });
    const second = await superAdmin.history.list({ recordId: school.id, before: first.next ?? undefined });
    expect(second.rows).toHaveLength(6);
    expect(second.next).toBeNull();
  });
});
