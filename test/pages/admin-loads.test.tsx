// A failed load in the admin area says what is missing and why, and offers to try again. It never looks like an empty list.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminWorld, toast } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';
import { REASON, refusal } from './refusal.ts';

const { server, open } = pageTests();

const NO_USERS_LEFT = "No users available that aren't already assigned to this school";
const NO_SCHOOLS_LEFT = "No schools available that aren't already assigned to this user";

const FAILED_LOADS: { rule: string; call: string; address: string; toast: string; missing: string; empty?: string }[] =
  [
    {
      rule: 'schools that fail to load are not an empty list',
      call: 'schools/list',
      address: '/admin',
      toast: 'Failed to load schools',
      missing: 'Couldn’t load schools.',
      empty: 'No schools available',
    },
    {
      rule: 'users that fail to load are not an empty list',
      call: 'users/list',
      address: '/admin?tab=users',
      toast: 'Failed to load users',
      missing: 'Couldn’t load users.',
      empty: 'No users available',
    },
    {
      rule: 'cases that fail to load are not an empty list',
      call: 'cases/list',
      address: '/admin?tab=cases',
      toast: 'Failed to load cases',
      missing: 'Couldn’t load cases.',
      empty: 'No cases available',
    },
    {
      rule: 'a school whose users fail to load is not an empty school',
      call: 'assignments/ofSchool',
      address: '/admin?open=SCHOOL&view=assignments',
      toast: 'Failed to load assignments',
      missing: 'Couldn’t load users of this school.',
      empty: 'No users assigned to this school',
    },
    {
      rule: 'a user whose schools fail to load is not a user without schools',
      call: 'assignments/ofUser',
      address: '/admin?tab=users&open=MEMBER&view=assignments',
      toast: 'Failed to load assignments',
      missing: 'Couldn’t load schools of this user.',
      empty: 'No schools assigned to this user',
    },
    {
      rule: 'a search for users that fails does not say that nobody is left to assign',
      call: 'users/notInSchool',
      address: '/admin?open=SCHOOL&view=assignments&adding=true',
      toast: 'Failed to load available users',
      missing: 'Couldn’t load users.',
      empty: NO_USERS_LEFT,
    },
    {
      rule: 'a search for schools that fails does not say that no school is left to assign',
      call: 'schools/notOfUser',
      address: '/admin?tab=users&open=MEMBER&view=assignments&adding=true',
      toast: 'Failed to load available schools',
      missing: 'Couldn’t load schools.',
      empty: NO_SCHOOLS_LEFT,
    },
    {
      rule: 'witnesses that fail to load are not an empty list',
      call: 'witnesses/ofCase',
      address: '/admin?tab=cases&open=CASE&view=witnesses',
      toast: 'Failed to load witnesses',
      missing: 'Couldn’t load witnesses of this case.',
      empty: 'No witnesses assigned to this case',
    },
    {
      rule: 'a history that fails to load is not an empty history',
      call: 'history/list',
      address: '/admin?open=history',
      toast: 'Failed to load history',
      missing: 'Couldn’t load the history.',
      empty: 'No data available',
    },
    {
      rule: 'assignments that cannot be counted are not counted forever',
      call: 'assignments/countsByRole',
      address: '/admin?open=SCHOOL&view=assignments',
      toast: 'Failed to load assignments',
      missing: 'Couldn’t load the number of assignments.',
    },
    {
      rule: 'a school that fails to load is not a deleted school',
      call: 'schools/details',
      address: '/admin?search=nosuch&open=SCHOOL',
      toast: 'Failed to load school details',
      missing: 'Couldn’t load the school.',
      empty: 'This no longer exists',
    },
    {
      rule: 'a user that fails to load is not a deleted user',
      call: 'users/details',
      address: '/admin?tab=users&search=nosuch&open=MEMBER&view=delete',
      toast: 'Failed to load users',
      missing: 'Couldn’t load the user.',
      empty: 'This no longer exists',
    },
    {
      rule: 'a case that fails to load is not a deleted case',
      call: 'cases/details',
      address: '/admin?tab=cases&search=nosuch&open=CASE',
      toast: 'Failed to load cases',
      missing: 'Couldn’t load the case.',
      empty: 'This no longer exists',
    },
  ];

