// The side navigation marks the part of the app that a page belongs to.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test.each([
  ['/', 'Dashboard'],
  ['/school', 'School'],
  ['/school/sheets', 'School'],
  ['/school/sheets/00000000-0000-4000-8000-000000000000?from=try-out', 'School'],
  ['/season', 'Season'],
  ['/season/try-outs', 'Season'],
  ['/settings', 'Settings'],
  ['/admin-test', 'Admin Test'],
  ['/admin?tab=users', 'Admin'],
])('%s is in %s', async (address, section) => {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  await open(address, await addPerson(database, { superAdmin: true, roles: { [school.id]: 'admin' } }));
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  const current = () => within(navigation).queryAllByRole('link', { current: 'page' });
  await waitFor(() => expect(current().map((link) => link.textContent)).toEqual([section]));
});

test('the link back to the page above is not marked as the current page', async () => {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  await open('/school/sheets', await addPerson(database, { roles: { [school.id]: 'admin' } }));
  const main = within(screen.getByRole('main'));
  const back = await main.findByRole('link', { name: 'School' });
  expect(back.getAttribute('aria-current')).toBeNull();
});
