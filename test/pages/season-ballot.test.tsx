// One judge's ballot in the season book: typed, kept, corrected, checked by a second person, deleted.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { router } from '#web/routes.tsx';
import { signOut } from '#web/state/session.ts';
import { leave, pageTests } from './open-page.tsx';
import { refusalOf } from './ballot-processor.tsx';
import { findEnabled, press, toast, type } from './admin-world.tsx';
import { scoresOf } from '../people.ts';
import { seasonWorld } from './season-world.ts';

// The first test of a file also loads the whole app, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const { server, open } = pageTests();

const input = (field: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`#score-${field}`);
  if (!found) throw new Error(`There is no cell ${field}.`);
  return found;
};
const enter = (field: string, score: string): void => {
  fireEvent.input(input(field), { target: { value: score } });
  fireEvent.blur(input(field));
};
const enterAll = (score: string): void => SCORE_FIELDS.forEach((field) => enter(field, score));
const isDisabled = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const rowOf = (id: string) =>
  server().database.owner.selectFrom('keptBallots').selectAll().where('id', '=', id).executeTakeFirst();
const keptIn = async (roundId: string) =>
  server().database.owner.selectFrom('keptBallots').selectAll().where('roundId', '=', roundId).execute();

async function openNew(between?: (call: string) => Response | undefined) {
  const world = await seasonWorld(server().database);
  await open(`${world.ballots}/new`, { token: world.coach.token, ...(between && { between }) });
  await screen.findByRole('heading', { name: 'Type a ballot' });
  await waitFor(() => input('pOpen'));
  return world;
}

test('a typed ballot is kept with the next free judge number, and empty cells are not read', async () => {
  const { roundId } = await openNew();
  screen.getByText('0 of 28 scores entered');
  expect(document.activeElement).toBe(input('pOpen'));
  screen.getByRole('row', { name: 'Result None yet None yet' });
  expect(isDisabled('Keep')).toBe(true);
  enterAll('8');
  enter('dClose', '');
  await screen.findByText('27 of 28 scores entered');
  screen.getByRole('row', { name: 'Result None yet None yet' });
  enter('dClose', '8');
  screen.getByRole('row', { name: 'Result Tie Tie' });
  enter('dClose', '');
  await type('Judge’s name (optional)', 'Marsh');
  await press('Keep');
  await screen.findByRole('heading', { name: 'Ballot of Marsh' });
  const kept = (await keptIn(roundId)).find(({ judge }) => judge === 'Marsh');
  expect(kept).toMatchObject({ number: 2, source: 'typed', pTotal: 112, dTotal: 104, unread: 1, tabMargin: null });
  expect(localStorage.getItem('ballotDrafts')).toBeNull();
  screen.getByText('Not counted: 1 score not read');
});

test('the next judge’s ballot is typed right after one is kept: the form is empty and the keyboard in its first cell', async () => {
  const { roundId } = await openNew();
  enterAll('8');
  await type('Judge’s name (optional)', 'Marsh');
  await press('Keep and Next Judge');
  await screen.findByText('0 of 28 scores entered');
  await waitFor(() => expect(document.activeElement).toBe(input('pOpen')));
  expect(screen.getByLabelText<HTMLInputElement>('Judge’s name (optional)').value).toBe('');
  enterAll('7');
  await press('Keep');
  await screen.findByRole('heading', { name: 'Ballot of judge 3' });
  const numbers = new Set((await keptIn(roundId)).map(({ number }) => number));
  expect(numbers).toEqual(new Set([1, 2, 3]));
});

