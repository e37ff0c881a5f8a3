// Ranks of a round between two of the school's own teams, on a sheet that ranks each side: each team's page shows whose they are.
import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf, refOf } from '#ballot/sheet/sheet.ts';
import { seasonOf } from '#contract/seasons.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** A round of Ann's team on the P side against Bo's, with a ballot that ranks both first. */
async function world() {
  const { database } = server();
  const { id: schoolId } = await addSchool(database, 'Home School');
  await database.owner.insertInto('seasonBooks').values({ schoolId, keepsBallots: true }).execute();
  const coach = await addPerson(database, { roles: { [schoolId]: 'admin' } });
  const { teams, students, tournaments, rounds, keptBallots, seasonBook } = callsAs(server(), coach);
  const add = async (name: string, student: string) => {
    const { id: teamId } = await teams.add({ schoolId, id: randomUUID(), name });
    return { teamId, studentId: (await students.add({ schoolId, id: randomUUID(), name: student, teamId })).id };
  };
  const [ann, bo] = [await add('Varsity', 'Ann'), await add('Reserves', 'Bo')];
  const tournamentId = randomUUID();
  await tournaments.add({ schoolId, id: tournamentId, name: 'Scrimmage', sheet: refOf(KENTUCKY) });
  const facts = { number: 1, side: 'p', opponent: '', outcome: 'played', caseId: null } as const;
  const between = { schoolId, tournamentId, teamId: ann.teamId, opponentTeamId: bo.teamId };
  const { id: p } = await rounds.add({ ...facts, ...between, id: randomUUID() });
  const found = (await seasonBook.season({ schoolId, season: seasonOf(new Date()) })).rounds;
  const pages = { p, d: found.find(({ sharedWith }) => sharedWith === p)!.id };
  for (const { id: roundId, version, side } of found) {
    const { studentId } = side === 'p' ? ann : bo;
    const parts = [{ part: 'open' as const, studentId, witnessId: null }];
    await rounds.setLineUp({ schoolId, roundId, version, parts });
  }
  const id = randomUUID();
  await keptBallots.keep({
    schoolId,
    id,
    roundId: p,
    number: 1,
    judge: '',
    source: 'typed',
    tabMargin: null,
    comments: {},
    ranks: { attorney: [ann.studentId, bo.studentId], witness: [] },
    scores: Object.fromEntries(cellsOf(KENTUCKY).map(({ key, max }) => [key, max])),
  });
  return (side: 'p' | 'd', mode = '') => open(`/season/rounds/${pages[side]}/ballots/${id}${mode}`, coach);
}

test('a saved ballot names the other team’s side', async () => {
  const show = await world();
  await show('p');
  const ranks = await screen.findByRole('region', { name: 'Ranks and comments' });
  expect(ranks.textContent).toMatch(/1st attorneyAnnD 1st attorneyBo$/);
  await show('d');
  expect((await screen.findByRole('region', { name: 'Ranks and comments' })).textContent).toMatch(
    /P 1st attorneyAnn1st attorneyBo$/,
  );
});

test('the form has each team’s ranks in its own fields', async () => {
  const show = await world();
  for (const [side, ours, others] of [
    ['p', 'Ann', 'Bo'],
    ['d', 'Bo', 'Ann'],
  ] as const) {
    await show(side, '?mode=edit');
    const chosen = async (name: string) => {
      const list = await screen.findByRole('group', { name, hidden: true });
      return within(list).getByLabelText<HTMLSelectElement>('1st').selectedOptions[0]?.text;
    };
    expect(await chosen('Attorneys')).toBe(ours);
    expect(await chosen('Attorneys of our other team')).toBe(others);
  }
});
