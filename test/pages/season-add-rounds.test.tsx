// The forms that add rounds to a tournament, while a colleague adds one or deletes the tournament.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs } from '../people.ts';
import { findEnabled } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** Opens the form. Returns what a colleague does: adds the second round, or deletes the tournament. */
async function openForm() {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const { id: schoolId, teamId, tournamentId } = school;
  await addRoundWithBallots(database, school);
  await open(
    `/season/tournaments/${tournamentId}?open=add`,
    await addPerson(database, { roles: { [schoolId]: 'admin' } }),
  );
  await screen.findByRole('dialog', { name: 'Add a round' });
  const colleague = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  const round = { number: 2, side: 'd', opponent: '', outcome: 'played', caseId: null } as const;
  const { rounds, tournaments } = callsAs(server(), colleague);
  return {
    addAsColleague: () => rounds.add({ schoolId, id: randomUUID(), tournamentId, teamId, ...round }),
    deleteAsColleague: () => tournaments.remove({ schoolId, id: tournamentId }),
  };
}
const TAKEN = /This team already has a round with this number at the tournament\.$/;

test('one round whose number a colleague has taken meanwhile is refused, and what was typed stays', async () => {
  const { addAsColleague } = await openForm();
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '1111' } });
  await addAsColleague();
  fireEvent.click(await findEnabled('Add Round'));
  await screen.findByText(TAKEN);
  expect(screen.getByLabelText<HTMLInputElement>('Opponent').value).toBe('1111');
  fireEvent.change(screen.getByLabelText(/^Round/), { target: { value: '3' } });
  fireEvent.click(await findEnabled('Add Round'));
  await screen.findByText('Round added successfully');
});

test('the numbers of several rounds follow when a colleague has added one of them meanwhile', async () => {
  const { addAsColleague } = await openForm();
  fireEvent.click(screen.getByRole('button', { name: 'Add several rounds' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rounds' }));
  const opponent = () => dialog.getAllByLabelText<HTMLInputElement>('Opponent')[0]!;
  fireEvent.change(opponent(), { target: { value: '1111' } });
  await addAsColleague();
  fireEvent.click(await findEnabled('Add 4 Rounds'));
  await screen.findByText(TAKEN);
  await waitFor(() => expect(dialog.getAllByRole('group')[0]?.querySelector('legend')?.textContent).toBe('Round 3'));
  expect(opponent().value).toBe('1111');
  fireEvent.click(await findEnabled('Add 4 Rounds'));
  await screen.findByText('4 rounds added successfully');
});

test('rounds that are being added to a tournament stay when a colleague deletes it, and Add says why it failed', async () => {
  const { deleteAsColleague } = await openForm();
  fireEvent.click(screen.getByRole('button', { name: 'Add several rounds' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rounds' }));
  const opponent = () => dialog.getAllByLabelText<HTMLInputElement>('Opponent')[0]!;
  fireEvent.change(opponent(), { target: { value: '1111' } });
  await deleteAsColleague();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(opponent().value).toBe('1111');
  fireEvent.click(dialog.getByRole('button', { name: 'Add 4 Rounds' }));
  await screen.findByText(/^Failed to add rounds: /);
  expect(opponent().value).toBe('1111');
});

test('the form for several rounds, which takes the place of the form for one, gives the focus back to “Add a round”', async () => {
  await openForm();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = screen.getByRole('button', { name: 'Add a round' });
  opener.focus();
  fireEvent.click(opener);
  const several = await screen.findByRole('button', { name: 'Add several rounds' });
  several.focus();
  fireEvent.click(several);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rounds' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
