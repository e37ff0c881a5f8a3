import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asPerson } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

test('a viewer sees the details of their school and nothing of others', async () => {
  const own = await addSchool(product.database, 'Own School');
  const other = await addSchool(product.database, 'Other School');
  const viewer = await addPerson(product.database, { roles: { [own.id]: 'viewer' } });
  const { schools } = callsAs(product, viewer);
  expect(await schools.details({ schoolId: own.id })).toMatchObject({ name: 'Own School', isPremium: false });
  expect(await schools.details({ schoolId: other.id })).toBeNull();
});

test('an invalid ID is rejected before any query', async () => {
  const { schools } = callsAs(product, await addPerson(product.database));
  await expect(schools.details({ schoolId: 'none' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('people in a school see each other, sorted by name', async () => {
  const own = await addSchool(product.database, 'Shared School');
  const zoe = await addPerson(product.database, { name: 'Zoe', roles: { [own.id]: 'viewer' } });
  await addPerson(product.database, { name: 'Łukasz', roles: { [own.id]: 'admin' } });
  await addPerson(product.database, { name: 'anna', roles: { [own.id]: 'primary' } });
  const found = await callsAs(product, zoe).assignments.inSchool({ schoolId: own.id });
  expect(found.map(({ user }) => user.name)).toEqual(['anna', 'Łukasz', 'Zoe']);
});

test('people see their assignments sorted by school name', async () => {
  const b = await addSchool(product.database, 'Sort B');
  const a = await addSchool(product.database, 'sort a');
  const person = await addPerson(product.database, { roles: { [b.id]: 'viewer', [a.id]: 'primary' } });
  const mine = await callsAs(product, person).assignments.mine();
  expect(mine.map(({ school, role }) => [school.name, role])).toEqual([
    ['sort a', 'primary'],
    ['Sort B', 'viewer'],
  ]);
});

test('listing a school’s people reads only those people', async () => {
  const { database } = product;
  await sql`
    insert into users (email, name) select 'many' || n || '@example.test', 'Many ' || n from generate_series(1, 3000) n`.execute(
    database.owner,
  );
  await sql`insert into schools (name, short_name) select 'Many ' || n, 'M' || n from generate_series(1, 300) n`.execute(
    database.owner,
  );
  await sql`
    insert into users_schools (user_id, school_id, role) select u.id, s.id, 'viewer' from users u
      join schools s on s.name = 'Many ' || (1 + substr(u.name, 6)::int % 300) where u.name like 'Many %'`.execute(
    database.owner,
  );
  await sql`analyze users, users_schools, schools`.execute(database.owner);
  const { rows: known } = await sql<{ userId: string; schoolId: string }>`
    select user_id, school_id from users_schools join users on id = user_id where name = 'Many 7'`.execute(
    database.owner,
  );
  const [{ userId, schoolId } = { userId: '', schoolId: '' }] = known;
  const plan = await asPerson(database, userId, (tx) =>
    sql<Record<string, string>>`
      explain select user_id, role, name, email from users_schools join users on users.id = user_id
      where school_id = ${schoolId} order by sort_name, user_id`.execute(tx),
  );
  const text = plan.rows.map((row) => Object.values(row)[0]).join('\n');
  expect(text).toContain('users_pkey');
  expect(text).not.toContain('Seq Scan on users');
});
