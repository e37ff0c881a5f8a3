// The line-up on the page of a round, while a colleague deletes a student who has a part, or restores one.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { pageTests } from './open-page.tsx';
import { openRound } from './played-round.ts';

const product = pageTests();

/** Opens a round whose opener can be deleted and restored. */
async function openWithOpener() {
  const { show, school, calls, lineUp } = await openRound(product, 'admin');
  const opener = { schoolId: school.id, id: school.studentId };
  const closing = () => within(screen.getByLabelText('Closing'));
  const untilOffered = async (count: number) => {
    await queryClient.invalidateQueries();
    await waitFor(() => expect(closing().queryAllByRole('option', { name: 'Home School One' })).toHaveLength(count));
  };
  await show();
  await screen.findByText(/^Nobody has these parts yet: direct 1/);
  return {
    deleteOpener: async () => {
      await calls.students.remove(opener);
      await untilOffered(0);
    },
    restoreOpener: async () => {
      await calls.deletedEntries.restore(opener);
      await untilOffered(1);
    },
    chooseCloser: () => {
      const { value } = closing().getByRole<HTMLOptionElement>('option', { name: 'Ann Attorney' });
      fireEvent.change(screen.getByLabelText('Closing'), { target: { value } });
    },
    save: async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
      await screen.findByText('Round updated successfully');
      return (await lineUp()).parts.map(({ part }) => part);
    },
  };
}

test('a line-up shows that its opener was deleted and restored, and saving another part keeps the opener', async () => {
  const { deleteOpener, restoreOpener, chooseCloser, save } = await openWithOpener();
  await deleteOpener();
  await screen.findByText(/^Nobody has these parts yet: opening, direct 1/);
  await restoreOpener();
  await screen.findByText(/^Nobody has these parts yet: direct 1/);
  chooseCloser();
  expect(await save()).toEqual(['close', 'open']);
});

test('a line-up that is being changed is saved without a student who is deleted meanwhile', async () => {
  const { deleteOpener, chooseCloser, save } = await openWithOpener();
  chooseCloser();
  await deleteOpener();
  expect(await save()).toEqual(['close']);
});

test('a line-up that is being changed keeps a student who is restored meanwhile', async () => {
  const { deleteOpener, restoreOpener, chooseCloser, save } = await openWithOpener();
  await deleteOpener();
  await screen.findByText(/^Nobody has these parts yet: opening, direct 1/);
  chooseCloser();
  await restoreOpener();
  expect(await save()).toEqual(['close', 'open']);
});

test('a student who is deleted after being chosen is no longer chosen, and the rest of the line-up is saved', async () => {
  const { show, school, calls, lineUp } = await openRound(product, 'admin');
  const newcomer = { schoolId: school.id, id: crypto.randomUUID() };
  await calls.students.add({ ...newcomer, name: 'Nora Newcomer', teamId: null });
  await show();
  await screen.findByText(/^Nobody has these parts yet: direct 1/);
  for (const part of ['Closing', 'Direct 3'])
    fireEvent.change(screen.getByLabelText(part), { target: { value: newcomer.id } });
  await screen.findByText(/^Nobody has these parts yet: (?!closing)/);
  await calls.students.remove(newcomer);
  await queryClient.invalidateQueries();
  await screen.findByText(/^Nobody has these parts yet: .*direct 3/);
  fireEvent.change(screen.getByLabelText('Closing'), { target: { value: school.studentId } });
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['close', 'open']);
});