test('beside a score stands who got it, and a comment is written one part at a time', async () => {
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

test('a ballot with a likely typing mistake is kept only after somebody has looked at it', async () => {
  await openNew();
  enterAll('9');
  enter('pOpen', '1');
  await screen.findByText('1 score to check');
  expect(isDisabled('Keep')).toBe(true);
  fireEvent.keyDown(input('pOpen'), { key: 'Enter' });
  await findEnabled('Keep');
});

test('a draft survives a reload and a lost connection, and is kept once', async () => {
  let isLost = true;
  const { roundId, ballots } = await openNew((call) => {
    if (call === 'keptBallots/keep' && isLost) throw new TypeError('Failed to fetch');
    return undefined;
  });
  enterAll('8');
  enter('pOpen', '7');
  await press('Keep');
  await screen.findByText(/Can’t reach the server.*Nothing is lost/);
  await leave();
  await router.navigate({ href: `${ballots}/new` });
  await waitFor(() => expect(input('pOpen').value).toBe('7'));
  isLost = false;
  await press('Keep');
  await screen.findByRole('heading', { name: 'Ballot of judge 2' });
  expect(await keptIn(roundId)).toHaveLength(2);
});

test('Clear can be undone, and its Undo swaps the two forms again, so that neither is lost', async () => {
  await openNew();
  const undo = async (text: string) => {
    const shown = (await screen.findByText(text)).closest<HTMLElement>('[role=alert]')!;
    fireEvent.click(within(shown).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown.isConnected).toBe(false));
  };
  enter('pOpen', '7');
  await press('Clear');
  await waitFor(() => expect(input('pOpen').value).toBe(''));
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

test.each([
  ['NOT_KEEPING', 'This school doesn’t keep ballots.', /doesn’t keep ballots\. Nothing is lost/],
  ['JUDGE_TAKEN', 'This round already has a ballot of this judge.', /Choose another judge number/],
])('a refusal (%s) says what to do, and the scores stay', async (code, message, sentence) => {
  await openNew((call) => (call === 'keptBallots/keep' ? refusalOf(409, code, message) : undefined));
  enterAll('8');
  await press('Keep');
  await screen.findByText(sentence);
  expect(input('pOpen').value).toBe('8');
});

test('a corrected score shows before, after, the reason and who corrected it', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=correct`, { token: coach.token });
  await waitFor(() => expect(input('dOpen').value).toBe('8'));
  enter('dOpen', '9');
  expect(isDisabled('Save corrections')).toBe(true);
  await type('Reason', 'The judge wrote 9');
  await press('Save corrections');
  const cell = await screen.findByRole('img', { name: 'Opening, D Team Score: 9' });
  expect(cell.parentElement?.textContent).toMatch(/^98 → 9 The judge wrote 9, Cora Coach, /);
});

test('a correction that comes second is not lost and names who was faster', async () => {
  const { ballots, ballotId, coach, keeper, schoolId } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=correct`, { token: coach.token });
  await waitFor(() => input('dOpen'));
  enter('dOpen', '9');
  await type('Reason', 'Misread');
  const { version = 1 } = (await rowOf(ballotId)) ?? {};
  await server()
    .browser({ token: keeper.token ?? '' })
    .calls.keptBallots.correct({
      schoolId,
      id: ballotId,
      version,
      scores: [{ field: 'dOpen', score: 5 }],
      reason: 'No',
    });
  await press('Save corrections');
  await screen.findByText(/Kim Keeper changed this ballot/);
  expect(input('dOpen').value).toBe('9');
  await press('Save corrections');
  const cell = await screen.findByRole('img', { name: 'Opening, D Team Score: 9' });
  expect(cell.parentElement?.textContent).toContain('5 → 9 Misread');
});

test('the judge’s name and the tab room’s margin of a kept ballot can be edited', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=edit`, { token: coach.token });
  await type('Judge’s name (optional)', 'Marsh');
  await type('Tab room’s margin (optional)', '-3');
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of Marsh' });
  expect(await rowOf(ballotId)).toMatchObject({ judge: 'Marsh', tabMargin: -3 });
});

test('a second person types the scores blind and decides each difference; somebody else checks what they corrected', async () => {
  const { ballots, ballotId, coach, keeper, schoolId } = await seasonWorld(server().database);
  await server()
    .database.owner.updateTable('ballotScores')
    .set((row) => ({ scores: row.fn('jsonb_set', [row.ref('scores'), row.val('{pClose}'), row.val('3')]) }))
    .where('ballotId', '=', ballotId)
    .execute();
  await open(`${ballots}/${ballotId}?mode=check`, { token: coach.token });
  await waitFor(() => input('pOpen'));
  expect(SCORE_FIELDS.map((field) => input(field).value).join('')).toBe('');
  enterAll('8');
  enter('pOpen', '9');
  await press('Compare');
  await screen.findByRole('heading', { name: '2 scores differ' });
  screen.getByText('Choose one of both for each score that differs.');
  fireEvent.click(screen.getByRole('radio', { name: 'Kept: 8' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Yours: 8' }));
  screen.getByText('Enter the reason for the correction.');
  await type('Reason for the correction', 'Misread');
  await press('Finish');
  await screen.findByText(/Someone else has to check the ones that you corrected/);
  await screen.findByRole('img', { name: 'Opening, P Team Score: 8' });
  await screen.findByRole('img', { name: 'Closing, P Team Score: 8' });
  await screen.findByText(/someone else has to do its second check/);
  const { keptBallots } = server().browser({ token: keeper.token ?? '' }).calls;
  const check = keptBallots.secondCheck({ schoolId, id: ballotId, scores: scoresOf(8) });
  expect(await check).toEqual({ differences: [], isCheckedByTwo: true });
  expect(await rowOf(ballotId)).toMatchObject({ checkedBy: coach.userId });
});

test('a second check without corrections makes a ballot checked by two', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=check`, { token: coach.token });
  await waitFor(() => input('pOpen'));
  enterAll('8');
  await press('Compare');
  await screen.findByText('Checked by two', { selector: 'span' });
});

