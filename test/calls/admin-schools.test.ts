// The calls of the admin area about schools: records, searches and conflicts.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { addPerson, callsAs } from '../people.ts';
import { adminAreaWorld, server, superAdmin, dbManager, addUser, add, caseForm } from './admin-area-world.ts';

adminAreaWorld();

describe('schools', () => {
  test('a school is added once, even if its form is sent twice', async () => {
    const form = { id: randomUUID(), name: '  Added Once ', shortName: 'AO', isPremium: true };
    const [first, second] = [await superAdmin.schools.add(form), await superAdmin.schools.add(form)];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ name: 'Added Once', shortName: 'AO', isPremium: true, version: 1 });
    const { count } = await superAdmin.schools.list({ search: 'added once', count: true });
    expect(count).toBe(1);
  });

  test('a page can end with a name that is longer when it is sorted', async () => {
    const many = Array.from({ length: 51 }, () => ({ name: '½'.repeat(200), shortName: 'Half' }));
    const { owner } = server.database;
    await owner.insertInto('schools').values(many).execute();
    const first = await superAdmin.schools.list({ search: '½½' });
    expect(first.next?.value).toHaveLength(800);
    const second = await superAdmin.schools.list({ search: '½½', after: first.next! });
    expect([first.rows.length, second.rows.length]).toEqual([50, 1]);
    await owner.deleteFrom('schools').where('shortName', '=', 'Half').execute();
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
