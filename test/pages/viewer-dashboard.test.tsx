// The dashboard of a viewer.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addRoundWithBallots, addSchool } from '../people.ts';
import { SEASON, YEAR } from './played-season.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a viewer sees the school’s people by role and its rosters', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const viewer = await addPerson(database, { name: 'Vera O’Brien', roles: { [id]: 'viewer' } });
  await addPerson(database, { name: 'Łukasz Primary', roles: { [id]: 'primary' } });
  const team = await database.owner.selectFrom('teams').select('id').executeTakeFirstOrThrow();
  await database.owner.insertInto('students').values({ schoolId: id, teamId: team.id, name: 'Sam Teammate' }).execute();
  await open('/', viewer);
  const primaries = await screen.findByRole('region', { name: 'Primary Admins' });
  expect(await within(primaries).findByText(/Łukasz Primary/)).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Admins' })).getByText('No users found')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Viewers' })).getByText(/Vera O’Brien/)).toBeDefined();
  expect(await within(screen.getByRole('region', { name: 'Teams' })).findByText('Home School One')).toBeDefined();
  const teams = within(screen.getByRole('region', { name: 'Teams' }));
  expect(await teams.findByText('Sam Teammate')).toBeDefined();
  expect(screen.getByText('Premium Status').nextSibling?.textContent).toBe('Inactive');
  expect(screen.getByText('Your Role').nextSibling?.textContent).toBe('Viewer');
  // An only school is chosen, so there is no choice.
  expect(within(screen.getAllByRole('banner')[0]!).getByText('Home School (Hom)')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Current School:' })).toBeNull();
  expect(localStorage.getItem('school')).toBe(id);
});

test('a former school gives way to the only school', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  localStorage.setItem('school', '00000000-0000-4000-8000-000000000000');
  await open('/', await addPerson(server().database, { roles: { [id]: 'viewer' } }));
  const teams = within(await screen.findByRole('region', { name: 'Teams' }));
  await teams.findByText('Home School One');
  expect(localStorage.getItem('school')).toBe(id);
});

test('the gavel shows while the assignments load, and three skeleton lines show while a list loads', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const held = {
    'assignments/mine': Promise.withResolvers<undefined>(),
    'teams/inSchool': Promise.withResolvers<undefined>(),
  };
  await open('/', {
    ...(await addPerson(server().database, { roles: { [id]: 'viewer' } })),
    between: (call) => held[call as keyof typeof held]?.promise,
  });
  await screen.findByRole('status', { name: 'Loading your schools' });
  held['assignments/mine'].resolve(undefined);
  const lines = await screen.findByRole('status', { name: 'Loading Teams' });
  expect(screen.queryByRole('status', { name: 'Loading your schools' })).toBeNull();
  expect(lines.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(3);
  held['teams/inSchool'].resolve(undefined);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading Teams' })).toBeNull());
});

test('a student sees the scores of their last round, with the way to all of them', async () => {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const { roundId } = await addRoundWithBallots(database, school);
  const student = await addPerson(database, { roles: { [school.id]: 'viewer' } });
  const changed = { userId: student.userId };
  await database.owner.updateTable('students').set(changed).where('id', '=', school.studentId).execute();
  await database.owner.updateTable('rounds').set({ number: 3 }).where('id', '=', roundId).execute();
  await open('/', student);
  const own = await screen.findByText('Your Last Scores');
  const link = await within(own.parentElement!).findByRole('link');
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/season/students/${school.studentId}\\?season=`));
  expect(own.nextSibling?.textContent).toMatch(/^8.+, round 3$/);
});

test('the sections are in the order Users, Teams, Students, Tournaments, and each has a link at the top', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'viewer' } }));
  const names = ['Users', 'Teams', 'Students', 'Tournaments'];
  await screen.findByRole('region', { name: 'Users' });
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby') ?? '');
  const titles = regions.map((heading) => document.querySelector(`[id="${heading}"]`)?.textContent ?? '');
  expect(titles.filter((title) => names.includes(title))).toEqual(names);
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  const targets = links.map((link) => document.querySelector((link as HTMLAnchorElement).hash));
  expect(targets).toEqual(names.map((name) => screen.getByRole('region', { name })));
});

test.each([
  ['admin', ['/season/teams/TEAM', '/season/students/STUDENT', '/season/tournaments/TOURNAMENT']],
  // A student's scores are not for a viewer.
  ['viewer', ['/season/teams/TEAM', undefined, '/season/tournaments/TOURNAMENT']],
] as const)('for a %s, every name that has a page is a link to it', async (role, addresses) => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/', await addPerson(database, { roles: { [id]: role } }));
  const idOf = async (table: 'teams' | 'students' | 'tournaments') =>
    (await database.owner.selectFrom(table).select('id').executeTakeFirstOrThrow()).id;
  const ids = { TEAM: await idOf('teams'), STUDENT: await idOf('students'), TOURNAMENT: await idOf('tournaments') };
  for (const [index, title] of ['Teams', 'Students', 'Tournaments'].entries()) {
    const list = within(await screen.findByRole('region', { name: title }));
    await list.findByText('Home School One');
    const wanted = addresses[index]?.replace(/[A-Z]+$/, (name) => ids[name as keyof typeof ids]);
    expect(list.queryByRole('link', { name: 'Home School One' })?.getAttribute('href')).toBe(wanted);
  }
});

test('tournaments are sorted by date, the latest first, and those without a date last', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const days = [
    { name: 'Autumn Cup', startsOn: `${YEAR}-10-09`, endsOn: `${YEAR}-10-10` },
    { name: 'Bench Trial', startsOn: null, endsOn: null },
    { name: 'Winter Cup', startsOn: `${YEAR}-12-05`, endsOn: null },
  ];
  await database.owner
    .insertInto('tournaments')
    .values(days.map((facts) => ({ schoolId, season: SEASON, ...facts })))
    .execute();
  await open('/', await addPerson(database, { roles: { [schoolId]: 'viewer' } }));
  const list = within(await screen.findByRole('region', { name: 'Tournaments' }));
  const rows = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(new RegExp(`^Winter Cup .*${YEAR}`));
  expect(rows[1]).toMatch(new RegExp(`^Autumn Cup .*${YEAR}`));
  expect(rows[2]).toMatch(/^Bench Trial/);
});
