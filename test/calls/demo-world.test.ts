// The demo world that the first start creates.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seasonAfter, seasonOf } from '#contract/seasons.ts';
import { demoWorldSignIns, makeDemoWorldWhenEmpty } from '#server/demo/demo-world.ts';
import { openTestDatabase } from '../database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ DEMO_PASSWORD: 'a password for the demo' });
  expect(await makeDemoWorldWhenEmpty(product.database, product.settings)).toBe(true);
});
afterAll(() => product.close());

const signIn = async (name: string) => {
  const browser = product.browser();
  return {
    ...browser,
    me: await browser.calls.session.signIn({ email: `${name}@demo.test`, password: 'a password for the demo' }),
  };
};

test('the demo world is created only once', async () => {
  expect(await makeDemoWorldWhenEmpty(product.database, product.settings)).toBe(false);
});

test('the start prints the password that the demo world was made with, whatever the setting says later', async () => {
  const later = { ...product.settings, DEMO_PASSWORD: 'another password' };
  expect(await demoWorldSignIns(product.database, later)).toMatch(/: a password for the demo$/m);
});

test('no sign-ins are printed for a database that has people but no demo world', async () => {
  const database = await openTestDatabase();
  await addPerson(database);
  expect(await makeDemoWorldWhenEmpty(database, product.settings)).toBe(false);
  expect(await demoWorldSignIns(database, product.settings)).toBe('');
  await database.close();
});

test('a demo person of every kind can sign in', async () => {
  const signIns = await demoWorldSignIns(product.database, product.settings);
  const roles: Record<string, string[]> = {};
  for (const name of ['super', 'dbm', 'primary', 'admin', 'viewer', 'many', 'nobody']) {
    expect(signIns).toContain(`${name}@demo.test`);
    const { me } = await signIn(name);
    expect([me.isSuperAdmin, me.isDbManager]).toEqual([name === 'super' || name === 'dbm', name === 'dbm']);
    roles[name] = Object.values(me.roles).toSorted();
  }
  expect(roles).toEqual({
    super: [],
    dbm: [],
    primary: ['primary'],
    admin: ['admin'],
    viewer: ['viewer'],
    many: ['admin', 'primary', 'viewer'],
    nobody: [],
  });
});

test('the demo world has 24 schools, 120 users, 10 cases, and names in many scripts', async () => {
  const { calls } = await signIn('super');
  expect(await calls.schools.list({ count: true })).toMatchObject({ count: 24 });
  const { count } = await calls.users.list({ count: true });
  expect(count).toBe(120);
  expect((await calls.users.list({ search: 'łukasz', count: true })).count).toBeGreaterThan(0);
  expect((await calls.users.list({ search: "O'Brien", count: true })).count).toBeGreaterThan(0);
  const cases = (await calls.cases.list({})).rows;
  expect(cases).toHaveLength(10);
  expect(new Set(cases.map(({ area }) => area)).size).toBe(6);
  expect(cases.some(({ isActive }) => !isActive)).toBe(true);
  const witnesses = (await Promise.all(cases.map(({ id }) => calls.witnesses.ofCase({ caseId: id })))).flat();
  expect(new Set(witnesses.map(({ side, type }) => `${side} ${type}`)).size).toBe(15);
});

test('a demo school has people in every role, teams, and students with and without a team', async () => {
  const { calls } = await signIn('primary');
  const [{ schoolId } = { schoolId: '' }] = await calls.assignments.mine();
  const roles = (await calls.assignments.inSchool({ schoolId })).map(({ role }) => role);
  expect(new Set(roles).size).toBe(3);
  const students = await calls.students.inSchool({ schoolId });
  expect(students.some(({ teamId }) => teamId !== null)).toBe(true);
  expect((await calls.teams.inSchool({ schoolId })).length).toBeGreaterThan(0);
});

test('a demo school has two seasons with results, and a student who sees their scores', async () => {
  const { calls } = await signIn('admin');
  const [{ schoolId } = { schoolId: '' }] = await calls.assignments.mine();
  const [season = '', last = '', ...older] = await calls.seasonBook.seasons({ schoolId });
  expect(older).toEqual([]);
  expect([season, last]).toEqual([seasonOf(new Date()), seasonAfter(season, -1)]);
  for (const [name, tournaments, ballots] of [
    [season, 3, 32],
    [last, 3, 48],
  ] as const) {
    const found = await calls.seasonBook.season({ schoolId, season: name });
    expect(found.tournaments).toHaveLength(tournaments);
    expect(found.ballots).toHaveLength(ballots);
    expect(found.ballots.every(({ unread }) => unread === 0)).toBe(true);
    const figures = await calls.metrics.season({ schoolId, season: name });
    expect(figures).toMatchObject({ rounds: ballots / 2, ballots });
  }
  const student = await signIn('student');
  expect((await student.calls.ownScores.inSchool({ schoolId })).length).toBeGreaterThan(50);
});
