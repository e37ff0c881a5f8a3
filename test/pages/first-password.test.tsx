// A person with a first password from support must replace it before anything but the public pages.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { addPerson, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Many steps, each with the real server: that takes long where both cores are busy.
const { server, open } = pageTests();

const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });
const follow = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('link', { name }));

test('a person who must choose a password can read the public pages first, and nothing else', async () => {
  await open('/', await addPerson(server().database, { mustChangePassword: true }));
  await heading('Choose your password');
  await follow('Privacy and Security');
  await heading('Privacy and Security');
  await follow('Service Status');
  await heading('Service Status');
  await screen.findByText('Case Management');
  expect(screen.queryByText('Please choose a new password first.', { exact: false })).toBeNull();

  for (const wanted of ['/admin', '/cases', '/settings']) {
    await router.navigate({ href: wanted });
    await heading('Choose your password');
  }
  await follow('Courtside, go to the start');
  await heading('Choose your password');
  const current = screen.getByLabelText(/^Current password/);
  const change = screen.getByRole('button', { name: 'Change password' });
  fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: 'one of my own choosing' } });
  fireEvent.change(current, { target: { value: 'mistyped' } });
  change.focus();
  fireEvent.click(change);
  // The button is disabled while the call runs, so the focus moves to the first field.
  expect(document.activeElement).toBe(current);
  await screen.findByText('Incorrect current password.');
  fireEvent.change(current, { target: { value: PASSWORD } });
  fireEvent.click(change);
  await heading('User Dashboard');
});
