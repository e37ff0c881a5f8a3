// Logging out while the server is unreachable: the session may still exist, and the page must not hide that. Logging out while a file is
// on its way.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { remember, remembered } from '#web/state/remembered.ts';
import { signOut } from '#web/state/session.ts';
import { addPerson, addSchool } from '../people.ts';
import { press } from './admin-world.tsx';
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

test('a file that arrives after its person has logged out is not saved on the computer', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const { token } = await addPerson(server().database, { roles: { [id]: 'admin' } });
  const saving = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  onTestFinished(() => saving.mockRestore());
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  let isAsked = false;
  const between = async (call: string, ask: () => Promise<Response>): Promise<Response | undefined> => {
    if (!isAsked || call !== 'teams/inSchool') return undefined;
    const answer = await ask();
    await arrives;
    return answer;
  };
  await open('/', { token, between });
  await press('Import and export teams');
  const download = await screen.findByRole('button', { name: 'Download 1 team' });
  isAsked = true;
  fireEvent.click(download);
  await signOut();
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  arrive();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(saving).not.toHaveBeenCalled();
});
