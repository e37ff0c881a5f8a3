// What another tab of the same browser does while this one has unsaved changes: it signs out or selects another school.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** The other tab has written to the storage, or forgotten what was there; this one hears of it. */
function elsewhere(school: string | null): void {
  if (school === null) localStorage.clear();
  else localStorage.setItem('school', school);
  dispatchEvent(new StorageEvent('storage'));
}
function tell(message: 'signed in' | 'signed out'): void {
  const otherTab = new BroadcastChannel('courtside-session');
  otherTab.postMessage(message);
  // Not before it has arrived.
  setTimeout(() => otherTab.close(), 1000);
}

async function halfTyped(): Promise<HTMLInputElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Add Team' }));
  const field = await screen.findByLabelText<HTMLInputElement>('New team');
  fireEvent.change(field, { target: { value: 'Half a te' } });
  return field;
}

test('whoever signs out in another tab leaves nothing behind, also with one school that is chosen by itself', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'viewer' } }));
  await waitFor(() => expect(localStorage.getItem('school')).toBe(id));
  // The browser tells of the storage first.
  elsewhere(null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  tell('signed out');
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(localStorage).toHaveLength(0);
});

test('a half-typed roster row stays when another tab signs out, nothing is written meanwhile, and one goes on afterwards', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  await open('/', await addPerson(server().database, { roles: { [id]: 'admin' } }));
  const field = await halfTyped();
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

test('what the server is still to be told of a sign-out is not forgotten with it', async () => {
  await open('/settings', await addPerson(server().database));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  localStorage.setItem('sign-out-pending', 'true');
  tell('signed out');
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(localStorage.getItem('sign-out-pending')).toBe('true');
});

test('another school that is chosen in another tab waits until nothing is half-typed', async () => {
  const { database } = server();
  const here = await addSchool(database, 'Here School');
  const there = await addSchool(database, 'There School');
  localStorage.setItem('school', here.id);
  await open('/', await addPerson(database, { roles: { [here.id]: 'admin', [there.id]: 'admin' } }));
  const field = await halfTyped();
  elsewhere(there.id);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByLabelText('New team')).toBe(field);
  expect(screen.getByLabelText<HTMLSelectElement>('Current School:').value).toBe(here.id);
  expect(localStorage.getItem('school')).toBe(there.id);

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getAllByText(/There School One/)).not.toHaveLength(0));
  expect(screen.getByLabelText<HTMLSelectElement>('Current School:').value).toBe(there.id);
});
