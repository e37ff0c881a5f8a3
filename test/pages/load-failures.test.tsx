// A failed load says what could not be loaded and how to try again. It never looks like an empty list.
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { REASON, refusal } from './refusal.ts';

// Each case opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

type Load = {
  page: string;
  path: string;
  call: string;
  what: string;
  /** Must not appear while the load has failed. */
  empty: RegExp;
  /** Appears once the load succeeds. */
  loaded: RegExp;
};

const loads: Load[] = [
  {
    page: 'dashboard',
    path: '/',
    call: 'assignments/mine',
    what: 'your schools',
    empty: /not assigned to any schools/,
    loaded: /School Info/,
  },
  {
    page: 'dashboard',
    path: '/',
    call: 'assignments/inSchool',
    what: 'viewers',
    empty: /No users found/,
    loaded: /Robin Doe/,
  },
  ...['teams', 'students', 'tournaments'].map((what) => ({
    page: 'dashboard',
    path: '/',
    call: `${what}/inSchool`,
    what,
    empty: new RegExp(`No ${what} found`),
    loaded: /Home School One/,
  })),
  {
    page: 'cases page',
    path: '/cases',
    call: 'cases/overview',
    what: 'all cases',
    empty: /No cases available/,
    loaded: /State v. Doe/,
  },
  {
    page: 'school page',
    path: '/school',
    call: 'schools/details',
    what: 'the school',
    empty: /Short Name/,
    loaded: /Short Name/,
  },
  {
    page: 'school page',
    path: '/school',
    call: 'assignments/mine',
    what: 'the school',
    empty: /No school is selected/,
    loaded: /Short Name/,
  },
  {
    page: 'season',
    path: '/season',
    call: 'teams/inSchool',
    what: 'the season',
    empty: /Open a tournament and add its rounds/,
    loaded: /Open a tournament and add its rounds/,
  },
  {
    page: 'tournament',
    path: '/season/tournaments/TOURNAMENT',
    call: 'teams/inSchool',
    what: 'the teams',
    empty: /No rounds yet/,
    loaded: /No rounds yet/,
  },
  {
    page: 'settings',
    path: '/settings',
    call: 'session/mine',
    what: 'your sessions',
    empty: /this browser/,
    loaded: /this browser/,
  },
  {
    page: 'status page',
    path: '/status',
    call: 'status/services',
    what: 'the services',
    empty: /outage|Operational/i,
    loaded: /Case Management/,
  },
  {
    page: 'status page',
    path: '/status',
    call: 'status/incidents',
    what: 'the incidents',
    empty: /No recent incidents/,
    loaded: /Evidence Upload Delays/,
  },
];

test.each(loads)('the $page explains a failed $call and tries again', async ({ path, call, what, empty, loaded }) => {
  const { owner } = server().database;
  const { id, tournamentId } = await addSchool(server().database, 'Home School');
  await owner.insertInto('cases').values({ name: 'State v. Doe', year: 2024 }).execute();
  const viewer = await addPerson(server().database, { roles: { [id]: 'viewer' } });
  localStorage.setItem('school', id);
  let isFailing = true;
  await open(path.replace('TOURNAMENT', tournamentId), {
    token: viewer.token,
    between: (asked) => (isFailing && asked === call ? refusal() : undefined),
  });
  const retry = await screen.findByRole('button', { name: `Try again: load ${what}` });
  const main = within(screen.getByRole('main'));
  main.getAllByText(REASON);
  expect(main.queryByText(empty)).toBeNull();

  isFailing = false;
  fireEvent.click(retry);
  expect(await main.findAllByText(loaded)).not.toHaveLength(0);
});

test('while the status can’t be loaded, the status page says so, keeps what it knew, and calls nothing an outage', async () => {
  let isLost = false;
  const between = (asked: string): undefined => {
    if (isLost && asked === 'status/services') throw new TypeError('Failed to fetch');
  };
  await open('/status', { between });
  await screen.findByText('Case Management');
  const overall = screen.getByRole('region', { name: 'Overall status' });
  within(overall).getByText('Operational');
  isLost = true;
  void queryClient.refetchQueries();
  await screen.findByText(/^Couldn’t load the current status\. This is the status at \d/);
  within(overall).getByText('Unknown');
  screen.getByText('Case Management');
  expect(screen.getByRole('main').textContent).not.toMatch(/outage/i);
});

test.each([
  ['Operational', 0],
  ['Partial outage', 1],
  ['Outage', 4],
])('the overall status is %s while %i services are out', async (word, count) => {
  const { owner } = server().database;
  const services = await owner.selectFrom('serviceStatuses').select('id').execute();
  for (const { id } of services.slice(0, count))
    await owner.updateTable('serviceStatuses').set({ status: 'outage' }).where('id', '=', id).execute();
  expect(services).toHaveLength(4);
  await open('/status');
  const overall = await screen.findByRole('region', { name: 'Overall status' });
  await screen.findByText('Case Management');
  expect(overall.textContent).toMatch(new RegExp(`^${word}99.7%`));
});
