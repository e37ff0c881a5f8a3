// The line-ups that a team has saved, while a colleague deletes one.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { pageTests } from './open-page.tsx';
import { openRound } from './played-round.ts';

const product = pageTests();

test('a saved line-up that is being renamed keeps what was typed when a colleague deletes it, and Rename says why', async () => {
  const { show, school, calls, owner } = await openRound(product, 'admin');
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Saved line-ups' }));
  fireEvent.change(screen.getByLabelText(/^Save this line-up as/), { target: { value: 'Harvest' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Harvest' }));
  const field = () => screen.getByLabelText<HTMLInputElement>('Name of Harvest');
  fireEvent.change(field(), { target: { value: 'Our best' } });
  await owner.deleteFrom('savedLineUps').where('schoolId', '=', school.id).execute();
  expect(await calls.savedLineUps.ofSchool({ schoolId: school.id })).toEqual([]);
  await queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(field().value).toBe('Our best');
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText(/^Failed to rename saved line-up: /);
  expect(field().value).toBe('Our best');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('None yet for this team and side.');
});

test('Escape cancels the new name of a saved line-up, and then closes the panel', async () => {
  const { show } = await openRound(product, 'admin');
  await show();
  const opener = await screen.findByRole('button', { name: 'Saved line-ups' });
  opener.focus();
  fireEvent.click(opener);
  fireEvent.change(screen.getByLabelText(/^Save this line-up as/), { target: { value: 'Harvest' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rename Harvest' }));
  fireEvent.keyDown(screen.getByLabelText('Name of Harvest'), { key: 'Escape' });
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Rename Harvest' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rename Harvest' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