test('while a record’s own call fails, its dialog shows what the list has', async () => {
  const world = await adminWorld(server().database);
  await open(world.address('/admin?open=SCHOOL'), {
    token: world.manager.token,
    between: (asked) => (asked === 'schools/details' ? refusal() : undefined),
  });
  await toast(`Failed to load school details: ${REASON}`);
  await screen.findByLabelText(/^Short Name/);
});

test.each(FAILED_LOADS)('$rule', async ({ call, address, missing, empty, ...row }) => {
  const world = await adminWorld(server().database);
  let fails = true;
  await open(world.address(address), {
    token: world.manager.token,
    between: (asked) => (fails && asked === call ? refusal() : undefined),
  });
  await toast(`${row.toast}: ${REASON}`);
  const failed = await screen.findByText(missing, { exact: false });
  expect(screen.getAllByText(REASON, { exact: false }).length).toBeGreaterThan(0);
  if (empty !== undefined) expect(screen.queryByText(empty)).toBeNull();
  fails = false;
  fireEvent.click(screen.getByText('Try again'));
  await waitFor(() => expect(failed.isConnected).toBe(false));
});

const EMPTY_LISTS: [sentence: string, address: string][] = [
  ['No schools available', '/admin?search=nosuch'],
  ['No users available', '/admin?tab=users&search=nosuch'],
  ['No cases available', '/admin?tab=cases&search=nosuch'],
  ['No users assigned to this school', '/admin?open=QUIET&view=assignments'],
  ['No schools assigned to this user', '/admin?tab=users&open=MANAGER&view=assignments'],
  ['No witnesses assigned to this case', '/admin?tab=cases&open=EMPTYCASE&view=witnesses'],
  [NO_USERS_LEFT, '/admin?open=SCHOOL&view=assignments&adding=true'],
  [NO_SCHOOLS_LEFT, '/admin?tab=users&open=MANAGER&view=assignments&adding=true'],
];

test.each(EMPTY_LISTS)('an empty list says "%s"', async (sentence, address) => {
  const { database } = server();
  const world = await adminWorld(database);
  if (sentence.includes('already')) {
    // The manager belongs to every school, and everybody to the first.
    const [schools, users] = [
      [world.SCHOOL, world.QUIET],
      [world.MEMBER, world.MANAGER],
    ];
    const all = schools.flatMap((schoolId) => users.map((userId) => ({ schoolId, userId, role: 'viewer' as const })));
    await database.owner
      .insertInto('usersSchools')
      .values(all)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await open(world.address(address), { token: world.manager.token });
  await screen.findByText(sentence);
});

test('a list keeps its rows when the next page fails to load', async () => {
  const { database } = server();
  const world = await adminWorld(database);
  const many = Array.from({ length: 60 }, (_, index) => ({ name: `School ${100 + index}`, shortName: `S${index}` }));
  await database.owner.insertInto('schools').values(many).execute();
  let asked = 0;
  await open('/admin', {
    token: world.manager.token,
    between: (call) => (call === 'schools/list' && (asked += 1) > 1 ? refusal() : undefined),
  });
  const table = await screen.findByRole('table', { name: 'Schools' });
  // The rows in view are far from the end. Paper shows all of them, and then the end is near.
  fireEvent(window, new Event('beforeprint'));
  await screen.findByText('Couldn’t load more schools.', { exact: false });
  await toast(`Failed to load schools: ${REASON}`);
  expect(table.isConnected).toBe(true);
  // A failed page is not asked for again by itself.
  expect(asked).toBe(2);
  fireEvent(window, new Event('afterprint'));
});
