// The School page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('every member of a school finds the blank ballot on the School page', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open('/school', await addPerson(database, { roles: { [id]: 'viewer' } }));
  fireEvent.click(await screen.findByRole('link', { name: 'Print a blank ballot' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Print a blank ballot' })).toBeDefined();
});

test('a school’s page that is asked for before a school is chosen opens once it is', async () => {
  const { database } = server();
  const schools = [await addSchool(database, 'Home School'), await addSchool(database, 'Other School')];
  const roles = Object.fromEntries(schools.map(({ id }) => [id, 'admin' as const]));
  const person = await addPerson(database, { roles });
  await open('/season/import', person);
  await screen.findByText(/the page you asked for is about one of them\. Choose it to continue\./);
  expect(router.state.location.pathname).toBe('/');
  const choice = within(screen.getByRole('main')).getByRole('combobox', { name: 'School' });
  fireEvent.change(choice, { target: { value: schools[1]!.id } });
  await waitFor(() => expect(router.state.location.pathname).toBe('/season/import'));
});
