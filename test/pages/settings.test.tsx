// The account and its password on the Settings page.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
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
