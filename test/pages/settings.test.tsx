// The account and its password on the Settings page, and what is left of its forms when a session ends.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('the settings show the email and, on request, the user ID', async () => {
  const person = await addPerson(server().database);
  await open('/settings', person);
  expect((await screen.findByText('Email')).nextElementSibling?.textContent).toBe(person.email);
  const id = screen.getByText(person.userId).closest('details')!;
  expect(id.open).toBe(false);
  expect(id.querySelector('summary')?.textContent).toBe('Show User ID');
});

test('a password is changed after the current one is entered, and is none that is easily guessed', async () => {
  const { email, token } = await addPerson(server().database);
  await open('/settings', { token });
  const change = async (current: string, next: string, said: string): Promise<void> => {
    fireEvent.change(screen.getByLabelText(/^Current password/), { target: { value: current } });
    fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: next } });
    fireEvent.click(screen.getByRole('button', { name: 'Change password', hidden: true }));
    await screen.findByText(said);
  };
  await screen.findByText('Change your password');
  await change('not the password', 'seven geese in a canoe', 'Incorrect current password.');
  await change(PASSWORD, 'password123', 'This password is too easy to guess. Please choose another one.');
  await change(PASSWORD, 'seven geese in a canoe', 'Password changed. Other sessions have ended.');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Current password/).value).toBe(''));
  const { session } = server().browser().calls;
  expect(await session.signIn({ email, password: 'seven geese in a canoe' })).toMatchObject({ email });
});

test.each([
  ['an access token', 'Create an access token', /^Name/],
  ['a second factor', 'Set up a second factor', /^Password to set it up/],
] as const)('a session that ends under the form of %s leaves what was typed there', async (_what, opener, label) => {
  const { token, userId } = await addPerson(server().database);
  await open('/settings', { token });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  fireEvent.click(await screen.findByText(opener));
  fireEvent.change(await screen.findByLabelText(label), { target: { value: 'half of it' } });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await server().database.owner.deleteFrom('sessions').where('userId', '=', userId).execute();
  await queryClient.invalidateQueries();
  await screen.findByRole('dialog', { name: 'You have been signed out' });
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('half of it');
});
