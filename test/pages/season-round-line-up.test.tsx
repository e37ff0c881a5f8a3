// The line-up on the page of a round.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson } from '../people.ts';
import { heldUndo } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';
import { openRound } from './played-round.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const product = pageTests();

const choose = (label: string, option: string): void => {
  const field = screen.getByLabelText<HTMLSelectElement>(label);
  const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
  fireEvent.change(field, { target: { value } });
};

test('the line-up offers the team’s students first and no archived one, and says what is missing', async () => {
  const { show, lineUp } = await openRound(product, 'admin');
  await show();
  const opening = await screen.findByLabelText('Opening');
  expect(
    within(opening)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Nobody yet', 'Ann Attorney', 'Home School One', 'Otto Other (graduate)']);
  choose('Opening', 'Ann Attorney');
  choose('Witness 1', 'Ann Attorney');
  screen.getByText('Ann Attorney is both attorney and witness.');
  choose('Witness 1', 'Otto Other (graduate)');
  screen.getByText(/^Nobody has these parts yet: direct 1/);
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['open', 'witness1']);
});

test('a cross and a witness part offer the case’s witnesses by side', async () => {
  const { show, owner, lineUp } = await openRound(product, 'admin');
  const { id: caseId } = await owner
    .insertInto('cases')
    .values({ name: 'State v. Doe', year: 2024, type: 'criminal' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const named = (['p', 'd', 's'] as const).map((side) => ({ caseId, side, name: `W ${side}`, type: 'other' as const }));
  await owner.insertInto('witnesses').values(named).execute();
  await owner.updateTable('rounds').set({ caseId }).execute();
  await show();
  const offered = async (label: string) =>
    within(await screen.findByLabelText(label))
      .getAllByRole('option')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(await offered('Witness 1, the witness played')).toEqual(['W p', 'W s']);
  expect(await offered('Cross 1, the witness crossed')).toEqual(['W d', 'W s']);
  choose('Cross 1, the witness crossed', 'W s');
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  expect((await lineUp()).parts).toMatchObject([
    { part: 'cross1', studentId: null },
    { part: 'open', witnessId: null },
  ]);
});

test('a line-up starts as the team’s last one with this side', async () => {
  const { show, school, calls } = await openRound(product, 'admin');
  const next = randomUUID();
  const { tournamentId, teamId } = school;
  const round = { tournamentId, teamId, number: 2, side: 'p', opponent: '', outcome: 'played', caseId: null } as const;
  await calls.rounds.add({ schoolId: school.id, id: next, ...round });
  await show();
  await screen.findByLabelText('Opening');
  const like = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Same as last round with this side' });
  expect(like().disabled).toBe(true);
  await router.navigate({ to: '/season/rounds/$roundId', params: { roundId: next } });
  await screen.findByRole('heading', { level: 1, name: 'Round 2, Home School One' });
  await waitFor(() => expect(like().disabled).toBe(false));
  fireEvent.click(like());
  expect(screen.getByLabelText<HTMLSelectElement>('Opening').selectedOptions[0]?.textContent).toBe('Home School One');
});

test('a line-up is saved under a name and used again, renamed, and deleted with an undo', async () => {
  const { show, school, calls, owner } = await openRound(product, 'admin');
  const ofSchool = async () => calls.savedLineUps.ofSchool({ schoolId: school.id });
  await show();
  await screen.findByLabelText('Opening');
  choose('Closer', 'Ann Attorney');
  fireEvent.click(await screen.findByRole('button', { name: 'Saved line-ups' }));
  await screen.findByText('None yet for this team and side.');
  fireEvent.change(screen.getByLabelText(/^Save this line-up as/), { target: { value: 'Harvest' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved line-up added successfully');
  expect((await ofSchool())[0]?.parts.map(({ part }) => part)).toEqual(['close', 'cross3', 'direct3', 'open']);

  fireEvent.click(await screen.findByRole('button', { name: 'Rename Harvest' }));
  fireEvent.change(screen.getByLabelText('Name of Harvest'), { target: { value: 'Our best' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await screen.findByText('Saved line-up renamed successfully');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Our best' }));
  await screen.findByText('Saved line-up deleted successfully');
  const undo = await heldUndo();
  await screen.findByText('None yet for this team and side.');
  fireEvent.click(undo);
  await screen.findByText('Saved line-up restored successfully');

  // Ann has left the team since, and the opener the program.
  await owner.updateTable('students').set({ teamId: null }).where('name', '=', 'Ann Attorney').execute();
  await owner.updateTable('students').set({ isArchived: true }).where('id', '=', school.studentId).execute();
  await owner.updateTable('roundParts').set({ studentId: null }).execute();
  await queryClient.invalidateQueries();
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Closer').value).toBe('');
  fireEvent.click(await screen.findByRole('button', { name: 'Use Our best' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Closer').selectedOptions[0]?.textContent).toBe('Ann Attorney');
  screen.getByText('Ann Attorney isn’t on Home School One.');
  screen.getByText(/ is archived and may no longer play\.$/);
});

test('when two people set a line-up at once, the second sees who was first and chooses', async () => {
  const { show, school, calls, roundId, lineUp } = await openRound(product, 'admin');
  await show();
  await screen.findByLabelText('Opening');
  const { version } = await lineUp();
  const parts = [{ part: 'close', studentId: school.studentId, witnessId: null }] as const;
  await calls.rounds.setLineUp({ schoolId: school.id, roundId, version, parts: [...parts] });
  choose('Witness 2', 'Otto Other (graduate)');
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'This changed while you were editing' }));
  dialog.getByText('Ada Admin');
  dialog.getByRole('row', { name: 'Closing Not changed Home School One' });
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('Round updated successfully');
  // The other person's parts stay.
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['close', 'witness2']);
});

test('on another score sheet, the line-up has its parts, and students whom the new sheet doesn’t score aren’t lost', async () => {
  const { show, owner, lineUp } = await openRound(product, 'admin');
  const chooseSheet = (sheetId: string) => owner.updateTable('tournaments').set({ sheetId }).execute();
  const saves = async (parts: readonly string[]): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
    const saved = async () => (await lineUp()).parts.map(({ part }) => part);
    await waitFor(async () => expect(await saved()).toEqual(parts));
  };
  await chooseSheet('california');
  await show();
  await screen.findByLabelText('Pretrial motion');
  for (const part of ['Opener', 'Witness 4', 'Clerk', 'Direct 4', 'Cross 4'])
    expect(screen.getByLabelText(part)).toBeDefined();
  expect(screen.queryByLabelText('Bailiff')).toBeNull();
  choose('Pretrial motion', 'Ann Attorney');
  choose('Clerk', 'Ann Attorney');
  choose('Closer', 'Home School One');
  screen.getByText(/^Nobody has these parts yet: direct 1, direct 2, direct 3, cross 1, .* witness 4\.$/);
  await saves(['clerk', 'close', 'cross4', 'direct4', 'open', 'pretrial']);

  await chooseSheet('college-20');
  queryClient.clear();
  await show();
  await screen.findByText(/^Nobody has these parts yet: direct 1, direct 2, cross 1, cross 2, witness 1, witness 2\.$/);
  expect(screen.queryByLabelText('Middle attorney')).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Clerk').selectedOptions[0]?.text).toBe('Ann Attorney');
  choose('Opener', 'Otto Other (graduate)');
  choose('Clerk', 'Nobody yet');
  await saves(['close', 'cross1', 'cross4', 'direct1', 'direct4', 'open', 'pretrial']);
});

const IS_STILL_HERE = 'What you had chosen before is still here. It isn’t saved yet.';
const opener = async () => (await screen.findByLabelText<HTMLSelectElement>('Opening')).selectedOptions[0]?.text;

test('a half-set line-up survives a reload until it is saved or discarded', async () => {
  const { show, lineUp } = await openRound(product, 'admin');
  await show();
  await screen.findByLabelText('Opening');
  choose('Opening', 'Nobody yet');
  choose('Closing', 'Ann Attorney');
  await show();
  await screen.findByText(IS_STILL_HERE);
  expect(await opener()).toBe('Nobody yet');
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['close']);
  expect(screen.queryByText(IS_STILL_HERE)).toBeNull();
  choose('Opening', 'Ann Attorney');
  expect(screen.queryByText(IS_STILL_HERE)).toBeNull();
  // Another tab has discarded its own.
  localStorage.removeItem('formDrafts');
  fireEvent(window, new Event('pagehide'));
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(await opener()).toBe('Nobody yet');
  await waitFor(() => expect(localStorage.getItem('formDrafts')).toBeNull());
});

test('after a reload, a half-set line-up still asks about what somebody else has saved meanwhile', async () => {
  const { show, school, calls, roundId, lineUp } = await openRound(product, 'admin');
  await show();
  await screen.findByLabelText('Opening');
  const { version } = await lineUp();
  choose('Opening', 'Ann Attorney');
  const parts = [{ part: 'close', studentId: school.studentId, witnessId: null }] as const;
  await calls.rounds.setLineUp({ schoolId: school.id, roundId, version, parts: [...parts] });
  await show();
  await screen.findByText(IS_STILL_HERE);
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'This changed while you were editing' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('Round updated successfully');
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['close', 'open']);
});

test('a line-up whose answer never came is no draft after a reload', async () => {
  const { show, school, calls, roundId, lineUp } = await openRound(product, 'admin');
  await show();
  await screen.findByLabelText('Opening');
  const { version } = await lineUp();
  choose('Opening', 'Nobody yet');
  await calls.rounds.setLineUp({ schoolId: school.id, roundId, version, parts: [] });
  await show();
  expect(await opener()).toBe('Nobody yet');
  await waitFor(() => expect(localStorage.getItem('formDrafts')).toBeNull());
  expect(screen.queryByText(IS_STILL_HERE)).toBeNull();
});

test('two presses on Save line-up before the first one is drawn save it once', async () => {
  const { server, open } = product;
  const { roundId, school, lineUp } = await openRound(product, 'admin');
  const admin = await addPerson(server().database, { roles: { [school.id]: 'admin' } });
  const sent: string[] = [];
  await open(`/season/rounds/${roundId}`, {
    ...admin,
    between: (call) => void (call === 'rounds/setLineUp' && sent.push(call)),
  });
  await screen.findByLabelText('Opening');
  choose('Opening', 'Ann Attorney');
  const save = screen.getByRole('button', { name: 'Save line-up' });
  save.click();
  save.click();
  await screen.findByText('Round updated successfully');
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['open']);
});
