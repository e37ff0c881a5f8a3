// The figures of a season whose ballots are on another score sheet than the college form, or on several.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { OTHER_SCALES } from '#metrics/sentences.ts';
import { router } from '#web/routes.tsx';
import SharedCard, { readSharedCard } from '#web/pages/season/shared-card/page.tsx';
import { callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON } from './played-season.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

/** Four rounds on the college form, and then two on Kentucky's. */
const twoSheets = () =>
  playedSeason(server().database, { rounds: 6, onSheet: (round) => (round < 4 ? COLLEGE_28 : KENTUCKY) });
const onlyKentucky = () => playedSeason(server().database, { onSheet: () => KENTUCKY });

const search = () => router.state.location.search as Record<string, unknown>;
const region = (name: string) => screen.findByRole('region', { name });
const choice = () => screen.findByLabelText<HTMLSelectElement>('Score sheet');
const note = () => screen.queryByText((text) => text.endsWith(OTHER_SCALES));
const factsOf = async (role: string, student: string) =>
  within(await region(role))
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(student))!.textContent;

test('each sheet of a season has its own figures, the one with the most ballots first, and the address can name another', async () => {
  const { staff, students } = await twoSheets();
  const [ann, ben] = students.map(({ id }) => id) as [string, string];
  await open('/season/students', staff);
  expect(await factsOf('Opening', 'Ann Abara')).toContain('8 scores · 4 rounds · 8 judges');
  expect([...(await choice()).options].map(({ text }) => text)).toEqual([COLLEGE_28.title, KENTUCKY.title]);
  expect((await choice()).value).toBe(COLLEGE_28.id);
  expect(await region('Direct as witness')).toBeDefined();
  expect(note()).toBeNull();

  fireEvent.change(await choice(), { target: { value: KENTUCKY.id } });
  // Its own scale is from 1 to 10.
  await waitFor(async () => expect(await factsOf('Opening', 'Ann Abara')).toContain('Mean 8.00'));
  expect(await factsOf('Opening', 'Ann Abara')).toContain('4 scores · 2 rounds · 4 judges');
  expect(search()).toEqual({ sheet: KENTUCKY.id });
  expect((await choice()).value).toBe(KENTUCKY.id);
  expect(await region('Witness')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Direct as witness' })).toBeNull();
  expect(note()).not.toBeNull();

  fireEvent.change(screen.getByLabelText('One student'), { target: { value: ann } });
  fireEvent.change(screen.getByLabelText('The other student'), { target: { value: ben } });
  const compare = within(await region('Compare two students'));
  expect((await compare.findAllByRole('listitem')).length).toBeGreaterThan(0);
  expect(search()).toEqual({ sheet: KENTUCKY.id, one: ann, other: ben });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  for (const page of [`/season/students/${ann}`, '/season/line-up', '/season/witnesses'])
    expect(links.some((href) => href?.startsWith(page) && href.includes('sheet=kentucky'))).toBe(true);
});

/** The first cells of the rows of a card's tables, and whether it says that the estimates were measured on another sheet. */
const cardOf = (name: string) => {
  const card = within(screen.getByRole('article', { name }));
  const rows = (table: string) =>
    within(card.getByRole('table', { name: table }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent));
  return {
    roles: rows('Scores by role'),
    rounds: rows('Scores by round').map(([round]) => round!.split(',')[1]),
    adjusted: card.getAllByText(/^Adjusted \S+, 90% interval /).length,
    hasNote: card.queryByText((text) => text.endsWith(OTHER_SCALES)) !== null,
  };
};
const expectBothCards = () => {
  expect(cardOf(COLLEGE_28.title)).toEqual({
    roles: [
      ['Opening', '8', '8.25'],
      ['Direct as attorney', '8', '8.00'],
      ['Cross as attorney', '8', '8.00'],
    ],
    rounds: [1, 3, 2, 4].map((number) => ` round ${number} (${number % 2 === 1 ? 'P' : 'D'} side)`),
    adjusted: 3,
    hasNote: false,
  });
  expect(cardOf(KENTUCKY.title)).toEqual({
    roles: [
      ['Opening', '4', '8.00'],
      ['Direct as attorney', '4', '8.00'],
      ['Cross as attorney', '4', '8.00'],
    ],
    rounds: [' round 5 (P side)', ' round 6 (D side)'],
    adjusted: 3,
    hasNote: true,
  });
};

test('a student’s own page shows each sheet on its own, in its own points', async () => {
  const { ann, students } = await twoSheets();
  await open(`/season/students/${students[0]!.id}`, ann);
  await screen.findByRole('article', { name: KENTUCKY.title });
  await screen.findByRole('article', { name: COLLEGE_28.title });
  expectBothCards();
});

test('a card from a link shows each sheet on its own, in its own points', async () => {
  const { staff, schoolId, students } = await twoSheets();
  await server().database.owner.updateTable('seasonBooks').set({ sharesCards: true }).execute();
  const link = { schoolId, studentId: students[0]!.id, season: SEASON, days: '7' } as const;
  const { token } = await callsAs(server(), staff).studentLinks.make(link);
  // The network goes to this server.
  await open('/privacy-and-security');
  location.hash = `#${token}`;
  const { unmount } = render(<SharedCard />);
  await readSharedCard();
  await screen.findByRole('article', { name: KENTUCKY.title });
  expectBothCards();
  unmount();
});

test('a student with scores on one other sheet sees how far its figures can be trusted', async () => {
  const { ann, students } = await onlyKentucky();
  await open(`/season/students/${students[0]!.id}`, ann);
  const card = within(await screen.findByRole('article', { name: 'Ann Abara' }));
  expect(card.getByText((text) => text.endsWith(OTHER_SCALES))).toBeDefined();
  expect(card.queryByText(KENTUCKY.title)).toBeNull();
});

test('an address with a sheet shows its figures on every page', async () => {
  const { staff, students } = await twoSheets();
  await open(`/season/students/${students[0]!.id}?sheet=kentucky`, staff);
  const roles = within(await screen.findByRole('table', { name: 'Scores by role' })).getAllByRole('row');
  expect(roles.slice(1).map((row) => [...row.children].slice(0, 3).map(({ textContent }) => textContent))).toEqual([
    ['Opening', '4', '8.00'],
    ['Direct as attorney', '4', '8.00'],
    ['Cross as attorney', '4', '8.00'],
  ]);
  expect((await choice()).value).toBe(KENTUCKY.id);
  expect(note()).not.toBeNull();
  fireEvent.change(await choice(), { target: { value: COLLEGE_28.id } });
  await waitFor(() => expect(screen.getByRole('row', { name: /^Opening 8 8\.25/ })).toBeDefined());
  expect(note()).toBeNull();

  await open('/season/line-up?sheet=kentucky', staff);
  const witness = within(await region('Your line-up')).getByLabelText<HTMLSelectElement>('Witness 1');
  await waitFor(() =>
    expect([...witness.options].map(({ text }) => text)).toContain('Ann Abara: \u200enot scored on this side'),
  );
  expect(note()).not.toBeNull();
});

test('a sheet that the season doesn’t have, or that can’t be one, shows the sheet with most ballots', async () => {
  const { staff } = await twoSheets();
  await open('/season/students?sheet=missouri', staff);
  expect((await choice()).value).toBe(COLLEGE_28.id);
  await open('/season/students?sheet=..%2F', staff);
  expect(await factsOf('Opening', 'Ann Abara')).toContain('8 scores · 4 rounds · 8 judges');
});

test('a season on one other sheet has figures by what that sheet scores, and nothing to choose', async () => {
  const { staff } = await onlyKentucky();
  await open('/season/students', staff);
  expect(await factsOf('Opening', 'Ann Abara')).toContain('Mean 8.25');
  expect(await factsOf('Witness', 'Dan Dorsey')).toContain('Mean 8.00');
  expect(screen.queryByLabelText('Score sheet')).toBeNull();
  expect(note()).not.toBeNull();
  const roles = [...screen.getByLabelText<HTMLSelectElement>('Role').options].map(({ text }) => text);
  expect(roles).toEqual(['All roles', 'Opening', 'Closing', 'Direct as attorney', 'Cross as attorney', 'Witness']);

  await open('/season/witnesses', staff);
  const row = (await screen.findByRole('rowheader', { name: 'Dr. Reyes' })).parentElement!;
  // On a scale of ten points, 8 and 7 of 1 to 10 are 10/9 apart.
  expect([...row.children].map(({ textContent }) => textContent).slice(3)).toEqual(['4', '4', '0', '+1.11']);
  // The page doesn't mention the four scores that a witness has on the college form.
  expect(screen.getByText(/while a witness is on the stand: one side is scored for the direct/)).toBeDefined();
  expect(note()).not.toBeNull();
});

test('a season on the college form has no sheets to choose from', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students', staff);
  expect(await factsOf('Opening', 'Ann Abara')).toContain('Mean 8.25');
  expect(screen.queryByLabelText('Score sheet')).toBeNull();
  expect(note()).toBeNull();
});

test('the line-up page has the sheet’s parts of each side', async () => {
  const { staff, students } = await playedSeason(server().database, { onSheet: () => CALIFORNIA });
  await open(`/season/line-up?one=${'.'.repeat(10)}.clerk-${students[0]!.id}`, staff);
  const clerk = await screen.findByLabelText<HTMLSelectElement>('Clerk');
  await waitFor(() => expect(clerk.selectedOptions[0]?.text).toBe('Ann Abara: \u200enot scored on this side'));
  for (const part of ['Pretrial motion', 'Direct 4', 'Cross 4', 'Witness 4'])
    expect(screen.getByLabelText(part)).toBeDefined();
  expect(screen.queryByLabelText('Bailiff')).toBeNull();
  expect(
    await screen.findByText(/^Nobody has these parts yet: pretrial motion, opening, direct 1, .*witness 4\.$/),
  ).toBeDefined();
  fireEvent.change(screen.getByLabelText('Side'), { target: { value: 'd' } });
  expect(await screen.findByLabelText('Bailiff')).toBeDefined();
  expect(screen.queryByLabelText('Clerk')).toBeNull();
});
