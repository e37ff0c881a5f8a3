// The page of a tournament.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs } from '../people.ts';
import { pageTests, type Opening } from './open-page.tsx';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

async function openTournament(role: Role, address = '', otherTeam?: string, between?: Opening['between']) {
  const { database } = server();
  const school = await addSchool(database, 'Home School');
  const { roundId } = await addRoundWithBallots(database, school);
  if (otherTeam) await database.owner.insertInto('teams').values({ schoolId: school.id, name: otherTeam }).execute();
  const person = await addPerson(database, { roles: { [school.id]: role } });
  await open(`/season/tournaments/${school.tournamentId}${address}`, { ...person, ...(between && { between }) });
  await screen.findByRole('heading', { level: 1, name: 'Home School One' });
  const season = () =>
    callsAs(server(), person).seasonBook.season({ schoolId: school.id, season: seasonOf(new Date()) });
  const remove = () => callsAs(server(), person).rounds.remove({ schoolId: school.id, id: roundId });
  return { school, roundId, season, remove };
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** The texts of a round's row, without its name. */
const cellsOf = async (name: string): Promise<(string | null)[]> => {
  const row = (await screen.findByRole('link', { name })).closest('tr')!;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};
const chooseAction = async (action: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Round 1, Home School One' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: `${action} Round 1, Home School One` }));
};

test('a viewer sees each round with its side, opponent, margins, and result, and can change nothing', async () => {
  await openTournament('viewer');
  expect(await cellsOf('Round 1, Home School One')).toEqual(['Plaintiff or Prosecution', '1234', '0 (Rowe)', 'Tied']);
  expect(
    screen.getByText(
      /^The plaintiff or prosecution won 0\.5 of 1 ballot \(.*\): no clear difference between the sides\.$/,
    ),
  ).toBeDefined();
  screen.getByRole('button', { name: 'Print' });
  for (const name of ['Add a round', 'Edit', 'Delete', 'Actions for Round 1, Home School One'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a viewer who opens the address of a form sees no form', async () => {
  await openTournament('viewer', '?open=edit');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a round is added in one dialog, which suggests the next number and the other side', async () => {
  const { season } = await openTournament('admin');
  fireEvent.click(await screen.findByRole('button', { name: 'Add a round' }));
  await screen.findByRole('dialog', { name: 'Add a round' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Round/).value).toBe('2');
  expect(screen.getByLabelText<HTMLSelectElement>('Your side').value).toBe('d');
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '5678' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Round' }));
  expect((await cellsOf('Round 2, Home School One')).slice(2, 4)).toEqual(['None yet', 'None yet']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await season()).rounds).toMatchObject([{ number: 1 }, { number: 2, side: 'd', opponent: '5678' }]);
});

test('the next round is suggested from a list that has the round before, however slow the list is', async () => {
  const held = Promise.withResolvers<undefined>();
  let isAdded = false;
  let asked = 0;
  const { season } = await openTournament('admin', '?open=add', undefined, (call) => {
    isAdded ||= call === 'rounds/add';
    if (!isAdded || call !== 'seasonBook/season') return undefined;
    asked += 1;
    return held.promise;
  });
  await screen.findByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Add Round' }));
  await waitFor(() => expect(asked).toBe(1));
  screen.getByRole('dialog', { name: 'Add a round' });
  held.resolve(undefined);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Add a round' }));
  await screen.findByRole('dialog');
  expect(screen.getByLabelText<HTMLInputElement>(/^Round/).value).toBe('3');
  fireEvent.click(screen.getByRole('button', { name: 'Add Round' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await season()).rounds.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('four rounds of a team are added in one form, whose sides alternate, and the page suggests the team next', async () => {
  const { season } = await openTournament('admin', '', 'Second Team');
  fireEvent.click(await screen.findByRole('button', { name: 'Add a round' }));
  // The team without a round is suggested, and has the focus, because another one may be meant.
  const team = () => screen.getByLabelText<HTMLSelectElement>('Team');
  await screen.findByRole('option', { name: 'Second Team' });
  await waitFor(() => expect(document.activeElement).toBe(team()));
  const chosen = team().value;
  fireEvent.click(screen.getByRole('button', { name: 'Add several rounds' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rounds' }));
  expect(dialog.getAllByRole('group').map((row) => row.querySelector('legend')?.textContent)).toEqual(
    [1, 2, 3, 4].map((number) => `Round ${number}`),
  );
  for (const [index, name] of ['1111', '2222', '3333', '4444'].entries())
    fireEvent.change(dialog.getAllByLabelText('Opponent')[index]!, { target: { value: name } });
  const sides = () => dialog.getAllByLabelText<HTMLSelectElement>('Your side').map(({ value }) => value);
  expect(sides()).toEqual(['p', 'd', 'p', 'd']);
  // Sides that nobody has chosen continue to alternate.
  fireEvent.change(dialog.getAllByLabelText('Your side')[0]!, { target: { value: 'd' } });
  expect(sides()).toEqual(['d', 'p', 'd', 'p']);
  fireEvent.change(dialog.getAllByLabelText('Your side')[0]!, { target: { value: 'p' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add another round' }));
  expect(sides()).toEqual(['p', 'd', 'p', 'd', 'p']);
  fireEvent.click(dialog.getByRole('button', { name: 'Remove round 5' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add 4 Rounds' }));
  await screen.findByText('4 rounds added successfully');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const added = (await season()).rounds.filter(({ teamId }) => teamId === chosen);
  expect(added.map(({ number, side, opponent: name }) => `${number} ${side} ${name}`)).toEqual([
    '1 p 1111',
    '2 d 2222',
    '3 p 3333',
    '4 d 4444',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Add a round' }));
  await screen.findByRole('dialog');
  expect(team().value).toBe(chosen);
});

test('the team chosen for one round is preselected in the form for several', async () => {
  const { school } = await openTournament('admin', '?open=add', 'Second Team');
  await screen.findByRole('option', { name: 'Second Team' });
  choose('Team', school.teamId);
  const several = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add several rounds' });
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '1111' } });
  expect(several().disabled, 'what is typed would be lost').toBe(true);
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '' } });
  fireEvent.click(several());
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rounds' }));
  expect(dialog.getByLabelText<HTMLSelectElement>('Team').value).toBe(school.teamId);
});

test('two teams of a school meet in one round that both have', async () => {
  const { school, season } = await openTournament('admin', '?open=add', 'Second Team');
  await screen.findByRole('dialog', { name: 'Add a round' });
  // The team without a round is suggested.
  await screen.findByRole('option', { name: 'Your own team Home School One' });
  choose('Against', school.teamId);
  expect(screen.queryByLabelText('Opponent')).toBeNull();
  choose('Your side', 'd');
  fireEvent.change(screen.getByLabelText(/^Round/), { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Round' }));
  expect((await cellsOf('Round 2, Home School One'))[1]).toBe('Second Team');
  const { rounds } = await season();
  const [p, d] = [
    rounds.find(({ number, side }) => number === 2 && side === 'p'),
    rounds.find(({ side }) => side === 'd'),
  ];
  expect(p).toMatchObject({ teamId: school.teamId, sharedWith: null });
  expect(d).toMatchObject({ number: 2, sharedWith: p?.id });
});

test('a round that the team already has is refused, and what was typed stays', async () => {
  await openTournament('admin', '?open=add');
  await screen.findByRole('dialog', { name: 'Add a round' });
  fireEvent.change(screen.getByLabelText(/^Round/), { target: { value: '1' } });
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '5678' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Round' }));
  await screen.findByText(/already has a round with this number/);
  expect(screen.getByLabelText<HTMLInputElement>('Opponent').value).toBe('5678');
});

test('a round is edited, and an opponent can be left out', async () => {
  const { season } = await openTournament('admin');
  await chooseAction('Edit');
  await screen.findByRole('dialog', { name: 'Edit Round 1' });
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '' } });
  choose('Outcome', 'forfeit won');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Round updated successfully');
  expect((await season()).rounds).toMatchObject([{ opponent: '', outcome: 'forfeit won' }]);
});

test('unsaved changes to a round stay when a colleague deletes the round, and Save says why it can’t', async () => {
  const { season, remove } = await openTournament('admin');
  await chooseAction('Edit');
  await screen.findByRole('dialog', { name: 'Edit Round 1' });
  fireEvent.change(screen.getByLabelText('Opponent'), { target: { value: '5678' } });
  await remove();
  expect((await season()).rounds).toEqual([]);
  await queryClient.invalidateQueries();
  await screen.findByText('No rounds yet');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Failed to update round: This no longer exists/);
  expect(screen.getByLabelText<HTMLInputElement>('Opponent').value).toBe('5678');
});

test('deleting a round says how many ballots are deleted too', async () => {
  const { roundId, season } = await openTournament('admin', '');
  await chooseAction('Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Round (Round 1)' }));
  dialog.getByText('Also deleted: 1 ballot.');
  expect(location.search).toBe(`?open=delete&of=${roundId}`);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText('No rounds yet');
  expect((await season()).rounds).toEqual([]);
});

test('the facts of a tournament are edited', async () => {
  const { season } = await openTournament('primary', '?open=edit');
  await screen.findByRole('dialog', { name: 'Edit Tournament (Home School One)' });
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'Harbor City' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Harbor City/);
  expect((await season()).tournaments).toMatchObject([{ place: 'Harbor City' }]);
});

test('deleting a tournament says what else is deleted, and leads back to the season', async () => {
  await openTournament('primary', '?open=delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Tournament (Home School One)' }));
  dialog.getByText('Also deleted: 1 round, 1 ballot.');
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByText(/No tournaments in .* yet/);
});

test('the address of another school’s tournament says that there is none', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const other = await addSchool(database, 'Other School');
  await open(`/season/tournaments/${other.tournamentId}`, await addPerson(database, { roles: { [id]: 'primary' } }));
  await screen.findByText('The chosen school has no such tournament');
});

test('unsaved changes to a tournament stay when a colleague deletes it, and Save says why it can’t', async () => {
  const { school } = await openTournament('admin', '?open=edit');
  await screen.findByRole('dialog', { name: 'Edit Tournament (Home School One)' });
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'Harbor City' } });
  const colleague = await addPerson(server().database, { roles: { [school.id]: 'primary' } });
  await callsAs(server(), colleague).tournaments.remove({ schoolId: school.id, id: school.tournamentId });
  await queryClient.invalidateQueries();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Failed to update tournament: This no longer exists/);
  expect(screen.getByLabelText<HTMLInputElement>('Place').value).toBe('Harbor City');
});
