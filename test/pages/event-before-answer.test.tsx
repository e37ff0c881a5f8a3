// The event of a change may arrive before the answer to the person who made it. What the answer brings is still shown.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, addSession, callsAs, PASSWORD } from '../people.ts';
import { press, type } from './admin-world.tsx';
import { eventStreams } from './event-streams.ts';
import { pageTests } from './open-page.tsx';
import { seasonWorld } from './season-world.ts';

const { server, open } = pageTests();
const streams = eventStreams();
const tick = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

/** Opens a page on which the answer to `call` arrives after everything that its change event triggers. */
async function openBehindNews(path: string, token: string | undefined, call: string): Promise<void> {
  await open(path, {
    token,
    between: async (asked, ask) => {
      if (asked !== call) return undefined;
      const answer = await ask();
      streams.at(-1)?.dispatchEvent(new MessageEvent('changes', { data: JSON.stringify([{ subject: 'everything' }]) }));
      for (let calm = 0; calm < 20; calm = queryClient.isFetching() === 0 ? calm + 1 : 0) await tick();
      return answer;
    },
  });
  streams.at(-1)?.dispatchEvent(new Event('open'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}

test('a super admin who confirms the request for a colleague gets the invitation link', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const primary = await addPerson(database, { roles: { [schoolId]: 'primary' } });
  await callsAs(server(), primary).colleagueRequests.ask({ schoolId, email: 'new@example.test', role: 'viewer' });
  const { token } = await addPerson(database, { superAdmin: true });
  await openBehindNews('/', token, 'colleagueRequests/accept');
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm new@example.test' }));
  await screen.findByText('Invitation created');
  await screen.findByLabelText('Invitation for new@example.test');
});

test('deleting a round leads to the page of its tournament', async () => {
  const { round, tournamentId, coach } = await seasonWorld(server().database);
  await openBehindNews(`${round}?open=delete`, coach.token, 'rounds/remove');
  await screen.findByText(/Also deleted/);
  await press('Delete');
  await waitFor(() => expect(location.pathname).toBe(`/season/tournaments/${tournamentId}`));
});

test('deleting a tournament leads to the page of the season', async () => {
  const { tournamentId, coach } = await seasonWorld(server().database);
  await openBehindNews(`/season/tournaments/${tournamentId}?open=delete`, coach.token, 'tournaments/remove');
  await screen.findByText(/Also deleted/);
  await press('Delete');
  await waitFor(() => expect(location.pathname).toBe('/season'));
});

test('deleting a ballot leads to the page of its round', async () => {
  const { ballots, ballotId, round, coach } = await seasonWorld(server().database);
  await openBehindNews(`${ballots}/${ballotId}`, coach.token, 'keptBallots/remove');
  await press('Delete');
  await screen.findByText(/cannot be reversed/);
  await press('Delete');
  await waitFor(() => expect(location.pathname).toBe(round));
});

test('anonymizing a student closes its dialog', async () => {
  const { studentId, coach } = await seasonWorld(server().database);
  await openBehindNews(`/school?open=delete&of=${studentId}`, coach.token, 'students/anonymize');
  await screen.findByText(/remove the name of/);
  await press('Anonymize');
  await screen.findByText('Student anonymized successfully');
  await waitFor(() => expect(location.search).toBe(''));
});

test('an access token disappears for the person who ends it', async () => {
  await openBehindNews('/settings', (await addPerson(server().database)).token, 'session/endAccessToken');
  await press('Create an access token');
  await type(/^Name/, 'Season sheet');
  fireEvent.change(screen.getByLabelText(/^Your password, to create it/), { target: { value: PASSWORD } });
  await press('Create access token');
  await screen.findByLabelText('Access token “Season sheet”');
  await press('End Season sheet');
  await press('End access token');
  await waitFor(() => expect(screen.queryByLabelText('Access token “Season sheet”')).toBeNull());
});

test.each([
  ['one', /^End Unknown browser/, 'End this session', 'The session has ended.'],
  ['all', 'End all other sessions', 'End other sessions', 'Other sessions have ended.'],
])('a person who ends %s of their other sessions is told so', async (how, opener, action, told) => {
  const { token, userId } = await addPerson(server().database);
  await addSession(server().database, userId);
  await openBehindNews('/settings', token, how === 'one' ? 'session/endOne' : 'session/endOthers');
  fireEvent.click(await (how === 'one' ? screen.findByRole('button', { name: opener }) : screen.findByText(opener)));
  fireEvent.change(await screen.findByLabelText(/^Your password/), { target: { value: PASSWORD } });
  await press(action);
  await screen.findByText(told);
});

test('a person who ends the calendar link isn’t shown it as the new one, which somebody else creates', async () => {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  const admin = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  await openBehindNews('/school', admin.token, 'calendarLinks/end');
  await press('Create a calendar link');
  await screen.findByLabelText('Calendar link');
  await press('End link');
  await press('End calendar link');
  await screen.findByRole('button', { name: 'Create a calendar link' });
  await callsAs(server(), admin).calendarLinks.make({ schoolId });
  streams.at(-1)?.dispatchEvent(new MessageEvent('changes', { data: JSON.stringify([{ subject: 'everything' }]) }));
  await screen.findByRole('button', { name: 'End link' });
  expect(screen.queryByLabelText('Calendar link')).toBeNull();
});
