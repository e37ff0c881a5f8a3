// Who is signed in decides what the browser stores, what the page shows and whether it receives change events.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { calls } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';
import { currentSession, loadSession, signIn } from '#web/state/session.ts';
import { endSessionsOf as endKnownSessionsOf } from '#server/sign-in/sessions.ts';
import { addPerson, addSchool, addSession, PASSWORD } from '../people.ts';
import { eventStreams } from './event-streams.ts';
import { listenToToasts, toastTexts } from '../late/toasts.ts';
import { pageTests } from './open-page.tsx';
import { pressEnter } from './press-enter.ts';

// Passwords are hashed slowly on purpose.
const { server, open } = pageTests();
const streams = eventStreams();

const heading = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });
/** Adds an entry to a list of the dashboard. */
async function add(what: 'Team' | 'Student'): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `Add ${what}` }));
  const field = await screen.findByLabelText<HTMLInputElement>(`New ${what.toLowerCase()}`);
  fireEvent.change(field, { target: { value: `Another ${what}` } });
  pressEnter(field);
}
/** Opens Settings and waits for its lists: the answer to a question from before the session's end doesn't say that it has ended. */
async function openSettings(token: string | undefined): Promise<void> {
  await open('/settings', { token });
  await heading('Settings');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}
const endSessionsOf = (userId: string): Promise<unknown> =>
  server().database.owner.deleteFrom('sessions').where('userId', '=', userId).execute();

test('an ended session leads to the sign-in screen, which says that it expired if only its cookie is gone', async () => {
  const { token, userId } = await addPerson(server().database);
  await openSettings(token);
  await endSessionsOf(userId);
  await queryClient.invalidateQueries();
  await heading('Sign In');
  expect(decodeURIComponent(location.search), 'it leads back').toContain('/settings');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  screen.getByText('Your session expired. Sign in to continue.');
});

test.each([
  ['other device', 'You were signed out on another device. Sign in to continue.'],
  ['password changed', 'Your password was changed, which ended your other sessions. Sign in to continue.'],
  ['account removed', 'Your account was removed.'],
] as const)('the sign-in screen says why a session ended: %s', async (reason, sentence) => {
  const { token, userId } = await addPerson(server().database);
  await openSettings(token);
  const { owner } = server().database;
  if (reason === 'account removed') await owner.deleteFrom('users').where('id', '=', userId).execute();
  else await endKnownSessionsOf(owner, userId, reason);
  await queryClient.invalidateQueries();
  await screen.findByText(sentence);
});

test('a form that is left when its person’s account is removed offers only to leave it', async () => {
  const { token, userId } = await addPerson(server().database);
  await openSettings(token);
  fireEvent.change(screen.getByLabelText(/^Current password/), { target: { value: 'unsaved text' } });
  await server().database.owner.deleteFrom('users').where('id', '=', userId).execute();
  await queryClient.invalidateQueries();
  await screen.findByText('Your account was removed. Your unsaved changes can’t be saved.');
  expect(screen.queryByRole('link', { name: 'Sign in in a new tab' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Leave this page' }));
  await heading('Sign In');
});

test('a session that expired while no tab was open is called expired', async () => {
  const { token, userId } = await addPerson(server().database);
  localStorage.setItem('person', userId);
  await endSessionsOf(userId);
  await open('/auth', { token });
  await screen.findByText('Your session expired. Sign in to continue.');
});

test('a single other session can be ended, after the password is entered', async () => {
  const { token, userId } = await addPerson(server().database);
  const others = [await addSession(server().database, userId), await addSession(server().database, userId)];
  await open('/settings', { token });
  const [first] = await screen.findAllByRole('button', { name: /^End Unknown browser, since / });
  fireEvent.click(first as HTMLElement);
  const row = within(first!.closest('li')!);
  const password = await row.findByLabelText(/^Your password/);
  await waitFor(() => expect(document.activeElement).toBe(password));
  // One request at a time.
  expect(screen.queryByRole('button', { name: 'End other sessions' })).toBeNull();
  fireEvent.change(password, { target: { value: PASSWORD } });
  fireEvent.click(row.getByRole('button', { name: 'End this session' }));
  await screen.findByText('The session has ended.');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^End Unknown browser/ })).toHaveLength(1));
  const left = await Promise.all(others.map((each) => server().browser({ token: each }).calls.session.me()));
  expect(left.filter((me) => me !== null)).toHaveLength(1);
});

test('a session that ends while the page asks who is signed in counts as ended', async () => {
  const { token, userId } = await addPerson(server().database);
  const [meAsked, meHeard, othersHeard] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let isHeld = false;
  await open('/settings', {
    token,
    between: async (call, ask) => {
      const answer = await ask();
      if (isHeld && call === 'session/me') meAsked!.resolve();
      if (isHeld) await (call === 'session/me' ? meHeard! : othersHeard!).promise;
      return answer;
    },
  });
  await heading('Settings');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  isHeld = true;
  const who = loadSession();
  await meAsked!.promise;
  await endSessionsOf(userId);
  const others = queryClient.invalidateQueries();
  // Who was signed in arrives first, and then that nobody is.
  meHeard!.resolve();
  await who;
  othersHeard!.resolve();
  await others;
  await heading('Sign In');
});

