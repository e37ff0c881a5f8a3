// A second check while a colleague changes or checks the same ballot: the page says so, and what was typed stays.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { pageTests, type Opening } from './open-page.tsx';
import { press, type } from './admin-world.tsx';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { seasonWorld } from './season-world.ts';
import { enter, enterAll, input } from './ballot-form.ts';

const { server, open } = pageTests();

/** Two scores differ from the saved ones. */
async function openCompared(between?: Opening['between']) {
  const { database } = server();
  const { ballots, ballotId, coach, keeper, schoolId } = await seasonWorld(database);
  const colleague = callsAs(server(), await addPerson(database, { roles: { [schoolId]: 'admin' } })).keptBallots;
  await open(`${ballots}/${ballotId}?mode=check`, { token: coach.token, ...(between && { between }) });
  await waitFor(() => input('pOpen'));
  enterAll('8');
  enter('pOpen', '9');
  await press('Compare');
  const correct = async (score: number) => {
    const { version } = await database.owner
      .selectFrom('keptBallots')
      .select('version')
      .where('id', '=', ballotId)
      .executeTakeFirstOrThrow();
    const correction = { schoolId, id: ballotId, version, scores: [{ field: 'pOpen', score }], reason: 'Misread' };
    await callsAs(server(), keeper).keptBallots.correct(correction);
  };
  return { finish: () => colleague.secondCheck({ schoolId, id: ballotId, scores: scoresOf(8) }), correct };
}
const CHANGED = 'This ballot was changed or checked since you compared. Your scores are still here: compare again.';

test('a person who checks a ballot is told when others have finished its second check', async () => {
  const { finish } = await openCompared();
  await screen.findByRole('radio', { name: 'Yours: 9' });
  await finish();
  await queryClient.invalidateQueries();
  await screen.findByText(/^Two people have checked this ballot meanwhile\./);
  fireEvent.click(screen.getByRole('button', { name: 'Back to my scores' }));
  screen.getByText(/^Two people have checked this ballot meanwhile\./);
  expect(input('pOpen').value).toBe('9');
});

test('a score that a colleague corrects after the comparison is compared again, whichever was chosen', async () => {
  const { correct } = await openCompared();
  fireEvent.click(await screen.findByRole('radio', { name: 'Saved: 8' }));
  await correct(7);
  await press('Finish');
  await screen.findByText(CHANGED);
  expect(input('pOpen').value).toBe('9');
  await press('Compare');
  await screen.findByRole('radio', { name: 'Saved: 7' });
  expect(screen.queryByText(CHANGED)).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Yours: 9' }));
  await type('Reason for the correction', 'Looked again');
  await correct(6);
  await press('Finish');
  await screen.findByText(CHANGED);
  await press('Compare');
  fireEvent.click(await screen.findByRole('radio', { name: 'Saved: 6' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Yours: 9' }));
  expect(screen.getByLabelText<HTMLInputElement>('Reason for the correction').value).toBe('Looked again');
});

test('a correction whose answer was lost is nobody else’s change when the person decides otherwise', async () => {
  let isLost = true;
  await openCompared(async (call, ask) => {
    if (call !== 'keptBallots/correct' || !isLost) return undefined;
    isLost = false;
    await ask();
    throw new TypeError('Failed to fetch');
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Yours: 9' }));
  await type('Reason for the correction', 'Looked again');
  await press('Finish');
  await screen.findByText(/What you entered is still here/);
  fireEvent.click(screen.getByRole('radio', { name: 'Saved: 8' }));
  await press('Finish');
  await screen.findByText(CHANGED);
});

test('a second check that ends between the correction and the comparison is finished by sending it again', async () => {
  let compared = 0;
  await openCompared((call) => {
    if (call === 'keptBallots/secondCheck') compared += 1;
    // The first one is the comparison before the decisions.
    if (call === 'keptBallots/secondCheck' && compared === 2) throw new TypeError('Failed to fetch');
    return undefined;
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Yours: 9' }));
  await type('Reason for the correction', 'Looked again');
  await press('Finish');
  await screen.findByText(/What you entered is still here/);
  await press('Finish');
  await screen.findByText('Scores compared. Someone else has to check the ones that you corrected.');
  expect(compared).toBe(3);
});
