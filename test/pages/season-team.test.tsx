// A team's page: its record, rounds and students.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON, YEAR } from './played-season.ts';

const { server, open } = pageTests();

async function openTeam(who: 'staff' | 'viewer') {
  const { database } = server();
  const season = await playedSeason(database);
  const { id } = await database.owner.selectFrom('teams').select('id').executeTakeFirstOrThrow();
  await open(`/season/teams/${id}?season=${SEASON}`, season[who]);
  await screen.findByRole('heading', { level: 1, name: 'Home School One' });
}

test('staff see the record, the rounds by tournament with their results, and the students', async () => {
  await openTeam('staff');
  const rounds = within(await screen.findByRole('region', { name: 'Rounds' }));
  expect(rounds.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(`Cedar Invitational Oct 3, ${YEAR}`),
    expect.stringContaining(`Winter Regional Feb 6, ${YEAR + 1}`),
  ]);
  expect(rounds.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Round 1P v. 1204Won',
    'Round 3P v. 1204Won',
    'Round 2D v. 1204Won',
    'Round 4D v. 1204Won',
  ]);
  expect(screen.getByRole('region', { name: 'Record' }).textContent).toMatch(/Rounds4-0-0Ballots8-0-0Points\+\d+/);
  const students = within(await screen.findByRole('region', { name: 'Students' }));
  await students.findByRole('link', { name: 'Ben Birch' });
  // Archived.
  expect(students.queryByText('Hugo Hollis')).toBeNull();
});

test('a viewer sees results, and students’ names without links to scores', async () => {
  await openTeam('viewer');
  const students = within(await screen.findByRole('region', { name: 'Students' }));
  await students.findByText('Ben Birch');
  expect(students.queryByRole('link')).toBeNull();
});

test('a team that doesn’t exist says so', async () => {
  const season = await playedSeason(server().database);
  await open(`/season/teams/${season.schoolId}`, season.staff);
  await screen.findByText('The chosen school has no such team');
});
