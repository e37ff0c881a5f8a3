// The School page.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
