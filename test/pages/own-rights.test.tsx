// The person's own rights change while nobody looks at the tab: its stream of changes is closed then, and tells nothing.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson } from '../people.ts';
// Before the app.
import { streams } from './event-streams.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const says = (event: string): boolean | undefined => streams.at(-1)?.dispatchEvent(new Event(event));
const adminLink = () => screen.queryByRole('link', { name: 'Admin' });

test('a tab that comes back shows what the person may do now, and keeps what was half-typed', async () => {
  const { owner } = server().database;
  const admin = await addPerson(server().database, { superAdmin: true });
  await open('/settings', admin);
  const typed = await screen.findByLabelText<HTMLInputElement>(/^Current password/);
  fireEvent.change(typed, { target: { value: 'half-typed' } });
  await screen.findByRole('link', { name: 'Admin' });

  await owner.deleteFrom('superAdmins').where('userId', '=', admin.userId).execute();
  says('open');
  await waitFor(() => expect(adminLink()).toBeNull());

  await owner.insertInto('superAdmins').values({ userId: admin.userId }).execute();
  says('everything');
  await screen.findByRole('link', { name: 'Admin' });
  expect(screen.getByLabelText(/^Current password/)).toBe(typed);
  expect(typed.value).toBe('half-typed');
});
