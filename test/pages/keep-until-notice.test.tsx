// The dashboard announces that the season book is about to be deleted.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#contract/words.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests, type Opening } from './open-page.tsx';

const { server, open } = pageTests();
const ANNOUNCED = /all rounds, line-ups and ballots of your school are deleted/;
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function openDashboard(role: Role, days: number, between?: Opening['between']) {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const person = await addPerson(database, { roles: { [id]: role } });
  await database.owner
    .insertInto('seasonBooks')
    .values({ schoolId: id, keepsBallots: true, keepUntil: dayIn(days) })
    .execute();
  await open('/', { ...person, ...(between && { between }) });
  return within(await screen.findByRole('region', { name: 'Teams' }));
}

test.each([
  ['primary', 20, true],
  ['admin', 20, true],
  ['primary', 40, false],
  ['viewer', 20, false],
] as const)(
  'the dashboard of a %s with %i days left announces the end of the season book: %s',
  async (role, days, is) => {
    const teams = await openDashboard(role, days);
    if (is) await screen.findByText(ANNOUNCED);
    await teams.findByText('Home School One');
    expect(screen.queryAllByText(ANNOUNCED)).toHaveLength(is ? 1 : 0);
    expect(screen.queryAllByRole('link', { name: 'Download or keep longer' })).toHaveLength(
      is && role === 'primary' ? 1 : 0,
    );
  },
);

test('the dashboard’s lists wait for the notice, which would push them down', async () => {
  const book = Promise.withResolvers<undefined>();
  const answered: string[] = [];
  const teams = await openDashboard('primary', 20, async (call, ask) => {
    if (call === 'seasonBook/ofSchool') return book.promise;
    const answer = await ask();
    answered.push(call);
    return answer;
  });
  await waitFor(() => expect(answered).toContain('teams/inSchool'));
  // Needs the teams.
  await screen.findByRole('link', { name: 'No rounds yet' });
  expect(teams.queryByText('Home School One')).toBeNull();
  book.resolve(undefined);
  await teams.findByText('Home School One');
  await screen.findByText(ANNOUNCED);
});
