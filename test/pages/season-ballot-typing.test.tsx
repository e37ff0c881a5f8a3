// Typing a judge's ballot into the season book: cells, comments, drafts, mistakes, refusals.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { signOut } from '#web/state/session.ts';
import { leave, pageTests } from './open-page.tsx';
import { refusalOf } from './ballot-processor.tsx';
import { findEnabled, press, type } from './admin-world.tsx';
import { callsAs, scoresOf } from '../people.ts';
import { DETAILS } from '../calls/season-school.ts';
import { seasonWorld } from './season-world.ts';
import { enter, enterAll, input, isDisabled, typeAll } from './ballot-form.ts';

// The first test of a file also loads the whole app, which takes long on a busy machine.
const { server, open } = pageTests();

const keptIn = async (roundId: string) =>
  server().database.owner.selectFrom('keptBallots').selectAll().where('roundId', '=', roundId).execute();

async function openNew(between?: (call: string) => Response | undefined) {
  const world = await seasonWorld(server().database);
  await open(`${world.ballots}/new`, { token: world.coach.token, ...(between && { between }) });
  await screen.findByRole('heading', { name: 'Type a ballot' });
  await waitFor(() => input('pOpen'));
  return world;
}

/** Saves the ballot of judge 2 as a colleague. */
const colleagueIn =
  ({ schoolId, roundId, keeper }: Awaited<ReturnType<typeof openNew>>) =>
  (score: number) =>
    callsAs(server(), keeper).keptBallots.keep({
      schoolId,
      roundId,
      id: crypto.randomUUID(),
      ...DETAILS,
      number: 2,
      judge: 'Moss',
      scores: scoresOf(score),
    });

test('a typed ballot is saved with the next free judge number, and its empty cells as unread', async () => {
  const { roundId } = await openNew();
  screen.getByText('0 of 28 scores entered');
  expect(document.activeElement).toBe(input('pOpen'));
  screen.getByRole('row', { name: 'Result None yet None yet' });
  expect(isDisabled('Save')).toBe(true);
  typeAll('8');
  enter('dClose', '');
  await screen.findByText('27 of 28 scores entered');
  screen.getByRole('row', { name: 'Result None yet None yet' });
  enter('dClose', '8');
  screen.getByRole('row', { name: 'Result Tie Tie' });
  enter('dClose', '');
  await type('Judge’s name (optional)', 'Marsh');
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of Marsh' });
  const kept = (await keptIn(roundId)).find(({ judge }) => judge === 'Marsh');
  expect(kept).toMatchObject({ number: 2, source: 'typed', pTotal: 112, dTotal: 104, unread: 1, tabMargin: null });
  expect(localStorage.getItem('ballotDrafts')).toBeNull();
  screen.getByText('Not counted: 1 score not read');
});

test('after a ballot is saved, the form is empty and the focus in its first cell, for the next judge’s ballot', async () => {
  const { roundId } = await openNew();
  enterAll('8');
  await type('Judge’s name (optional)', 'Marsh');
  await press('Save and Next Judge');
  await screen.findByText('0 of 28 scores entered');
  await waitFor(() => expect(document.activeElement).toBe(input('pOpen')));
  expect(screen.getByLabelText<HTMLInputElement>('Judge’s name (optional)').value).toBe('');
  enterAll('7');
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of judge 3' });
  const numbers = new Set((await keptIn(roundId)).map(({ number }) => number));
  expect(numbers).toEqual(new Set([1, 2, 3]));
});

