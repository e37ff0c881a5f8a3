// Logging out while the server is unreachable: the session still exists, and the page must not hide that.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remember, remembered } from '#web/state/remembered.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a person who logs out stays signed in until the server has ended the session, and a toast says so', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const viewer = await addPerson(server().database, { roles: { [id]: 'viewer' } });
  let cut = true;
  const between = (call: string): undefined => {
    if (cut && call === 'session/signOut') throw new TypeError('Failed to fetch');
  };
  await open('/settings', { token: viewer.token, between });
  const logOut = () => screen.findByText('Log Out');
  remember('nav-width', '200');

  fireEvent.click(await logOut());
  await screen.findByText('You are still signed in. Can’t reach the server. Check your connection.');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(remembered('nav-width')).toBe('200');

  cut = false;
  fireEvent.click(await logOut());
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(remembered('nav-width')).toBeNull();
  const sessions = await server().database.owner.selectFrom('sessions').selectAll().execute();
  expect(sessions).toEqual([]);
});
