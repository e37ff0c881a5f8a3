// The settings page while the same person changes the account in another tab, of which this one hears by an event.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { codeOf } from '../authenticator.ts';
import { addPerson, callsAs, PASSWORD } from '../people.ts';
import { eventStreams } from './event-streams.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const streams = eventStreams();
/** The event whose arrival test/calls/announced-changes.test.ts checks. */
const hear = () =>
  streams.at(-1)?.dispatchEvent(new MessageEvent('changes', { data: JSON.stringify([{ subject: 'account' }]) }));
const TOKEN = { currentPassword: PASSWORD, name: 'Season sheet', schoolId: null, canWrite: false, days: '90' } as const;

/** Opens the page of a person who is signed in on a phone, too. Returns the other tab. */
async function openSettings() {
  const person = await addPerson(server().database);
  await server().browser().calls.session.signIn({ email: person.email, password: PASSWORD });
  await open('/settings', person);
  await screen.findByRole('button', { name: /^End .*, since / });
  return callsAs(server(), person).session;
}

test('what another tab has changed is shown at once', async () => {
  const tab = await openSettings();
  await tab.makeAccessToken(TOKEN);
  await tab.endOthers({ currentPassword: PASSWORD });
  hear();
  await screen.findByRole('button', { name: 'End Season sheet' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End .*, since / })).toBeNull());
});

test('an access token that another tab has ended can’t be ended again, and is no longer shown', async () => {
  const tab = await openSettings();
  fireEvent.click(screen.getByRole('button', { name: 'Create an access token' }));
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Season sheet' } });
  fireEvent.change(screen.getByLabelText(/^Your password, to create it/), { target: { value: PASSWORD } });
  fireEvent.click(screen.getByRole('button', { name: 'Create access token' }));
  await screen.findByLabelText('Access token “Season sheet”');
  fireEvent.click(await screen.findByRole('button', { name: 'End Season sheet' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End “Season sheet”?' }));
  for (const { id } of await tab.accessTokens()) await tab.endAccessToken({ id });
  fireEvent.click(dialog.getByRole('button', { name: 'End access token' }));
  await screen.findByText(/^Failed to end access token: .*no longer exists/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End Season sheet' })).toBeNull());
  expect(screen.queryByLabelText('Access token “Season sheet”')).toBeNull();
});

test('a second factor that another tab has turned on is not set up again', async () => {
  const tab = await openSettings();
  fireEvent.change(await screen.findByLabelText(/^Password to set it up/), { target: { value: PASSWORD } });
  fireEvent.click(screen.getByRole('button', { name: 'Set up' }));
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  const { secret } = await tab.beginSecondFactor({ currentPassword: PASSWORD });
  await tab.confirmSecondFactor({ code: codeOf(secret) });
  hear();
  await screen.findByText(/Recovery codes left: 10\./);
  expect(screen.queryByRole('img', { name: 'QR code for your authenticator app' })).toBeNull();
});

test('recovery codes are no longer shown once another tab has turned the second factor off', async () => {
  const tab = await openSettings();
  fireEvent.change(await screen.findByLabelText(/^Password to set it up/), { target: { value: PASSWORD } });
  fireEvent.click(screen.getByRole('button', { name: 'Set up' }));
  const { textContent: secret } = await screen.findByText(/^[A-Z2-7]{32}$/);
  fireEvent.change(await screen.findByLabelText(/^Code/), { target: { value: codeOf(secret) } });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
  await screen.findByText(/Recovery codes left: 10\./);
  await tab.removeSecondFactor({ currentPassword: PASSWORD, code: codes[0]?.textContent ?? '' });
  hear();
  await screen.findByLabelText(/^Password to set it up/);
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
});
