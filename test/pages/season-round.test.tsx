// The page of a round.
import { randomUUID } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import { router } from '#web/routes.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs, scoresOf } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { seasonWorld } from './season-world.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
vi.setConfig({ testTimeout: 120_000 });
const { server, open } = pageTests();
const season = seasonOf(new Date());

/** A round with two ballots, the second better for us and one point apart everywhere but in two cells. */
async function openRound(role: Role) {
  const { database } = server();
  const { owner } = database;
  const school = await addSchool(database, 'Home School');
  const { roundId } = await addRoundWithBallots(database, school);
  const ours = { schoolId: school.id, teamId: school.teamId };
  await owner
    .insertInto('students')
    .values([
      { ...ours, name: 'Ann Attorney' },
      { ...ours, name: 'Gina Graduate', isArchived: true },
      { schoolId: school.id, name: 'Otto Other', classYear: 2000 },
    ])
    .execute();
  const admin = await addPerson(database, { name: 'Ada Admin', roles: { [school.id]: 'admin' } });
  const calls = callsAs(server(), admin);
  const ballot = { source: 'typed', comments: {}, tabMargin: null } as const;
  await calls.keptBallots.keep({
    ...ballot,
    schoolId: school.id,
    id: randomUUID(),
    roundId,
    number: 2,
    judge: '',
    ranks: { attorney: [], witness: [] },
    scores: { ...scoresOf(8), pOpen: 10, dWCross1: 5, dDirect1: 9 },
  });
  const person = role === 'admin' ? admin : await addPerson(database, { roles: { [school.id]: role } });
  const show = () => open(`/season/rounds/${roundId}`, person);
  const lineUp = async () => (await calls.rounds.lineUps({ schoolId: school.id, season })).rows[0]!;
  return { school, roundId, owner, calls, show, lineUp };
}
const choose = (label: string, option: string): void => {
  const field = screen.getByLabelText<HTMLSelectElement>(label);
  const { value } = within(field).getByRole<HTMLOptionElement>('option', { name: option });
  fireEvent.change(field, { target: { value } });
};

test('a viewer sees totals and results, and no score, line-up or button', async () => {
  const { show } = await openRound('viewer');
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

test('staff see the judges cell by cell: scores, pickups, where they differ most, and what they say together', async () => {
  const { show, roundId } = await openRound('admin');
  await show();
  fireEvent.click(await screen.findByRole('switch', { name: 'Show scores before a second check' }));
  const table = (await screen.findByRole('columnheader', { name: 'Rowe' })).closest('table')!;
  const rows = () =>
    [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent));
  // Our student's name stands beside the part.
  await waitFor(() => expect(rows()).toContainEqual(['Opening Home School One', '8 (0)', '10 (+2)', '2']));
  // Our cross of their first witness, and that witness's own cell.
  expect(rows()).toContainEqual(['Cross 1', '8 (0)', '8 (+3)', '0']);
  expect(rows()).toContainEqual(['Witness 1, cross', '8 (0)', '5 (−3)', '3, the most']);
  // A direct has no direct opponent.
  expect(rows()).toContainEqual(['Direct 1', '8', '9', '1']);
  screen.getByText('No clear difference: these judges could as well have named the other side.');
  screen.getByText('That allows for how far judges of the same round differ: about 7.5 points on a ballot.');
  screen.getByText('Judge 2 scored like the average of this round’s judges.');
  expect(screen.getByRole('link', { name: 'Type a ballot' }).getAttribute('href')).toBe(
    `/season/rounds/${roundId}/ballots/new`,
  );
});

test('a ballot with unread cells has totals and no result', async () => {
  const { show, owner } = await openRound('viewer');
  await owner
    .updateTable('ballotScores')
    .set({ scores: { ...scoresOf(8), pOpen: null } })
    .execute();
  await show();
  const [rowe] = within(await screen.findByRole('region', { name: 'Ballots' })).getAllByRole('listitem');
  expect(rowe?.textContent).toBe('Rowe104 – 112One cell is not read, so this has no result.');
});

test('the line-up offers the team’s students first and no archived one, and says what is missing', async () => {
  const { show, lineUp } = await openRound('admin');
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
  screen.getByText(/^Nobody has these parts yet: closing, direct 1/);
  fireEvent.click(screen.getByRole('button', { name: 'Save line-up' }));
  await screen.findByText('Round updated successfully');
  expect((await lineUp()).parts.map(({ part }) => part)).toEqual(['open', 'witness1']);
});

test('a cross and a witness part offer the case’s witnesses by side', async () => {
  const { show, owner, lineUp } = await openRound('admin');
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
  expect(await offered('Witness 1, the character')).toEqual(['W p', 'W s']);
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
  const { show, school, calls } = await openRound('admin');
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

test('when two people set a line-up at once, the second learns who was first and chooses', async () => {
  const { show, school, calls, roundId, lineUp } = await openRound('admin');
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

test('scores and line-ups that could not be loaded never look like none', async () => {
  const { school, roundId } = await openRound('viewer');
  const refusal = () =>
    Response.json(
      { json: { defined: false, code: 'BAD_REQUEST', status: 400, message: 'Not today.' } },
      { status: 400 },
    );
  await open(`/season/rounds/${roundId}`, {
    ...(await addPerson(server().database, { roles: { [school.id]: 'primary' } })),
    between: (call) => (/keptBallots\/ofRound|rounds\/lineUps/.test(call) ? refusal() : undefined),
  });
  await screen.findByRole('button', { name: 'Try again: load the scores' });
  await screen.findByRole('button', { name: 'Try again: load the line-up' });
  expect(screen.queryByLabelText('Opening')).toBeNull();
});

test('the address of another school’s round says that there is none', async () => {
  const { roundId } = await openRound('viewer');
  const { id } = await addSchool(server().database, 'Other School');
  await open(`/season/rounds/${roundId}`, await addPerson(server().database, { roles: { [id]: 'primary' } }));
  await screen.findByText('The chosen school has no such round');
});

test('scores that a person could check a second time are hidden from them until the check, or until they ask', async () => {
  const { roundId, schoolId, coach } = await seasonWorld(server().database);
  await open(`/season/rounds/${roundId}`, coach);
  await screen.findByRole('link', { name: /^Second check of the ballot of/ });
  await screen.findByText(/so their scores are hidden until then: Rowe\./);
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
});
