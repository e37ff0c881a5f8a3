// Two people edit one record: the second is asked which values to keep.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { currentToasts } from '../toasts.ts';
import { addPerson } from '../people.ts';
import { adminWorld, heldUndo, press, toast, type } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';
import { openRound } from './played-round.ts';

const product = pageTests();
const { server, open } = product;
const CONFLICT = 'This changed while you were editing';

test('a conflict shows its dialog and no error message beside it', async () => {
  const { database } = server();
  const world = await adminWorld(database);
  await open(world.address('/admin?open=SCHOOL'), { token: world.manager.token });
  await type(/^Name/, 'My School');
  const { calls } = server().browser({ token: world.manager.token ?? '' });
  await calls.schools.update({ schoolId: world.SCHOOL, version: 1, changed: { name: 'Their School' } });
  await press('Save');
  const dialog = within(await screen.findByRole('dialog', { name: CONFLICT }));
  dialog.getByRole('row', { name: 'Name My School Their School' });
  expect(currentToasts()).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await toast('School updated successfully');
});

test('a conflict names who changed what and when, and the form takes what the other person chose', async () => {
  const { database } = server();
  const world = await adminWorld(database);
  const address = world.address('/admin?open=SCHOOL');
  await open(address, await addPerson(database, { name: 'Sofia Grant', dbManager: true }));
  await type(/^Name/, 'My School');
  const { calls } = server().browser({ token: world.manager.token ?? '' });
  await calls.schools.update({ schoolId: world.SCHOOL, version: 1, changed: { name: 'Their School' } });
  await queryClient.invalidateQueries();
  await screen.findByText('Desmond Brooks has just changed this.');
  await press('Save');
  const dialog = await screen.findByRole('dialog', { name: CONFLICT });
  expect(dialog.textContent).toContain('Desmond Brooks changed this on ');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Their School'));
});

test('the notice names the person who changed the name, not the one who assigned the user since', async () => {
  const { database } = server();
  const world = await adminWorld(database);
  const sofia = await addPerson(database, { name: 'Sofia Grant', superAdmin: true });
  await open(world.address('/admin?tab=users&open=MEMBER'), { token: world.manager.token });
  await type(/^Name/, 'Half a na');
  const { calls } = server().browser({ token: sofia.token ?? '' });
  await calls.users.update({ userId: world.MEMBER, version: 1, changed: { name: 'Mona Else' } });
  await server()
    .browser({ token: world.manager.token ?? '' })
    .calls.assignments.assign({ schoolId: world.QUIET, userId: world.MEMBER, role: 'viewer' });
  await queryClient.invalidateQueries();
  await screen.findByText('Sofia Grant has just changed this.');
});

test('an undo that is too late says so in a toast, because no form is open to ask in', async () => {
  const { database } = server();
  const world = await adminWorld(database);
  await open(world.address('/admin?open=SCHOOL'), { token: world.manager.token });
  await type(/^Name/, 'My School');
  await press('Save');
  await toast('School updated successfully');
  const undo = await heldUndo();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { calls } = server().browser({ token: world.manager.token ?? '' });
  await calls.schools.update({ schoolId: world.SCHOOL, version: 2, changed: { name: 'Their School' } });
  fireEvent.click(undo);
  await toast('Failed to update school: ');
  expect(screen.queryByRole('dialog', { name: CONFLICT })).toBeNull();
});

test('an undo that is too late says so in a toast on a page whose form stays open, because nothing was typed', async () => {
  const { show, school, calls, roundId, lineUp } = await openRound(product, 'admin');
  await show();
  fireEvent.change(await screen.findByLabelText('Opening'), { target: { value: '' } });
  await press('Save line-up');
  await toast('Round updated successfully');
  const undo = await heldUndo();
  const { version } = await lineUp();
  const parts = [{ part: 'close', studentId: school.studentId, witnessId: null }] as const;
  await calls.rounds.setLineUp({ schoolId: school.id, roundId, version, parts: [...parts] });
  fireEvent.click(undo);
  // It may also have been the person's own later change.
  await toast('Failed to update round: This was changed in the meantime.');
  expect(screen.queryByRole('dialog', { name: CONFLICT })).toBeNull();
});

test('an untouched line-up follows a colleague’s, and only what is typed is told that somebody has changed it', async () => {
  const { show, school, calls, roundId, lineUp } = await openRound(product, 'admin');
  const colleagueSets = async (part: 'close' | 'open') => {
    const { version } = await lineUp();
    const parts = [{ part, studentId: school.studentId, witnessId: null }];
    await calls.rounds.setLineUp({ schoolId: school.id, roundId, version, parts });
    await queryClient.invalidateQueries();
  };
  await show();
  const closing = await screen.findByLabelText<HTMLSelectElement>('Closing');
  await colleagueSets('close');
  await waitFor(() => expect(closing.value).toBe(school.studentId));
  expect(screen.queryByText(/has just changed this/)).toBeNull();
  const opening = screen.getByLabelText<HTMLSelectElement>('Opening');
  fireEvent.change(opening, { target: { value: school.studentId } });
  expect(screen.queryByText(/has just changed this/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  fireEvent.change(opening, { target: { value: '' } });
  await colleagueSets('open');
  await screen.findByText('Someone has just changed this.');
});
