// Logging out while the server is unreachable: the session may still exist, and the page must not hide that.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { remember, remembered } from '#web/state/remembered.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test.each([
  ['the server heard nothing', false],
  ['only its answer was lost', true],
])('a person who logs out sees that the session may not have ended, and can try again: %s', async (_what, isHeard) => {
  const { id } = await addSchool(server().database, 'Home School');
  const viewer = await addPerson(server().database, { roles: { [id]: 'viewer' } });
  let cut = true;
  const between = async (call: string, ask: () => Promise<Response>): Promise<undefined> => {
    if (!cut || call !== 'session/signOut') return;
    if (isHeard) await ask();
    throw new TypeError('Failed to fetch');
  };
  await open('/settings', { token: viewer.token, between });
  const logOut = () => screen.findByText('Log Out');
  remember('nav-width', '200');

  fireEvent.click(await logOut());
  await screen.findByText('You may still be signed in. Can’t reach the server. Check your connection.');
  cut = false;
  if (!isHeard) {
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(remembered('nav-width')).toBe('200');
    fireEvent.click(await logOut());
    await screen.findByRole('heading', { level: 1, name: 'Sign In' });
    expect(remembered('nav-width')).toBeNull();
  }
  await queryClient.invalidateQueries();
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  const sessions = await server().database.owner.selectFrom('sessions').selectAll().execute();
  expect(sessions).toEqual([]);
});
