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
  await open('/', viewer);
  const primaries = await screen.findByRole('region', { name: 'Primary Admins' });
  expect(await within(primaries).findByText(/Łukasz Primary/)).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Admins' })).getByText('No users found')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Viewers' })).getByText(/Vera O’Brien/)).toBeDefined();
  expect(await within(screen.getByRole('region', { name: 'Teams' })).findByText('Home School One')).toBeDefined();
});