test('a first visit to the sign-in screen gives no reason', async () => {
  await open('/auth');
  await heading('Sign In');
  expect(screen.queryByText(/Sign in to continue/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Email/));
});

test('another person finds nothing that the previous one left in this browser', async () => {
  const ada = await addPerson(server().database);
  const ben = await addPerson(server().database);
  await open('/settings', ada);
  await heading('Settings');
  localStorage.setItem('ballotForm', '{"judgeName":"Judge Judy"}');
  localStorage.setItem('ballotExtractedData', '{}');
  localStorage.setItem('nav-width', '300');

  // The cookie is gone, so nobody signed out.
  await endSessionsOf(ada.userId);
  await loadSession();
  await heading('Sign In');
  expect(localStorage.getItem('ballotForm')).not.toBeNull();
  await signIn(ada.email, PASSWORD);
  expect(localStorage.getItem('ballotForm')).not.toBeNull();

  await signIn(ben.email, PASSWORD);
  expect(currentSession().me?.id).toBe(ben.userId);
  for (const key of ['ballotForm', 'ballotExtractedData', 'nav-width']) expect(localStorage.getItem(key)).toBeNull();
});

test('a form that one person left open is empty when another signs in', async () => {
  const ada = await addPerson(server().database);
  const ben = await addPerson(server().database);
  await open('/settings', ada);
  const field = () => screen.findByLabelText<HTMLInputElement>(/^Current password/);
  fireEvent.change(await field(), { target: { value: 'a secret of Ada' } });
  await signIn(ben.email, PASSWORD);
  await screen.findByText(ben.email);
  expect((await field()).value).toBe('');
});

test.each(['done', 'lost'])(
  'the answer to a change of one person says nothing to the next one at this browser: %s',
  async (outcome) => {
    const { id } = await addSchool(server().database, 'Home School');
    const ada = await addPerson(server().database, { roles: { [id]: 'admin' } });
    const ben = await addPerson(server().database, { name: 'Ben Example', roles: { [id]: 'admin' } });
    const answer = Promise.withResolvers<void>();
    const between = async (call: string, ask: () => Promise<Response>) => {
      if (call !== 'teams/add') return undefined;
      const done = outcome === 'done' ? await ask() : undefined;
      await answer.promise;
      if (done === undefined) throw new TypeError('Failed to fetch');
      return done;
    };
    onTestFinished(listenToToasts());
    await open('/', { token: ada.token, between });
    await add('Team');
    await signIn(ben.email, PASSWORD);
    await screen.findByText('Ben Example');
    answer.resolve();
    await add('Student');
    await waitFor(() => expect(toastTexts()).toContain('Student added successfully'));
    expect(toastTexts()).toEqual(['Student added successfully']);
  },
);

test('the School page opens after signing in when there is only one school to choose', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const viewer = await addPerson(server().database, { roles: { [id]: 'viewer' } });
  await open('/school');
  fireEvent.click(await screen.findByRole('link', { name: 'Authenticate' }));
  await heading('Sign In');
  await signIn(viewer.email, PASSWORD);
  await heading('School');
  expect(location.pathname).toBe('/school');
});

test('the School page still leads to the dashboard while there are several schools to choose from', async () => {
  const one = await addSchool(server().database, 'One School');
  const other = await addSchool(server().database, 'Other School');
  await open('/status', await addPerson(server().database, { roles: { [one.id]: 'viewer', [other.id]: 'viewer' } }));
  await heading('Service Status');
  await router.navigate({ href: '/school' });
  await heading('User Dashboard');
  expect(location.pathname).toBe('/');
});

test('no event stream opens until a first password has been replaced', async () => {
  const before = streams.length;
  await open('/', await addPerson(server().database, { mustChangePassword: true }));
  await heading('Choose your password');
  expect(streams).toHaveLength(before);
  fireEvent.change(screen.getByLabelText(/^Current password/), { target: { value: PASSWORD } });
  fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: 'one of my own choosing' } });
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await heading('User Dashboard');
  await waitFor(() => expect(streams).toHaveLength(before + 1));
});

test('a proxy that wants to know who somebody is doesn’t end the session', async () => {
  const { token } = await addPerson(server().database);
  let isAsking = false;
  const headers = { 'content-type': 'text/html' };
  const between = () =>
    isAsking ? new Response('<h1>Sign in to this network</h1>', { status: 401, headers }) : undefined;
  await open('/settings', { token, between });
  await heading('Settings');
  isAsking = true;
  await expect(calls.session.mine()).rejects.toThrow(TypeError);
  expect(currentSession().me).not.toBeNull();
  await heading('Settings');
});
