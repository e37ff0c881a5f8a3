// What the lists of super admins can be filtered by, and what they count for each row.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { UserFilter } from '#contract/users.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

let product: InProcess;
let calls: Calls;
let alder: string;
beforeAll(async () => {
  product = await startInProcess();
  const { database } = product;
  const { owner } = database;
  calls = callsAs(product, await addPerson(database, { name: 'Super Admin', superAdmin: true }));
  alder = (await addSchool(database, 'Alder School')).id;
  const { id: birch } = await addSchool(database, 'Birch School');
  await owner.updateTable('schools').set({ isPremium: true }).where('id', '=', birch).execute();
  const signedInDaysAgo = async (name: string, days: number | null, roles: Record<string, 'primary' | 'viewer'>) => {
    const { userId } = await addPerson(database, { name, roles });
    const lastSignIn = days === null ? null : sql<Date>`now() - make_interval(days => ${days})`;
    await owner.updateTable('users').set({ lastSignIn }).where('id', '=', userId).execute();
  };
  await signedInDaysAgo('Ana Listed', 1, { [alder]: 'primary', [birch]: 'viewer' });
  await signedInDaysAgo('Ben Listed', 20, { [alder]: 'viewer' });
  await signedInDaysAgo('Caroline Listed', 200, { [birch]: 'primary' });
  await signedInDaysAgo('Dan Listed', 800, {});
  await signedInDaysAgo('Eve Listed', null, {});
});
afterAll(() => product.close());

const firstNames = (rows: { name: string }[]) => rows.map(({ name }) => name.split(' ')[0] ?? '').toSorted();

describe('users', () => {
  const listed = async (filter: UserFilter) => {
    const { rows, count } = await calls.users.list({ search: 'listed', filter, count: true });
    expect(count).toBe(rows.length);
    return firstNames(rows);
  };

  test.each([
    [{ role: 'primary' }, ['Ana', 'Caroline']],
    [{ role: 'viewer' }, ['Ana', 'Ben']],
    [{ role: 'admin' }, []],
    [{ lastSignIn: 'never' }, ['Eve']],
    [{ lastSignIn: 'within-7' }, ['Ana']],
    [{ lastSignIn: 'within-30' }, ['Ana', 'Ben']],
    [{ lastSignIn: 'over-30' }, ['Caroline', 'Dan']],
    [{ lastSignIn: 'over-365' }, ['Dan']],
    [{ role: 'viewer', lastSignIn: 'within-7' }, ['Ana']],
    [{}, ['Ana', 'Ben', 'Caroline', 'Dan', 'Eve']],
  ] as const)('%j shows %j', async (filter, names) => {
    expect(await listed(filter)).toEqual(names);
  });

  test('of a school, and with a role at that school', async () => {
    expect(await listed({ schoolId: alder })).toEqual(['Ana', 'Ben']);
    // Ana is a viewer elsewhere.
    expect(await listed({ schoolId: alder, role: 'viewer' })).toEqual(['Ben']);
  });

  test('can be filtered without a search', async () => {
    const { rows } = await calls.users.list({ filter: { schoolId: alder } });
    expect(firstNames(rows)).toEqual(['Ana', 'Ben']);
  });

  test('come with their last sign-in and the number of their schools', async () => {
    const { rows } = await calls.users.list({ search: 'listed', sort: 'name' });
    expect(rows.map(({ schoolCount }) => schoolCount)).toEqual([2, 1, 1, 0, 0]);
    expect(rows.map(({ lastSignIn }) => lastSignIn instanceof Date)).toEqual([true, true, true, true, false]);
  });

  test('that are only similar to the search are filtered and counted, too', async () => {
    const similar = async (filter: UserFilter) =>
      (await calls.users.list({ search: 'karoline', filter })).similar.map((row) => [row.name, row.schoolCount]);
    expect(await similar({ role: 'primary' })).toEqual([['Caroline Listed', 1]]);
    expect(await similar({ role: 'viewer' })).toEqual([]);
  });
});

describe('schools', () => {
  test('are filtered by premium status and come with the number of their members', async () => {
    const shown = async (isPremium?: boolean) => {
      const { rows, count } = await calls.schools.list({ filter: { isPremium }, count: true });
      expect(count).toBe(rows.length);
      return rows.map(({ name, memberCount }) => `${name}: ${memberCount}`);
    };
    expect(await shown(true)).toEqual(['Birch School: 2']);
    expect(await shown(false)).toEqual(['Alder School: 2']);
    expect(await shown()).toEqual(['Alder School: 2', 'Birch School: 2']);
  });
});

describe('cases', () => {
  test('are filtered by being active and by type and come with the number of their witnesses', async () => {
    const { owner } = product.database;
    const added = await owner
      .insertInto('cases')
      .values([
        { name: 'Current v. Civil', year: 2024, type: 'civil' },
        { name: 'Former v. Civil', year: 2020, type: 'civil', isActive: false },
        { name: 'State v. Criminal', year: 2024, type: 'criminal' },
      ])
      .returning('id')
      .execute();
    for (const name of ['One', 'Two']) {
      await owner.insertInto('witnesses').values({ caseId: added[0]!.id, name }).execute();
    }
    const shown = async (filter: { isActive?: boolean; type?: 'civil' | 'criminal' }) =>
      firstNames((await calls.cases.list({ filter })).rows);
    expect(await shown({ isActive: true })).toEqual(['Current', 'State']);
    expect(await shown({ isActive: false })).toEqual(['Former']);
    expect(await shown({ isActive: true, type: 'civil' })).toEqual(['Current']);
    expect(await shown({})).toEqual(['Current', 'Former', 'State']);
    const { rows } = await calls.cases.list({ search: 'civil', sort: 'name' });
    expect(rows.map(({ witnessCount }) => witnessCount)).toEqual([2, 0]);
  });
});

test('an unknown filter is refused instead of listing everything', async () => {
  const filter = { roles: 'admin' } as unknown as UserFilter;
  await expect(calls.users.list({ filter })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
