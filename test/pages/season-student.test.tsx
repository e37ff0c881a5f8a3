// The page of one student's season.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#web/server/query-client.ts';
import { callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON } from './played-season.ts';
import { refusal } from './refusal.ts';

const { server, open } = pageTests();

const textOf = async (table: string): Promise<string[][]> =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

const expectAnnsSeason = async () => {
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Abara' })).toBeDefined();
  const roles = await textOf('Scores by role');
  expect(roles.map((cells) => cells.slice(0, 4))).toEqual([
    ['Role', 'Scores', 'Mean', 'Median'],
    ['Opening', '8', '8.25', '8.0'],
    ['Direct as attorney', '8', '8.00', '8.0'],
    ['Cross as attorney', '8', '8.00', '8.0'],
  ]);
  // 10 against 7 once, 8 against 7 seven times; her own ballots have a mean of 7.5, or 7.57 with the 10.
  expect(roles[1]!.slice(4, 6)).toEqual(['+0.74', '+1.25']);
  expect(screen.getByText(/· overall 8\.08, the mean of the roles’ means$/)).toBeDefined();
  screen.getByText(
    /^(?:In no role do these scores yet tell Ann Abara apart from|Ann Abara scores (?:above|below)) the program’s average/,
  );
  const rounds = await textOf('Scores by round');
  expect(rounds).toHaveLength(5);
  expect(rounds[1]).toEqual([
    'Cedar Invitational, round 1 (P side)',
    'Opening 10, 8Direct 1 8, 8Cross 1 8, 8',
    '+0.80',
    '+1.50',
    '2nd attorney',
  ]);
  expect(rounds[2]!.at(-1)).toBe('–');
  const comment = screen.getByText('Clear theme.').closest('li')!;
  expect(comment.textContent).toBe('Opening, Cedar Invitational, round 1 (P side), judge 1Clear theme.');
  expect(screen.getByText(/After four rounds and eight judges, about \d+% of what Ann Abara’s scores/)).toBeDefined();
};

test('staff see a student’s parts, judge-relative scores, pickups, ranks and comments', async () => {
  const { staff, students } = await playedSeason(server().database);
  await open(`/season/students/${students[0]!.id}`, staff);
  await expectAnnsSeason();
  expect(screen.getByRole('link', { name: 'All students' })).toBeDefined();
});

test('staff change a student’s name, team, class and sign-in on the student’s own page', async () => {
  const { staff, students } = await playedSeason(server().database);
  await open(`/season/students/${students[0]!.id}`, staff);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Student (Ann Abara)' }));
  for (const label of ['Team', 'Class of', 'Signs in as']) dialog.getByLabelText(label);
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Ann Adebayo' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { level: 1, name: 'Ann Adebayo' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('each round is a link, and the roles are sorted by any column', async () => {
  const { staff, students } = await playedSeason(server().database);
  await open(`/season/students/${students[0]!.id}`, staff);
  const rounds = within(await screen.findByRole('table', { name: 'Scores by round' }));
  const link = rounds.getByRole('link', { name: 'Cedar Invitational, round 1 (P side)' });
  expect(link.getAttribute('href')).toMatch(/^\/season\/rounds\/[\da-f-]{36}$/);
  const roles = () => textOf('Scores by role').then(([, ...rows]) => rows.map(([role = '']) => role));
  const before = await roles();
  const sortBy = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }));
  sortBy('Role');
  expect(await roles()).toEqual(before.toSorted());
  sortBy('Role');
  expect(await roles()).toEqual(before.toSorted().toReversed());
  expect(screen.getByRole('columnheader', { name: 'Role' }).getAttribute('aria-sort')).toBe('descending');
  sortBy('Mean');
  expect((await roles())[0]).toBe('Opening');
  expect(screen.getByRole('columnheader', { name: 'Mean' }).getAttribute('aria-sort')).toBe('descending');
});

test('the student whose account it is sees the same figures', async () => {
  const { ann, students } = await playedSeason(server().database);
  await open(`/season/students/${students[0]!.id}`, ann);
  await expectAnnsSeason();
  expect(screen.queryByRole('link', { name: 'All students' })).toBeNull();
});

const NOBODY = '00000000-0000-4000-8000-000000000000';

test.each(['viewer', 'ann'] as const)('%s can’t see the scores of Ben', async (who) => {
  const world = await playedSeason(server().database);
  await open(`/season/students/${world.students[1]!.id}`, world[who]);
  expect(await screen.findByRole('heading', { name: 'Objection sustained' })).toBeDefined();
});

test('a viewer can’t see whether a student exists', async () => {
  const { viewer } = await playedSeason(server().database);
  await open(`/season/students/${NOBODY}`, viewer);
  expect(await screen.findByRole('heading', { name: 'Objection sustained' })).toBeDefined();
});

test('for staff, a student who doesn’t exist is not found', async () => {
  const { staff } = await playedSeason(server().database);
  await open(`/season/students/${NOBODY}`, staff);
  expect(await screen.findByText('The chosen school has no such student')).toBeDefined();
});

test('a student without scores has an empty card', async () => {
  const { staff, gia } = await playedSeason(server().database);
  await open(`/season/students/${gia.id}`, staff);
  expect(await screen.findByText(`No scores in ${SEASON} yet.`)).toBeDefined();
});

test('scores that fail to load are never an empty card', async () => {
  const { ann, students } = await playedSeason(server().database);
  await open(`/season/students/${students[0]!.id}`, {
    ...ann,
    between: (call) => (call === 'ownScores/inSchool' ? refusal() : undefined),
  });
  expect(await screen.findByText(/Couldn’t load your scores/)).toBeDefined();
  expect(screen.queryByText(/No scores in/)).toBeNull();
});

test('unsaved changes to a student stay when a colleague deletes the student, and Save says why it can’t', async () => {
  const { staff, schoolId, students } = await playedSeason(server().database);
  const { id } = students[0]!;
  await open(`/season/students/${id}?open=edit`, staff);
  await screen.findByRole('dialog', { name: 'Edit Student (Ann Abara)' });
  fireEvent.change(screen.getByLabelText('Class of'), { target: { value: '2031' } });
  await callsAs(server(), staff).students.remove({ schoolId, id });
  await queryClient.invalidateQueries();
  await screen.findByText('The chosen school has no such student');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Failed to update student: This no longer exists/);
  expect(screen.getByLabelText<HTMLInputElement>('Class of').value).toBe('2031');
});
