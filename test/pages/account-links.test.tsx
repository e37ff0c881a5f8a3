// Invitations and password resets on screen: the admin area shows a link to copy, and its holder opens it signed out.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { currentSession } from '#web/state/session.ts';
import { addPerson, addSchool, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Passwords are hashed slowly on purpose.
const { server, open } = pageTests();

const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const shownToken = async (label: RegExp): Promise<string> => {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  expect(document.activeElement).toBe(field);
  return new URL(field.value).hash.slice(1);
};
const adminCalls = async () => {
  const { token = '' } = await addPerson(server().database, { superAdmin: true });
  return server().browser({ token }).calls;
};

test('a super admin invites someone from Add New Assignment and gets a link to copy', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  await open(`/admin?open=${id}&view=assignments&adding=true`, await addPerson(database, { superAdmin: true }));
  await screen.findByRole('heading', { name: 'Invite someone without an account' });
  type('Email', 'Nia@Example.test');
  fireEvent.change(screen.getByLabelText('Role after accepting'), { target: { value: 'admin' } });
  press('Invite');
  const token = await shownToken(/^Invitation for Nia@Example\.test/);
  const list = await screen.findByRole('list', { name: 'Open invitations' });
  await within(list).findByText(/^nia@example\.test, Admin/);
  const invitation = await server().browser().calls.session.invitation({ token });
  expect(invitation).toEqual({ email: 'nia@example.test', schools: [{ name: 'Home School', role: 'admin' }] });

  fireEvent.click(screen.getByRole('button', { name: 'Revoke the invitation of nia@example.test' }));
  fireEvent.click(within(await screen.findByRole('dialog', { name: /^Revoke/ })).getByText('Revoke'));
  await screen.findByText('Invitation revoked');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Open invitations' })).toBeNull());
  expect(screen.queryByLabelText(/^Invitation for /)).toBeNull();
});

test('a new link leaves the focus in the field in which the next person’s address is typed by then', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  const between = (call: string) => (call === 'invitations/invite' ? answered : undefined);
  const { token } = await addPerson(server().database, { superAdmin: true });
  await open(`/admin?open=${id}&view=assignments&adding=true`, { token, between });
  const field = await screen.findByLabelText<HTMLInputElement>('Email');
  type('Email', 'nia@example.test');
  field.focus();
  press('Invite');
  type('Email', 'next@example.test');
  resolve(undefined);
  await screen.findByLabelText(/^Invitation for nia@example\.test/);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('next@example.test');
});

test('an invited person chooses a name and password, and sees the school', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const invited = { email: 'nia@example.test', schoolId: id, role: 'admin' } as const;
  const { token } = await (await adminCalls()).invitations.invite(invited);
  await open(`/invitation#${token}`);
  await heading('Welcome to Courtside');
  await screen.findByText(/^nia@example\.test is invited to Home School as Admin\./);
  type(/^Your name/, 'Nia New');
  type(/^Password/, 'mocktrial2026');
  press('Create account');
  await screen.findByText('This password is too easy to guess. Please choose another one.');
  type(/^Password/, 'seven geese in a canoe');
  press('Create account');
  await heading('User Dashboard');
  expect(await screen.findAllByText('Home School (Hom)')).not.toEqual([]);
});

test('an invitation that the server could not be asked for can be opened again', async () => {
  const { id: schoolId } = await addSchool(server().database, 'Home School');
  const invited = { email: 'nia@example.test', schoolId, role: 'admin' } as const;
  const { token } = await (await adminCalls()).invitations.invite(invited);
  let isCut = true;
  const between = (call: string): undefined => {
    if (isCut && call === 'session/invitation') throw new TypeError('Failed to fetch');
  };
  await open(`/invitation#${token}`, { between });
  await screen.findByText('This invitation can’t be opened');
  isCut = false;
  press('Try again');
  await screen.findByText(/^nia@example\.test is invited to Home School as Admin\./);
});

test('a person who leaves the invitation before the answer arrives is signed in and stays where they went', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const invited = { email: 'nia@example.test', schoolId: id, role: 'admin' } as const;
  const { token } = await (await adminCalls()).invitations.invite(invited);
  let answer = (): void => {};
  const isHeld = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  await open(`/invitation#${token}`, {
    between: (call) => (call === 'session/acceptInvitation' ? isHeld : undefined),
  });
  await screen.findByText(/^nia@example\.test is invited to Home School as Admin\./);
  type(/^Your name/, 'Nia New');
  type(/^Password/, 'seven geese in a canoe');
  press('Create account');
  await router.navigate({ href: '/privacy-and-security' });
  await heading('Privacy and Security');
  answer();
  await waitFor(() => expect(currentSession().me?.name).toBe('Nia New'));
  await heading('Privacy and Security');
  expect(router.state.location.pathname).toBe('/privacy-and-security');
});

