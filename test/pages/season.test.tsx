// The Season page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seasonAfter, seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs, scoresOf } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { refusal } from './refusal.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();
const THIS_SEASON = seasonOf(new Date());

async function schoolWithRound() {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  return { database, school, ...(await addRoundWithBallots(database, school)) };
}
const personIn = (schoolId: string, role: Role) => addPerson(server().database, { roles: { [schoolId]: role } });

test('staff see each team’s record, the balance of the sides and the ballots without a round', async () => {
  const { school, roundId } = await schoolWithRound();
  const primary = await personIn(school.id, 'primary');
  await callsAs(server(), primary).keptBallots.keep({
    schoolId: school.id,
    id: '00000000-0000-4000-8000-000000000001',
    roundId,
    number: 2,
    judge: '',
    tabMargin: null,
    source: 'typed',
    scores: { ...scoresOf(8), pOpen: 10 },
    comments: {},
    ranks: { attorney: [], witness: [] },
  });
  await open('/season', primary);
  const row = await screen.findByRole('row', { name: /Home School One/ });
  // The other ballot of the round is a tie.
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1-0-0', '1-0-1', '+2']);
  screen.getByText(/plaintiff or prosecution won 1\.5 of 2 ballots .*no clear difference/);
  await screen.findByText('One ballot was handed over and has no round yet.');
  for (const name of ['Students', 'Line-up', 'Witnesses', 'Read photos', 'Import and export'])
    screen.getByRole('link', { name });
  fireEvent.click(within(screen.getByRole('region', { name: 'Tournaments' })).getByRole('link'));
  await screen.findByRole('heading', { level: 1, name: 'Home School One' });
});

test('a viewer sees records and tournaments, but no buttons and no scores', async () => {
  const { school } = await schoolWithRound();
  await open('/season', await personIn(school.id, 'viewer'));
  await screen.findByRole('row', { name: /Home School One/ });
  expect(screen.queryByRole('button', { name: 'Add a tournament' })).toBeNull();
  for (const name of ['Students', 'Read photos', 'Import and export', 'Your scores'])
    expect(screen.queryByRole('link', { name })).toBeNull();
});

test('a viewer who is a student of the school finds a link to the student’s scores', async () => {
  const { database, school } = await schoolWithRound();
  const viewer = await personIn(school.id, 'viewer');
  await database.owner
    .updateTable('students')
    .set({ userId: viewer.userId })
    .where('id', '=', school.studentId)
    .execute();
  await open('/season', viewer);
  const link = await screen.findByRole('link', { name: 'Your scores' });
  expect(link.getAttribute('href')).toBe(`/season/students/${school.studentId}`);
});

test('a Primary Admin adds the first tournament of a season and goes on to its rounds', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const primary = await personIn(id, 'primary');
  const last = seasonAfter(THIS_SEASON, -1);
  await open(`/season?season=${last}`, primary);
  await screen.findByText(`No tournaments in ${last} yet`);
  const [add] = screen.getAllByRole('button', { name: 'Add a tournament' });
  fireEvent.click(add!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a tournament' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Harbor Invitational' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Place' }), { target: { value: 'Harbor City' } });
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: `${last.slice(0, 4)}-11-07` } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add Tournament' }));
  await screen.findByRole('heading', { level: 1, name: 'Harbor Invitational' });
  const { tournaments } = await callsAs(server(), primary).seasonBook.season({ schoolId: id, season: last });
  expect(tournaments).toMatchObject([{ name: 'Harbor Invitational', place: 'Harbor City', caseId: null }]);
});

test('the season is in the address, and choosing another one changes it', async () => {
  const { school } = await schoolWithRound();
  await open('/season?season=2020-21', await personIn(school.id, 'viewer'));
  await screen.findByText('No tournaments in 2020-21 yet');
  fireEvent.change(screen.getByRole('combobox', { name: 'Season' }), { target: { value: THIS_SEASON } });
  await screen.findByRole('row', { name: /Home School One/ });
  expect(location.search).toBe(`?season=${THIS_SEASON}`);
});

