// A saved ballot in the season book: corrected, checked by a second person, shown, deleted.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { signIn } from '#web/state/session.ts';
import { pageTests } from './open-page.tsx';
import { findEnabled, press, toast, type } from './admin-world.tsx';
import { callsAs, PASSWORD, scoresOf } from '../people.ts';
import { seasonWorld } from './season-world.ts';
import { enter, enterAll, input, isDisabled } from './ballot-form.ts';

// The first test of a file also loads the whole app, which takes long on a busy machine.
const { server, open } = pageTests();

const rowOf = (id: string) =>
  server().database.owner.selectFrom('keptBallots').selectAll().where('id', '=', id).executeTakeFirst();

test('a saved ballot says beside each of our scores whose it is', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}`, { token: coach.token });
  const ours = await screen.findByRole('img', { name: /^Opening, P Team Score/ });
  await waitFor(() => expect(ours.nextSibling?.textContent).toBe('Home School One'));
  const theirs = screen.getByRole('img', { name: 'Opening, D Team Score: 8' });
  expect(theirs.nextSibling).toBeNull();
});

test('a correction is not left without a question, and then shows before, after, the reason and who corrected it', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=correct`, { token: coach.token });
  await waitFor(() => expect(input('dOpen').value).toBe('8'));
  enter('dOpen', '9');
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  await press('Keep editing');
  expect(input('dOpen').value).toBe('9');
  expect(isDisabled('Save corrections')).toBe(true);
  await type('Reason', 'The judge wrote 9');
  await press('Save corrections');
  const cell = await screen.findByRole('img', { name: 'Opening, D Team Score: 9' });
  expect(cell.parentElement?.textContent).toMatch(/^98 → 9 The judge wrote 9, Cora Coach, /);
});

test('the correction of a ballot and the ballot after it start at their titles', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}`, { token: coach.token });
  const title = (name: RegExp) => screen.findByRole('heading', { level: 1, name });
  await title(/^Ballot of/);
  const correct = screen.getByRole('link', { name: 'Correct a score' });
  correct.focus();
  fireEvent.keyDown(correct, { key: 'Enter' });
  fireEvent.click(correct);
  const correction = await title(/^Correct: Ballot of/);
  await waitFor(() => expect(document.activeElement).toBe(correction));
  enter('dOpen', '9');
  await type('Reason', 'Misread');
  fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Enter' });
  await press('Save corrections');
  const ballot = await title(/^Ballot of/);
  await waitFor(() => expect(document.activeElement).toBe(ballot));
});

test('a correction that may be a typing mistake is saved only after somebody has looked at it', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=correct`, { token: coach.token });
  await waitFor(() => input('dOpen'));
  await type('Reason', 'Misread');
  enter('dOpen', '1');
  await screen.findByText('1 score to check');
  expect(isDisabled('Save corrections')).toBe(true);
  fireEvent.keyDown(input('dOpen'), { key: 'Enter' });
  await findEnabled('Save corrections');
});

test('the second of two corrections isn’t lost, and the page says who was first', async () => {
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

test('a correction that hasn’t begun starts from what a colleague has corrected meanwhile', async () => {
  const { ballots, ballotId, coach, keeper, schoolId } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=correct`, { token: coach.token });
  await waitFor(() => expect(input('dOpen').value).toBe('8'));
  const { version = 1 } = (await rowOf(ballotId)) ?? {};
  const correction = { schoolId, id: ballotId, version, scores: [{ field: 'dOpen', score: 5 }], reason: 'Misread' };
  await callsAs(server(), keeper).keptBallots.correct(correction);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(input('dOpen').value).toBe('5'));
  screen.getByText('No corrections yet');
});

test('the judge’s name and the tab room’s margin of a saved ballot can be edited', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=edit`, { token: coach.token });
  await type('Judge’s name (optional)', 'Marsh');
  await type('Tab room’s margin (optional)', '-3');
  await press('Save');
  await screen.findByRole('heading', { name: 'Ballot of Marsh' });
  expect(await rowOf(ballotId)).toMatchObject({ judge: 'Marsh', tabMargin: -3 });
});

test('unsaved edits of a ballot stay when a colleague deletes the round, and Save says why it can’t', async () => {
  const { ballots, ballotId, coach, keeper, schoolId, roundId } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=edit`, { token: coach.token });
  await type('Judge’s name (optional)', 'Marsh');
  await callsAs(server(), keeper).rounds.remove({ schoolId, id: roundId });
  await queryClient.invalidateQueries();
  await press('Save');
  await screen.findByText(/no longer exists.*What you entered is still here\./);
  expect(screen.getByLabelText<HTMLInputElement>('Judge’s name (optional)').value).toBe('Marsh');
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
  const differences = await screen.findByRole('region', { name: '2 scores differ' });
  expect(document.activeElement).toBe(differences);
  fireEvent.click(screen.getByRole('button', { name: 'Back to my scores' }));
  expect(document.activeElement).toBe(input('pOpen'));
  await press('Compare');
  await screen.findByText('Choose one of the two for each score that differs.');
  fireEvent.click(screen.getByRole('radio', { name: 'Saved: 8' }));
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

test('the reason for a correction in a second check survives the end of the session, as the scores do', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=check`, { token: coach.token });
  await waitFor(() => input('pOpen'));
  enterAll('8');
  enter('pOpen', '9');
  const decide = async () => {
    await press('Compare');
    fireEvent.click(await screen.findByRole('radio', { name: 'Yours: 9' }));
  };
  await decide();
  await type('Reason for the correction', 'Misread');
  await server().database.owner.deleteFrom('sessions').where('userId', '=', coach.userId).execute();
  await queryClient.invalidateQueries();
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  await signIn(coach.email, PASSWORD);
  await waitFor(() => expect(input('pOpen').value).toBe('9'));
  await decide();
  expect(screen.getByLabelText<HTMLInputElement>('Reason for the correction').value).toBe('Misread');
  await press('Finish');
  await screen.findByRole('img', { name: 'Opening, P Team Score: 9' });
  expect(localStorage.getItem('ballotDrafts')).toBeNull();
});

test('a second check without corrections makes a ballot checked by two', async () => {
  const { ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(`${ballots}/${ballotId}?mode=check`, { token: coach.token });
  await waitFor(() => input('pOpen'));
  enterAll('8');
  await press('Compare');
  await screen.findByText('Checked by two', { selector: 'span' });
});

test('the person who saved a ballot is not offered its second check', async () => {
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

test('a second check starts from the round, where the ballot’s card offers it to everybody who can do it', async () => {
  const { round, ballots, ballotId, coach } = await seasonWorld(server().database);
  await open(round, { token: coach.token });
  const link = await screen.findByRole('link', { name: 'Second check of the ballot of Rowe' });
  expect(link.getAttribute('href')).toBe(`${ballots}/${ballotId}?mode=check`);
});

test('a viewer who opens the address for typing a ballot is refused, without a claim that it was deleted', async () => {
  const { ballots, viewer } = await seasonWorld(server().database);
  await open(`${ballots}/new`, { token: viewer.token });
  await screen.findByRole('heading', { level: 1, name: 'Objection sustained' });
});

test('a viewer sees the totals of a ballot but no score', async () => {
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
