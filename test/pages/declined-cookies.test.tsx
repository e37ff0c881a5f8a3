// Declining cookies while the server is unreachable signs the person out here first and on the server later.
import { expect, test, vi } from 'vitest';
import { remember, remembered } from '#web/state/remembered.ts';
import { currentSession, loadSession, signOutEvenOffline } from '#web/state/session.ts';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a person who declined cookies is not signed in again while the sign-out waits for the server', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const viewer = await addPerson(server().database);
  let cut = true;
  const between = (call: string): undefined => {
    if (cut && call === 'session/signOut') throw new TypeError('Failed to fetch');
  };
  await open('/settings', { token: viewer.token, between });
  remember('nav-width', '200');
  await signOutEvenOffline();
  expect(warned.mock.calls).toEqual([['Sign-out failed while declining cookies', expect.any(TypeError)]]);
  expect(currentSession().me).toBeNull();
  expect(remembered('nav-width')).toBeNull();

  await loadSession();
  expect(currentSession()).toMatchObject({ status: 'known', me: null });
  cut = false;
  await loadSession();
  expect(currentSession()).toMatchObject({ status: 'known', me: null });
  const sessions = await server().database.owner.selectFrom('sessions').selectAll().execute();
  expect(sessions).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