test('the season chosen on the Season page applies to the pages it links to', async () => {
  const { school } = await schoolWithRound();
  await open('/season?season=2020-21', await personIn(school.id, 'admin'));
  await screen.findByText('No tournaments in 2020-21 yet');
  const pages = screen.getByRole('navigation', { name: 'Season book' });
  for (const link of within(pages).getAllByRole('link'))
    expect(new URL((link as HTMLAnchorElement).href).search).toBe('?season=2020-21');
  fireEvent.click(within(pages).getByRole('link', { name: 'Students' }));
  await screen.findByRole('heading', { level: 1, name: 'Students' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Season' }).value).toBe('2020-21');
});

test('if the school keeps no ballots, the page links the Primary Admin to the switch', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const primary = await addPerson(database, { name: 'Paula Primary', roles: { [id]: 'primary' } });
  await open('/season', primary);
  const link = await screen.findByRole('link', { name: 'Go to the School page' });
  expect(link.getAttribute('href')).toBe('/school#season-book');
});

test('if the school keeps no ballots, the page tells a viewer whom to ask', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await addPerson(database, { name: 'Paula Primary', roles: { [id]: 'primary' } });
  await open('/season', await personIn(id, 'viewer'));
  await screen.findByText(/ask your Primary Admin \(Paula Primary\)/);
  expect(screen.queryByRole('link', { name: 'Go to the School page' })).toBeNull();
});

test('the season waits for what is said above it, which would push it down', async () => {
  const { database, school } = await schoolWithRound();
  await database.owner.updateTable('seasonBooks').set({ keepsBallots: false }).execute();
  const held = Promise.withResolvers<undefined>();
  const late = ['seasonBook/ofSchool', 'keptBallots/waiting'];
  await open('/season', {
    ...(await personIn(school.id, 'primary')),
    between: (call) => (late.includes(call) ? held.promise : undefined),
  });
  const loading = () => queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await waitFor(() =>
    expect(new Set(loading().map(({ meta }) => meta?.failed))).toEqual(
      new Set(['Failed to load the season book', 'Failed to load waiting ballots']),
    ),
  );
  expect(screen.queryByRole('row', { name: /Home School One/ })).toBeNull();
  held.resolve(undefined);
  await screen.findByRole('row', { name: /Home School One/ });
  expect(screen.getByText(/^Your school doesn’t keep ballots yet/)).toBeDefined();
});

test('a season that could not be loaded never looks like an empty one', async () => {
  const { school } = await schoolWithRound();
  let isFailing = true;
  await open('/season', {
    ...(await personIn(school.id, 'primary')),
    between: (call) => (isFailing && call === 'seasonBook/season' ? refusal() : undefined),
  });
  const retry = await screen.findByRole('button', { name: 'Try again: load the season' });
  expect(screen.queryByText(/No tournaments/)).toBeNull();
  isFailing = false;
  fireEvent.click(retry);
  await screen.findByRole('row', { name: /Home School One/ });
});

test('a tournament of many teams has one record of all of them, and each of few has its own', async () => {
  const { database, school } = await schoolWithRound();
  const { id: schoolId, tournamentId } = school;
  const viewer = await personIn(schoolId, 'viewer');
  const addTeam = async (name: string) => {
    const { id: teamId } = await database.owner
      .insertInto('teams')
      .values({ schoolId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const round = { schoolId, tournamentId, teamId, number: 1, side: 'p', opponent: '1', outcome: 'played' } as const;
    await database.owner.insertInto('rounds').values(round).execute();
  };
  for (const name of ['B', 'C', 'D']) await addTeam(name);
  await open('/season', viewer);
  const records = 'B 0-0-0, C 0-0-0, D 0-0-0, Home School One 0-0-1';
  await screen.findByText((_, element) => element?.tagName === 'SPAN' && element.textContent === records);
  await addTeam('E');
  await queryClient.invalidateQueries();
  await screen.findByText('5 teams: 0-0-1');
});
