// Access tokens on the settings page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { signIn } from '#web/state/session.ts';
import { addPerson, addSchool, callsAs, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Passwords are hashed slowly on purpose.
const { server, open } = pageTests();

const section = () => screen.findByRole('region', { name: 'Access tokens' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = async (label: RegExp, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const ask = (token: string, path: string, input?: object): Promise<Response> =>
  server()
    .browser({ headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } })
    .request(`/api/v1/${path}`, { method: 'POST', body: JSON.stringify(input) });

test('a person creates a token for one school, which a program uses until the person ends it', async () => {
  const { database } = server();
  const [home, other] = [await addSchool(database, 'Home School'), await addSchool(database, 'Other School')];
  await open('/settings', await addPerson(database, { roles: { [home.id]: 'admin', [other.id]: 'viewer' } }));
  await section();
  press('Create an access token');
  await type(/^Name/, 'Season sheet');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
  await within(await section()).findByRole('option', { name: 'Home School' });
  await type(/^For/, home.id);
  await type(/^Your password, to create it/, 'not the password');
  press('Create access token');
  await screen.findByText('Incorrect current password.');
  await type(/^Your password, to create it/, PASSWORD);
  press('Create access token');
  const { value: token } = await screen.findByLabelText<HTMLInputElement>('Access token “Season sheet”');
  expect(document.activeElement).toBe(screen.getByLabelText('Access token “Season sheet”'));
  expect(await (await ask(token, 'assignments/mine')).json()).toMatchObject([{ schoolId: home.id }]);
  expect((await ask(token, 'teams/add', { schoolId: home.id, id: home.id, name: 'New' })).status).toBe(403);
  const row = await within(await section()).findByRole('listitem');
  expect(row.textContent).toMatch(/^Season sheetRead only · Home School · expires .+ · (?:never|last) used/);
  screen.getByRole('button', { name: 'End Season sheet' }).focus();
  press('End Season sheet');
  const dialog = await screen.findByRole('dialog', { name: 'End “Season sheet”?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'End access token' }));
  const tokens = within(await section());
  await waitFor(() => expect(tokens.queryByRole('listitem')).toBeNull());
  expect(document.activeElement).toBe(await section());
  expect((await ask(token, 'assignments/mine')).status).toBe(401);
  expect(screen.queryByLabelText('Access token “Season sheet”')).toBeNull();
});

test('a token on the screen disappears when the session ends, and the person can end it afterwards', async () => {
  const { database } = server();
  const person = await addPerson(database);
  await open('/settings', person);
  await section();
  press('Create an access token');
  await type(/^Name/, 'Season sheet');
  await type(/^Your password, to create it/, PASSWORD);
  press('Create access token');
  const { value: token } = await screen.findByLabelText<HTMLInputElement>('Access token “Season sheet”');
  await database.owner.deleteFrom('sessions').where('userId', '=', person.userId).execute();
  await queryClient.invalidateQueries();
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  const kept = JSON.stringify([document.documentElement.outerHTML, localStorage, sessionStorage, location.href]);
  expect(kept).not.toContain(token);
  await signIn(person.email, PASSWORD);
  await within(await section()).findByRole('button', { name: 'End Season sheet' });
  expect(screen.queryByLabelText('Access token “Season sheet”')).toBeNull();
});

test('a token that has expired is removed instead of ended', async () => {
  const person = await addPerson(server().database);
  await callsAs(server(), person).session.makeAccessToken({
    currentPassword: PASSWORD,
    name: 'Season sheet',
    schoolId: null,
    canWrite: false,
    days: '30',
  });
  await server()
    .database.owner.updateTable('accessTokens')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .execute();
  await open('/settings', person);
  await section();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Season sheet' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove “Season sheet”?' }));
  dialog.getByText('It has expired, so no program has access with it.');
  fireEvent.click(dialog.getByRole('button', { name: 'Remove access token' }));
  await screen.findByText('Access token removed successfully');
});

test('a new token is shown while the list of tokens is late', async () => {
  let isLate = false;
  const between = (call: string) =>
    isLate && call === 'session/accessTokens' ? new Promise<undefined>(() => {}) : undefined;
  await open('/settings', { ...(await addPerson(server().database)), between });
  await section();
  press('Create an access token');
  await type(/^Name/, 'Season sheet');
  await type(/^Your password, to create it/, PASSWORD);
  isLate = true;
  press('Create access token');
  await screen.findByLabelText('Access token “Season sheet”');
});
