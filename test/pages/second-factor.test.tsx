// Setting up a second factor on the settings page, and signing in with it.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { applySecondFactorRule } from '#server/sign-in/second-factor.ts';
import { queryClient, showsChange } from '#web/server/query-client.ts';
import { codeOf, turnOnSecondFactor } from '../authenticator.ts';
import { addPerson, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Passwords are hashed slowly on purpose.
const { server, open } = pageTests();

const type = async (label: RegExp, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a person sets up a second factor with the key, gets recovery codes, and turns it off', async () => {
  await open('/settings', {
    ...(await addPerson(server().database)),
    between: async (call, ask) => {
      if (call !== 'session/confirmSecondFactor') return undefined;
      const answer = await ask();
      // The news of the change comes before its answer.
      await queryClient.invalidateQueries({ predicate: (query) => !showsChange(query) });
      return answer;
    },
  });
  await type(/^Password to set it up/, PASSWORD);
  press('Set up');
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  press('Cancel');
  await type(/^Password to set it up/, PASSWORD);
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
  press('Set up');
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  const secret = screen.getByText(/^[A-Z2-7]{32}$/).textContent;
  const forPhones = screen.getByRole('link', { name: 'open it with the key' }).getAttribute('href');
  expect(forPhones).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`));
  await type(/^Code/, codeOf(secret));
  press('Turn on');
  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
  expect(codes).toHaveLength(10);
  await screen.findByText(/Recovery codes left: 10\./);
  await type(/^Password to turn it off/, PASSWORD);
  await type(/^Code/, codes[0]?.textContent ?? '');
  press('Turn off');
  await screen.findByLabelText(/^Password to set it up/);
});

test('after a sign-in at a provider has expired, the sign-in screen begins again', async () => {
  await open('/auth?sign-on=code');
  await type(/^Code/, '123456');
  press('Sign In');
  await screen.findByText('This sign-in has expired. Please sign in again.');
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Email/)));
});

test('the sign-in screen asks for the code after the password', async () => {
  const person = await addPerson(server().database);
  const { nextCode } = await turnOnSecondFactor(server(), person);
  await open('/auth');
  await type(/^Email/, person.email);
  await type(/^Password/, PASSWORD);
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
  press('Sign In');
  const field = await screen.findByLabelText(/^Code/);
  expect(document.activeElement).toBe(field);
  await type(/^Code/, '000000');
  press('Sign In');
  await screen.findByText(/^Incorrect code\./);
  await type(/^Code/, nextCode);
  press('Sign In');
  await screen.findByRole('heading', { level: 1, name: 'User Dashboard' });
});

test('a super admin who still needs a second factor is led to its setup', async () => {
  const { database } = server();
  const { settings } = server();
  await applySecondFactorRule(database, { ...settings, REQUIRE_TOTP_FOR_SUPER_ADMINS: 'on' });
  Object.assign(settings, { REQUIRE_TOTP_FOR_SUPER_ADMINS: 'on' });
  await open('/settings', await addPerson(database, { superAdmin: true }));
  await screen.findByText('Set up a second factor under Settings to get your super admin rights back.');
});
