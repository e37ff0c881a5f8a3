// What another tab of the same browser does while this one has unsaved changes: it signs out or selects another school.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';
import { currentSession } from '#web/state/session.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** Another tab changed or cleared the storage, and the browser announces it. */
function elsewhere(school: string | null): void {
  if (school === null) localStorage.clear();
  else localStorage.setItem('school', school);
  dispatchEvent(new StorageEvent('storage'));
}
function tell(message: 'signed in' | 'signed out'): void {
  const otherTab = new BroadcastChannel('courtside-session');
  otherTab.postMessage(message);
  // A channel that closes at once delivers nothing.
  onTestFinished(() => otherTab.close());
}

async function typeHalfATeam(): Promise<HTMLInputElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Add Team' }));
  const field = await screen.findByLabelText<HTMLInputElement>('New team');
  fireEvent.change(field, { target: { value: 'Half a te' } });
  return field;
}

test('signing out in another tab leaves nothing in the storage, even where the only school is selected automatically', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'viewer' } }));
  await waitFor(() => expect(localStorage.getItem('school')).toBe(id));
  // The browser announces the storage first. The page has rendered again once everything is fetched.
  elsewhere(null);
  await queryClient.refetchQueries();
  tell('signed out');
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(localStorage).toHaveLength(0);
});

test('an unsaved roster row survives a sign-out in another tab, and is there after signing in again', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'admin' } }));
  const field = await typeHalfATeam();
  elsewhere(null);
  tell('signed out');
  await screen.findByText('You have been signed out');
  expect(screen.getByLabelText('New team')).toBe(field);
  expect(field.value).toBe('Half a te');
  expect(localStorage.getItem('school')).toBeNull();

  tell('signed in');
  await waitFor(() => expect(screen.queryByText('You have been signed out')).toBeNull());
  await waitFor(() => expect(localStorage.getItem('school')).toBe(id));
  expect(screen.getByLabelText('New team')).toBe(field);
});

test('over unsaved changes, a call that is refused afterwards doesn’t change why the session ended', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'admin' } }));
  await typeHalfATeam();
  await calls.session.signOut();
  tell('signed out');
  await screen.findByText(/You signed out in another tab/);
  await expect(calls.session.refresh()).rejects.toThrow('Please sign in.');
  expect(currentSession().endReason).toBe('other tab');
});

test('a sign-out that the server hasn’t confirmed survives a sign-out in another tab', async () => {
  await open('/settings', await addPerson(server().database));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  localStorage.setItem('sign-out-pending', 'true');
  tell('signed out');
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(localStorage.getItem('sign-out-pending')).toBe('true');
});

test('a school selected in another tab waits until there are no unsaved changes', async () => {
  const { database } = server();
  const here = await addSchool(database, 'Here School');
  const there = await addSchool(database, 'There School');
  localStorage.setItem('school', here.id);
  await open('/', await addPerson(database, { roles: { [here.id]: 'admin', [there.id]: 'admin' } }));
  const field = await typeHalfATeam();
  elsewhere(there.id);
  await queryClient.refetchQueries();
  expect(screen.getByLabelText('New team')).toBe(field);
  expect((await screen.findByLabelText<HTMLSelectElement>('Current School:')).value).toBe(here.id);
  expect(localStorage.getItem('school')).toBe(there.id);

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getAllByText(/There School One/)).not.toHaveLength(0));
  expect(screen.getByLabelText<HTMLSelectElement>('Current School:').value).toBe(there.id);
});