test('the person who kept a ballot is not offered its second check', async () => {
  const { ballots, ballotId, keeper } = await seasonWorld(server().database);
  await server().database.owner.deleteFrom('scoreCorrections').where('ballotId', '=', ballotId).execute();
  await open(`${ballots}/${ballotId}`, { token: keeper.token });
  await screen.findByText(/someone else has to do its second check/);
  // Nor can they type 28 scores first.
  await router.navigate({ href: `${ballots}/${ballotId}?mode=check` });
  await screen.findByRole('heading', { level: 1, name: /^Second check/ });
  await screen.findByText(/someone else has to do its second check/);
  expect(document.querySelector('#score-pOpen')).toBeNull();
});

test('a second check starts from the round, where the ballot’s card offers it to everybody who may do it', async () => {
  const { round, ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(round, { token: coach.token });
  const link = await screen.findByRole('link', { name: 'Second check of the ballot of Rowe' });
  expect(link.getAttribute('href')).toBe(`${ballots}/${ballotId}?mode=check`);
});

test('a viewer who opens the address for typing a ballot is refused, and not told that it was deleted', async () => {
  const { ballots, viewer } = await seasonWorld(server().database);
  await open(`${ballots}/new`, { token: viewer.token });
  await screen.findByRole('heading', { level: 1, name: 'Objection sustained' });
});

test('a viewer sees the totals of a ballot and no score', async () => {
  const { ballots, ballotId, viewer } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}`, { token: viewer.token });
  await screen.findByText('P 112, D 112');
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('deleting a ballot removes it from the database', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}`, { token: coach.token });
  await press('Delete');
  await screen.findByText(/cannot be reversed/);
  await press('Delete');
  await toast('Ballot deleted successfully');
  expect(await rowOf(ballotId)).toBeUndefined();
});

test('a ballot of another school is not shown', async () => {
  const { coach } = await seasonWorld(server().database);
  const id = '10000000-1000-4000-8000-100000000000';
  await open(`/season/rounds/${id}/ballots/${id}`, { token: coach.token });
  await screen.findByText('The chosen school has no such ballot');
});
