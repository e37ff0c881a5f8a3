// The page of a round.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { DETAILS } from '../calls/season-school.ts';
import { addPerson, addSchool, callsAs, scoresOf } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { openRound } from './played-round.ts';
import { seasonWorld } from './season-world.ts';
import { refusal } from './refusal.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const product = pageTests();
const { server, open } = product;

test('a viewer sees totals and results, but no score, line-up or button', async () => {
  const { show } = await openRound(product, 'viewer');
  await show();
  await screen.findByRole('heading', { level: 1, name: 'Round 1, Home School One' });
  screen.getByText('Plaintiff or Prosecution against 1234');
  const [rowe, second] = within(screen.getByRole('region', { name: 'Ballots' })).getAllByRole('listitem');
  expect(rowe?.textContent).toBe('Rowe112 – 112Tied 0');
  expect(second?.textContent).toBe('Judge 2114 – 110Won +4');
  expect(screen.queryByRole('heading', { name: 'Line-up' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Judge by judge' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Type a ballot' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('two judges of the same name are told apart by their numbers', async () => {
  const { show, owner } = await openRound(product, 'admin');
  await owner.updateTable('keptBallots').set({ judge: 'Rowe' }).execute();
  await show();
  await screen.findByRole('link', { name: 'Open the ballot of Rowe (Judge 1)' });
  screen.getByRole('link', { name: 'Open the ballot of Rowe (Judge 2)' });
});

test('staff see the judges cell by cell: scores, pickups, where they differ most, and their combined result', async () => {
  const { show, roundId } = await openRound(product, 'admin');
  await show();
  fireEvent.click(await screen.findByRole('switch', { name: 'Show scores before a second check' }));
  const table = (await screen.findByRole('columnheader', { name: 'Rowe' })).closest('table')!;
  const rows = () =>
    [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent));
  // Our student's name stands beside the part.
  await waitFor(() => expect(rows()).toContainEqual(['Opening Home School One', '8 (0)', '10 (+2)', '2']));
  // Our cross of their first witness, and that witness's own cell.
  expect(rows()).toContainEqual(['Cross 1', '8 (0)', '8 (+3)', '0']);
  expect(rows()).toContainEqual(['Witness 1, cross', '8 (0)', '5 (−3)', '3, the widest']);
  // A direct has no direct opponent.
  expect(rows()).toContainEqual(['Direct 1', '8', '9', '1']);
  screen.getByText('No clear difference (65% that your side was the better one).');
  screen.getByText(
    'This allows only for the usual difference between judges of the same round: about 7.5 points on a ballot. Where sides are usually close, the percentage is too high.',
  );
  screen.getByText('Judge 2 scored like the average of this round’s judges.');
  expect(screen.getByRole('link', { name: 'Type a ballot' }).getAttribute('href')).toBe(
    `/season/rounds/${roundId}/ballots/new`,
  );
});

test('a ballot with unread cells has totals and no result', async () => {
  const { show, owner } = await openRound(product, 'viewer');
  await owner
    .updateTable('ballotScores')
    .set({ scores: { ...scoresOf(8), pOpen: null } })
    .execute();
  await show();
  const [rowe] = within(await screen.findByRole('region', { name: 'Ballots' })).getAllByRole('listitem');
  expect(rowe?.textContent).toBe('Rowe104 – 112One score is not read, so this has no result.');
});

test('a score that nobody has typed or read is a dash where judges are compared', async () => {
  const { show, owner } = await openRound(product, 'admin');
  await owner
    .updateTable('ballotScores')
    .set({ scores: { ...scoresOf(8), pOpen: null } })
    .execute();
  await show();
  const judges = within(await screen.findByRole('region', { name: 'Judge by judge' }));
  const [opening] = judges.getAllByRole('row', { name: /^Opening/ });
  expect(
    within(opening!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['–']);
});

test('scores and line-ups that could not be loaded never look empty', async () => {
  const { school, roundId } = await openRound(product, 'viewer');
  await open(`/season/rounds/${roundId}`, {
    ...(await addPerson(server().database, { roles: { [school.id]: 'primary' } })),
    between: (call) => (/keptBallots\/ofRound|rounds\/lineUps/.test(call) ? refusal() : undefined),
  });
  await screen.findByRole('button', { name: 'Try again: load the scores' });
  await screen.findByRole('button', { name: 'Try again: load the line-up' });
  expect(screen.queryByLabelText('Opening')).toBeNull();
});

test('the address of another school’s round says that there is none', async () => {
  const { roundId } = await openRound(product, 'viewer');
  const { id } = await addSchool(server().database, 'Other School');
  await open(`/season/rounds/${roundId}`, await addPerson(server().database, { roles: { [id]: 'primary' } }));
  await screen.findByText('The chosen school has no such round');
});

test('scores that a person could check a second time are hidden from them until the check, or until they show them', async () => {
  const { roundId, schoolId, coach, keeper } = await seasonWorld(server().database);
  await open(`/season/rounds/${roundId}`, coach);
  await screen.findByRole('link', { name: /^Second check of the ballot of/ });
  await screen.findByText('Scores are hidden until your second check: Rowe.');
  const table = () => screen.queryByRole('heading', { name: 'Judge by judge' });
  expect(table()).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Show scores before a second check' }));
  await screen.findByRole('heading', { name: 'Judge by judge' });
  fireEvent.click(screen.getByRole('switch', { name: 'Show scores before a second check' }));
  await waitFor(() => expect(table()).toBeNull());

  const calls = callsAs(server(), coach);
  const [ballot] = await calls.keptBallots.ofRound({ schoolId, roundId });
  await calls.keptBallots.secondCheck({ schoolId, id: ballot!.id, scores: ballot!.scores });
  await queryClient.invalidateQueries();
  await screen.findByRole('heading', { name: 'Judge by judge' });
  expect(screen.queryByRole('switch')).toBeNull();
  // The name of a judge doesn't depend on whose scores are hidden.
  const another = { schoolId, id: crypto.randomUUID(), roundId, number: 2, judge: 'Rowe', ...DETAILS };
  await callsAs(server(), keeper).keptBallots.keep({ ...another, scores: ballot!.scores });
  await queryClient.invalidateQueries();
  await screen.findByRole('switch');
  within(screen.getByRole('table', { name: 'Judge by judge' })).getByRole('link', { name: 'Rowe (Judge 1)' });
});

test('unsaved changes on the round’s own page stay when a colleague deletes it, and Save says why it can’t', async () => {
  const { round, roundId, schoolId, coach, keeper } = await seasonWorld(server().database);
  await open(`${round}?open=edit`, coach);
  await screen.findByRole('dialog', { name: 'Edit Round 1' });
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '5678' } });
  await callsAs(server(), keeper).rounds.remove({ schoolId, id: roundId });
  await queryClient.invalidateQueries();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Failed to update round: This no longer exists/);
  expect(screen.getByLabelText<HTMLInputElement>('Opponent').value).toBe('5678');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await screen.findByText('The chosen school has no such round');
});

test('an unsaved line-up stays when a colleague deletes the round, until the person leaves it', async () => {
  const { round, roundId, schoolId, coach, keeper } = await seasonWorld(server().database);
  await open(round, coach);
  fireEvent.change(await screen.findByLabelText('Opening'), { target: { value: '' } });
  await callsAs(server(), keeper).rounds.remove({ schoolId, id: roundId });
  await queryClient.invalidateQueries();
  await screen.findByText('This round was deleted. What you haven’t saved stays here until you leave.');
  expect(screen.getByLabelText<HTMLSelectElement>('Opening').value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText(/^Failed to update round: This no longer exists/);
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await screen.findByText('The chosen school has no such round');
});

test('an unsaved line-up outlives the deletion and the restoring of its tournament, and is saved', async () => {
  const { round, roundId, tournamentId, schoolId, coach, keeper } = await seasonWorld(server().database);
  await open(round, coach);
  fireEvent.change(await screen.findByLabelText('Opening'), { target: { value: '' } });
  const kim = callsAs(server(), keeper);
  await kim.tournaments.remove({ schoolId, id: tournamentId });
  await queryClient.invalidateQueries();
  await screen.findByText(/^This round was deleted/);
  await kim.deletedEntries.restore({ schoolId, id: tournamentId });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByText(/^This round was deleted/)).toBeNull());
  expect(screen.getByLabelText<HTMLSelectElement>('Opening').value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  const { owner } = server().database;
  expect(await owner.selectFrom('roundParts').select('part').where('roundId', '=', roundId).execute()).toEqual([]);
});

test('closing a question about the round asks nothing about the line-up behind it, which stays as it is', async () => {
  const { round, coach } = await seasonWorld(server().database);
  await open(round, coach);
  const opening = await screen.findByLabelText<HTMLSelectElement>('Opening');
  expect(opening.value).not.toBe('');
  fireEvent.change(opening, { target: { value: '' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Round (Round 1)' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opening.value).toBe('');
});

test('a stored line-up that another version of the product wrote in another way doesn’t keep the page from opening', async () => {
  const { roundId, show } = await openRound(product, 'admin');
  localStorage.setItem('formDrafts', JSON.stringify({ [`line-up ${roundId}`]: { base: 5, typed: 'open' } }));
  await show();
  await screen.findByLabelText('Opening');
});
