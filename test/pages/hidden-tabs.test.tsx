// A browser allows six connections per address. Tabs that nobody looks at hold none of them, or the seventh tab would load nothing.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { currentSession, loadSession } from '#web/state/session.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { eventStreams } from './event-streams.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const streams = eventStreams();

/** Opens Settings in a tab in the background. `show` is the moment at which somebody looks at it. */
async function openInBackground() {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  streams.length = 0;
  const { token, userId } = await addPerson(server().database);
  await open('/settings', { token });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  const show = () => {
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { userId, show };
}

test('a link opened in a background tab gets an event stream when somebody looks at it', async () => {
  const { show } = await openInBackground();
  expect(streams).toHaveLength(0);
  show();
  expect(streams).toHaveLength(1);
});

test('tabs in the background open no event stream when the network comes back or somebody signs in again', async () => {
  const { userId, show } = await openInBackground();
  dispatchEvent(new Event('online'));
  const { owner } = server().database;
  const sessions = await owner.deleteFrom('sessions').where('userId', '=', userId).returningAll().execute();
  await loadSession();
  await waitFor(() => expect(currentSession().me).toBeNull());
  await owner.insertInto('sessions').values(sessions).execute();
  await loadSession();
  await waitFor(() => expect(currentSession().me?.id).toBe(userId));
  expect(streams).toHaveLength(0);
  show();
  expect(streams).toHaveLength(1);
});

test('a change that waits for another is sent from a hidden tab, although a list on the page can’t be fetched', async () => {
  const school = await addSchool(server().database, 'Home School');
  const primary = await addPerson(server().database, { roles: { [school.id]: 'primary' } });
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  let isHidden = false;
  const between = (call: string) => {
    if (call === 'seasonBook/change') return held;
    if (isHidden && call === 'students/inSchool') throw new TypeError('Failed to fetch');
    return undefined;
  };
  await open('/school', { ...primary, between });
  fireEvent.click(await screen.findByRole('switch', { name: 'Keep ballots' }));
  fireEvent.click(screen.getByRole('switch', { name: 'Links to student cards' }));
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visible.mockRestore());
  isHidden = true;
  resolve(undefined);
  const { seasonBook } = callsAs(server(), primary);
  await waitFor(async () =>
    expect(await seasonBook.ofSchool({ schoolId: school.id })).toMatchObject({ keepsBallots: true, sharesCards: true }),
  );
});
