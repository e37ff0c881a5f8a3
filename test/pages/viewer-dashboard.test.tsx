// The dashboard of a viewer.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool } from '../people.ts';
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
});
