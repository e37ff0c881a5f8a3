// Someone else signs in in another tab of the same browser: this one saves and shows them nothing of the person before.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeChanges } from '#web/bulk/make-changes.ts';
import { calls } from '#web/server/calls.ts';
import { showError } from '#web/server/query-client.ts';
import { remember, remembered } from '#web/state/remembered.ts';
import { currentSession, loadSession } from '#web/state/session.ts';
import { currentToasts } from '../toasts.ts';
import { addPerson, addSchool, PASSWORD } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { pressEnter } from './press-enter.ts';

const { server, open } = pageTests();

/** Opens the dashboard of one Admin. Returns another one, who signs in in another tab, of which this one hears nothing. */
async function openThenSignInElsewhere(after: (call: string) => Promise<void> = async () => {}) {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const [first, second] = [
    await addPerson(database, { name: 'First Admin', roles: { [id]: 'admin' } }),
    await addPerson(database, { name: 'Second Admin', roles: { [id]: 'admin' } }),
  ];
  const between = async (call: string, ask: () => Promise<Response>): Promise<Response> => {
    const answer = await ask();
    await after(call);
    return answer;
  };
  await open('/', { token: first.token, between });
  await screen.findByRole('button', { name: 'Add Team' });
  const signInElsewhere = async () => {
    await calls.session.signIn({ email: second.email, password: PASSWORD });
    expect(currentSession().me?.id).toBe(first.userId);
  };
  return { schoolId: id, second, signInElsewhere };
}
const untilShown = ({ userId }: { userId: string }) => waitFor(() => expect(currentSession().me?.id).toBe(userId));

test('what one person has typed is not saved as someone else’s, who has signed in in another tab', async () => {
  const { second, signInElsewhere } = await openThenSignInElsewhere();
  fireEvent.click(screen.getByRole('button', { name: 'Add Team' }));
  const field = await screen.findByLabelText<HTMLInputElement>('New team');
  fireEvent.change(field, { target: { value: 'The first person’s team' } });
  await signInElsewhere();
  pressEnter(field);
  await untilShown(second);
  await waitFor(() => expect(field.isConnected).toBe(false));
  const teams = server().database.owner.selectFrom('teams').select('name').where('name', 'like', 'The first%');
  expect(await teams.execute()).toEqual([]);
});

test('toasts of one person are gone once someone else has signed in', async () => {
  const { second, signInElsewhere } = await openThenSignInElsewhere();
  await signInElsewhere();
  showError('About the first person');
  await loadSession();
  await untilShown(second);
  expect(currentToasts()).toEqual([]);
});

test('a draft that a full storage could not hold is gone once someone else has signed in', async () => {
  const { second, signInElsewhere } = await openThenSignInElsewhere();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  remember('ballotDrafts', '{"round 1":{}}');
  full.mockRestore();
  await signInElsewhere();
  // What the other tab does.
  localStorage.clear();
  localStorage.setItem('person', second.userId);
  await loadSession();
  await untilShown(second);
  expect(remembered('ballotDrafts')).toBeNull();
});

test('of many changes, none is made as someone else, who signs in in another tab meanwhile', async () => {
  const { schoolId, second, signInElsewhere } = await openThenSignInElsewhere(async (call) => {
    if (call !== 'teams/changeMany') return;
    await signInElsewhere();
    await loadSession();
    await untilShown(second);
  });
  const add = (list: 'teams' | 'tournaments', name: string) => ({
    label: name,
    list,
    change: { id: randomUUID(), add: { name } },
  });
  const result = await makeChanges([add('teams', 'Second Team'), add('tournaments', 'Harvest')], { schoolId });
  expect(result.made.map(({ wanted }) => wanted.label)).toEqual(['Second Team']);
  expect([result.refused, result.left.length]).toEqual([[], 1]);
  const tournaments = server().database.owner.selectFrom('tournaments').select('name').where('name', '=', 'Harvest');
  expect(await tournaments.execute()).toEqual([]);
});
