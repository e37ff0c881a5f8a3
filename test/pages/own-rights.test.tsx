// The person's rights change while the tab is hidden and its event stream closed.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { NO_SCHOOLS } from '#web/support/no-schools.tsx';
import { addPerson, addSchool } from '../people.ts';
import { eventStreams } from './event-streams.ts';
import { listenToToasts, toastTexts } from '../late/toasts.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const streams = eventStreams();

const says = (event: string): boolean | undefined => streams.at(-1)?.dispatchEvent(new Event(event));
const adminLink = () => screen.queryByRole('link', { name: 'Admin' });

test('a tab that becomes visible shows what the person may do now and keeps unsaved changes', async () => {
  const { owner } = server().database;
  const admin = await addPerson(server().database, { superAdmin: true });
  await open('/settings', admin);
  const typed = await screen.findByLabelText<HTMLInputElement>(/^Current password/);
  fireEvent.change(typed, { target: { value: 'unsaved text' } });
  await screen.findByRole('link', { name: 'Admin' });

  await owner.deleteFrom('superAdmins').where('userId', '=', admin.userId).execute();
  says('open');
  await waitFor(() => expect(adminLink()).toBeNull());

  await owner.insertInto('superAdmins').values({ userId: admin.userId }).execute();
  says('everything');
  await screen.findByRole('link', { name: 'Admin' });
  expect(screen.getByLabelText(/^Current password/)).toBe(typed);
  expect(typed.value).toBe('unsaved text');
});

test('a super admin who loses that right while on the admin page sees it no longer', async () => {
  const { owner } = server().database;
  const admin = await addPerson(server().database, { superAdmin: true });
  await open('/admin', admin);
  await screen.findByRole('heading', { level: 1, name: 'Admin Dashboard' });
  await owner.deleteFrom('superAdmins').where('userId', '=', admin.userId).execute();
  says('open');
  await screen.findByRole('heading', { level: 1, name: 'Objection sustained' });
});

test('a form that closes because its role was taken away says so', async () => {
  onTestFinished(listenToToasts());
  const { owner } = server().database;
  const { id: schoolId } = await addSchool(server().database, 'Home School');
  const person = await addPerson(server().database, { roles: { [schoolId]: 'admin' } });
  await open('/', person);
  fireEvent.click(await screen.findByRole('button', { name: 'Add Student' }));
  fireEvent.change(await screen.findByLabelText('New student'), { target: { value: 'Nora Typed' } });
  await owner.updateTable('usersSchools').set({ role: 'viewer' }).where('userId', '=', person.userId).execute();
  says('open');
  await waitFor(() => expect(screen.queryByLabelText('New student')).toBeNull());
  expect(toastTexts()).toEqual(['Your roles have changed. This page now shows what you may do.']);
});

test('whoever is taken out of the only school while its season is open reads what to do', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const person = await addPerson(database, { roles: { [schoolId]: 'viewer' } });
  await open('/season', person);
  await screen.findByRole('heading', { level: 1, name: 'Season' });
  await database.owner.deleteFrom('usersSchools').where('userId', '=', person.userId).execute();
  says('open');
  await screen.findByText(NO_SCHOOLS);
});