test('an invitation that was used says so, and leads whoever has accepted it to the sign-in', async () => {
  await open(`/invitation#${'x'.repeat(43)}`);
  await screen.findByText(/^This link has expired, was already used, or was replaced by a newer one\./);
  fireEvent.click(screen.getByRole('link', { name: 'Sign In' }));
  await heading('Sign In');
});

test('an invitation that the signed-in person has accepted leads back to the dashboard', async () => {
  await open(`/invitation#${'x'.repeat(43)}`, await addPerson(server().database));
  await screen.findByText(/^This link has expired, was already used, or was replaced by a newer one\./);
  fireEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
  await heading('User Dashboard');
});

test('a new invitation that is pasted into the tab of one that has ended opens', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const invited = { email: 'nia@example.test', schoolId: id, role: 'admin' } as const;
  const { token } = await (await adminCalls()).invitations.invite(invited);
  await open(`/invitation#${'x'.repeat(43)}`);
  await screen.findByText(/^This link has expired, was already used, or was replaced by a newer one\./);
  await router.navigate({ href: `/invitation#${token}` });
  await screen.findByText(/^nia@example\.test is invited to Home School as Admin\./);
  // The skip link.
  await router.navigate({ href: '/invitation#main' });
  screen.getByText(/^nia@example\.test is invited to Home School as Admin\./);
});

test('a super admin gets a reset link to copy', async () => {
  const { userId } = await addPerson(server().database, { name: 'Fran Forgot' });
  const admin = await addPerson(server().database, { superAdmin: true });
  await open(`/admin?tab=users&open=${userId}`, admin);
  fireEvent.click(await screen.findByRole('button', { name: 'Create Reset Link' }));
  const token = await shownToken(/^Reset link for Fran Forgot/);
  await server().browser().calls.session.resetPassword({ token, newPassword: 'seven geese in a canoe' });
});

test('the holder of a reset link chooses a new password and signs in with it', async () => {
  const { userId, email } = await addPerson(server().database);
  const { token } = await (await adminCalls()).passwordResets.create({ userId });
  await open(`/reset-password#${token}`);
  await screen.findByLabelText(/^New password/);
  type(/^New password/, 'seven geese in a canoe');
  press('Change password');
  await heading('Password changed');
  const { session } = server().browser().calls;
  await expect(session.signIn({ email, password: PASSWORD })).rejects.toThrow('Incorrect email or password.');
  expect(await session.signIn({ email, password: 'seven geese in a canoe' })).toMatchObject({ email });
  fireEvent.click(screen.getByRole('link', { name: 'Sign In' }));
  await heading('Sign In');
  expect(router.state.location.pathname).toBe('/auth');
});

test('a reset link that is opened in the browser of somebody else says that they are still signed in', async () => {
  const { userId } = await addPerson(server().database);
  const { token } = await (await adminCalls()).passwordResets.create({ userId });
  const other = await addPerson(server().database);
  await open(`/reset-password#${token}`, other);
  await screen.findByLabelText(/^New password/);
  type(/^New password/, 'seven geese in a canoe');
  press('Change password');
  await heading('Password changed');
  await screen.findByText(
    `The account of this link has been signed out everywhere. You are still signed in as ${other.email}.`,
  );
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
});

test('a reset link that has ended says so before a new password is typed, and a new one pasted into its tab works', async () => {
  const { userId } = await addPerson(server().database);
  await open(`/reset-password#${'x'.repeat(43)}`);
  await screen.findByText(/^This link has expired, was already used, or was replaced by a newer one\./);
  expect(screen.queryByLabelText(/^New password/)).toBeNull();
  screen.getByRole('link', { name: 'Get another link' });
  const { token } = await (await adminCalls()).passwordResets.create({ userId });
  await router.navigate({ href: `/reset-password#${token}` });
  await screen.findByLabelText(/^New password/);
  expect(screen.queryByText(/^This link has expired/)).toBeNull();
  type(/^New password/, 'seven geese in a canoe');
  press('Change password');
  await heading('Password changed');
});
