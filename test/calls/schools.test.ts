import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

test('a viewer sees the details of the own school and nothing of another', async () => {
  const own = await addSchool(product.database, 'Own School');
  const other = await addSchool(product.database, 'Other School');
  const viewer = await addPerson(product.database, { roles: { [own.id]: 'viewer' } });
  const { schools } = callsAs(product, viewer);
  expect(await schools.details({ schoolId: own.id })).toMatchObject({ name: 'Own School', isPremium: false });
  expect(await schools.details({ schoolId: other.id })).toBeNull();
});

test('an id that is none is refused before the database is asked', async () => {
  const { schools } = callsAs(product, await addPerson(product.database));
  await expect(schools.details({ schoolId: 'none' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('people of a school see one another, sorted by name', async () => {
  const own = await addSchool(product.database, 'Shared School');
  const zoe = await addPerson(product.database, { name: 'Zoe', roles: { [own.id]: 'viewer' } });
  await addPerson(product.database, { name: 'Łukasz', roles: { [own.id]: 'admin' } });
  await addPerson(product.database, { name: 'anna', roles: { [own.id]: 'primary' } });
  const found = await callsAs(product, zoe).assignments.inSchool({ schoolId: own.id });
  expect(found.map(({ user }) => user.name)).toEqual(['anna', 'Łukasz', 'Zoe']);
});

test('a user finds the own assignments sorted by the name of the school', async () => {
  const b = await addSchool(product.database, 'Sort B');
  const a = await addSchool(product.database, 'sort a');
  const person = await addPerson(product.database, { roles: { [b.id]: 'viewer', [a.id]: 'primary' } });
  const mine = await callsAs(product, person).assignments.mine();
  expect(mine.map(({ school, role }) => [school.name, role])).toEqual([
    ['sort a', 'primary'],
    ['Sort B', 'viewer'],
  ]);
});