test('beside each score is who got it, and a comment is written one part at a time', async () => {
  await openNew();
  // The opening is the only part of the line-up.
  await waitFor(() => expect(screen.getAllByText('Home School One', { selector: 'span' })).not.toEqual([]));
  const described = (field: string) =>
    (input(field).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  expect(described('pOpen')).toEqual(['Home School One']);
  expect(described('dOpen')).toEqual([undefined]);
  fireEvent.change(screen.getByLabelText('Opening (Home School One)'), { target: { value: 'Clear theme.' } });
  await screen.findByText('Comments on our parts (1)');
  fireEvent.change(screen.getByLabelText('Part'), { target: { value: 'close' } });
  fireEvent.change(screen.getByLabelText('Closing'), { target: { value: 'Strong end.' } });
  await screen.findByText('Comments on our parts (2)');
});

test.each([
  ['08', '8'],
  ['007', '7'],
  ['11', '10'],
  ['9.5', '9'],
])('while %s is typed in a score, the cell shows the score %s', async (typed, score) => {
  await openNew();
  fireEvent.input(input('pOpen'), { target: { value: typed } });
  await waitFor(() => expect(input('pOpen').value).toBe(score));
});

test('a ballot with a likely typing mistake is saved only after somebody has looked at it', async () => {
  await openNew();
  enterAll('9');
  enter('pOpen', '1');
  await screen.findByText('1 score to check');
  expect(isDisabled('Save')).toBe(true);
  fireEvent.keyDown(input('pOpen'), { key: 'Enter' });
  await findEnabled('Save');
});

test('a draft survives a reload and a lost connection, and is saved once', async () => {
  let isLost = true;
  const { roundId, ballots } = await openNew((call) => {
    if (call === 'keptBallots/keep' && isLost) throw new TypeError('Failed to fetch');
    return undefined;
  });
  enterAll('8');
  enter('pOpen', '7');
  await press('Save');
  await screen.findByText(/Can’t reach the server.*Nothing is lost/);
  await leave();
  await router.navigate({ href: `${ballots}/new` });
  await waitFor(() => expect(input('pOpen').value).toBe('7'));
  isLost = false;
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of judge 2' });
  expect(await keptIn(roundId)).toHaveLength(2);
});

test('Clear can be undone, and its Undo swaps the two forms again, so that neither is lost', async () => {
  await openNew();
  const toast = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('[role=alert]')!;
  const undo = async (text: string) => {
    const shown = await toast(text);
    fireEvent.click(within(shown).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown.isConnected).toBe(false));
  };
  enter('pOpen', '7');
  await press('Clear');
  // The mouse is over it, so it stays, however long the next steps take.
  fireEvent.mouseEnter(await toast('The form was cleared.'));
  await waitFor(() => expect(input('pOpen').value).toBe(''));
  await waitFor(() => expect(document.activeElement).toBe(input('pOpen')));
  enter('pOpen', '9');
  await undo('The form was cleared.');
  await waitFor(() => expect(input('pOpen').value).toBe('7'));
  await undo('The earlier form is back.');
  await waitFor(() => expect(input('pOpen').value).toBe('9'));
  await undo('The earlier form is back.');
  await waitFor(() => expect(input('pOpen').value).toBe('7'));
});

test('signing out leaves no draft in the browser', async () => {
  await openNew();
  enter('pOpen', '7');
  await waitFor(() => expect(localStorage.getItem('ballotDrafts')).not.toBeNull());
  await signOut();
  expect(localStorage.getItem('ballotDrafts')).toBeNull();
});

test('a judge’s number that a colleague takes while the form is open is refused, and the next free one takes its place', async () => {
  const keepSecond = colleagueIn(await openNew());
  enterAll('8');
  const number = () => screen.getByLabelText<HTMLSelectElement>('Judge number').value;
  expect(number()).toBe('2');
  await keepSecond(5);
  await press('Save');
  await screen.findByText(
    'This round already has a ballot of this judge. If yours is a different one, save it with a number that isn’t taken.',
  );
  await waitFor(() => expect(number()).toBe('3'));
  expect(input('pOpen').value).toBe('8');
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of judge 3' });
});

test('if a colleague has saved a ballot with the same totals in the round, the page says so', async () => {
  const keepSecond = colleagueIn(await openNew());
  enterAll('6');
  const said = () => screen.queryByText('The ballot of judge 2 has the same totals. Is it the same paper?');
  expect(said()).toBeNull();
  await keepSecond(6);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(said()).not.toBeNull());
  enter('pOpen', '7');
  await waitFor(() => expect(said()).toBeNull());
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of judge 3' });
});

test('if the school no longer keeps ballots, the page says so, and the scores stay', async () => {
  await openNew((call) =>
    call === 'keptBallots/keep' ? refusalOf(409, 'NOT_KEEPING', 'This school doesn’t keep ballots.') : undefined,
  );
  enterAll('8');
  await press('Save');
  await screen.findByText(/doesn’t keep ballots\. Nothing is lost/);
  expect(input('pOpen').value).toBe('8');
});

test('unsaved scores stay when a colleague deletes the tournament, and the page says so', async () => {
  const { schoolId, tournamentId, keeper, ballots } = await openNew();
  enterAll('8');
  enter('pOpen', '7');
  await callsAs(server(), keeper).tournaments.remove({ schoolId, id: tournamentId });
  await queryClient.invalidateQueries();
  await screen.findByText(
    'This round was deleted. What you typed stays in this browser until you clear it or sign out.',
  );
  expect(input('pOpen').value).toBe('7');
  await press('Save');
  await screen.findByText(/The round may have been deleted\. Nothing is lost/);
  expect(input('pOpen').value).toBe('7');
  await leave();
  await router.navigate({ href: `${ballots}/new` });
  await screen.findByText(/Its round was deleted.*What you typed stays in this browser until you sign out\./);
});
