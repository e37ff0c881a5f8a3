// A line-up, evaluated by the season's scores.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PARTS } from '#metrics/scores.ts';
import { router } from '#web/routes.tsx';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON } from './played-season.ts';
import { refusal } from './refusal.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

const lineUp = () => screen.findByRole('region', { name: 'Your line-up' });
/** Without the figures, which come after a colon. */
const chosen = (part: string) => screen.getByLabelText<HTMLSelectElement>(part).selectedOptions[0]!.text.split(':')[0];
/** An option of a part, with or without figures. */
const named = (name: string) => (option: string) => option === name || option.startsWith(`${name}:`);
const choose = async (label: string, option: string) => {
  const select = screen.getByLabelText(label);
  const { value } = await within(select).findByRole<HTMLOptionElement>('option', { name: named(option) });
  fireEvent.change(select, { target: { value } });
};
const search = () => router.state.location.search as Record<string, string>;

test('a line-up starts from a round and is evaluated with its uncertainty, its load and what is still missing', async () => {
  const { staff, students } = await playedSeason(server().database);
  await open('/season/line-up', staff);
  await lineUp();
  await choose('Start from a line-up', 'Cedar Invitational, round 1, Home School One');
  await waitFor(() => expect(chosen('Cross 3')).toBe('Cleo Cheng'));
  expect(chosen('Start from a line-up')).toBe('Cedar Invitational, round 1, Home School One');
  expect(search()['one']?.split('.')).toHaveLength(PARTS.length);
  expect(search()['one']?.split('.')[0]).toBe(students[0]!.id);
  const verdict = within(await screen.findByRole('region', { name: 'What the scores say' }));
  const strength = await verdict.findByText(/on one ballot against your average student in every part/);
  expect(strength.closest('[role=status]'), 'a screen reader says it').not.toBeNull();
  expect(strength.textContent).toMatch(
    /^This line-up: [+−]?\d\.\d points on one ballot .* \(90% interval −\d\.\d to \+\d\.\d\)\. These scores can’t yet tell it from average\.$/,
  );
  const rows = (await verdict.findAllByRole('row')).map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows[1]).toEqual([
    'Ann Abara',
    'Opening, Direct 1, Cross 1',
    '3',
    'closing, direct as witness, cross as witness',
  ]);
  expect(rows).toHaveLength(7);
  expect(chosen('Sort by')).toBe('As listed');
  await choose('Opening', 'Nobody yet');
  await waitFor(() => expect(chosen('Start from a line-up')).toBe('Choose a line-up'));
  expect(await verdict.findByText('Nobody has these parts yet: opening.')).toBeDefined();
  await choose('Closing', 'Gia Garza');
  expect(await verdict.findByText('7 people are named. A side has 6.')).toBeDefined();
});

test('each part shows what the scores say about its student, and the page shows what differs from the last line-up', async () => {
  const { staff, students } = await playedSeason(server().database);
  await open(`/season/line-up?one=${students[0]!.id}..........`, staff);
  await lineUp();
  const opening = screen.getByLabelText('Opening');
  const about = () => document.querySelector(`[id="${opening.getAttribute('aria-describedby')}"]`)?.textContent;
  await waitFor(() => expect(about()).toMatch(/^[+−]?\d\.\d\d \([+−]?\d\.\d\d to [+−]?\d\.\d\d\)$/));
  const offered = (label: string, name: string) =>
    within(screen.getByLabelText(label)).getByRole('option', { name: named(name) }).textContent;
  expect(offered('Opening', 'Ann Abara')).toBe(`Ann Abara: \u200e${about()}`);
  expect(offered('Closing', 'Ann Abara')).toBe('Ann Abara: \u200enot scored on this side');
  expect(offered('Witness 1', 'Ann Abara')).toBe(
    'Ann Abara: \u200edirect not scored on this side, cross not scored on this side',
  );
  const since = within(await screen.findByRole('region', { name: 'Since the last line-up' }));
  expect(await since.findByText(/(?:no clear difference|is probably better than)/)).toBeDefined();
  expect(since.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
    'Closing: nobody in place of Cleo Cheng',
  );
  await choose('Start from a line-up', 'Cedar Invitational, round 1, Home School One');
  await since.findByText(/^(?:The same as in|This line-up|the one of) /);
});

test('an empty line-up gets no evaluation', async () => {
  const { staff } = await playedSeason(server().database);
  const { promise: weighed, resolve: weigh } = Promise.withResolvers<void>();
  let asked = 0;
  const between = async (call: string) => {
    if (call === 'metrics/lineUp' && (asked += 1) > 1) await weighed;
    return undefined;
  };
  await open('/season/line-up', { ...staff, between });
  await screen.findByText('Choose people above to see what the scores say about them.');
  await choose('Opening', 'Gia Garza');
  const load = within(await screen.findByRole('table', { name: 'Who does what' }));
  expect(load.getAllByRole('cell').at(-1)?.textContent).toBe('…');
  expect(screen.queryByText(/on one ballot/)).toBeNull();
  weigh();
  expect(await screen.findByText(/on one ballot/)).toBeDefined();
  expect(load.getAllByRole('cell').at(-1)?.textContent).toMatch(/^(?:nothing|opening)/);
});

test('an archived student is not offered, even if the address names them', async () => {
  const { staff, hugo } = await playedSeason(server().database);
  await open(`/season/line-up?one=${hugo.id}..........`, staff);
  await lineUp();
  expect(chosen('Opening')).toBe('Nobody yet');
  expect(screen.queryByRole('option', { name: named('Hugo Hollis') })).toBeNull();
  expect(screen.getAllByRole('option', { name: named('Gia Garza') })).toHaveLength(PARTS.length);
});

test('two line-ups that scores can’t tell apart have no clear difference', async () => {
  const { staff, students } = await playedSeason(server().database);
  const [ann, ben] = [students[0]!, students[1]!];
  await open(`/season/line-up?side=d&one=..${ann.id}........&other=..${ben.id}........`, staff);
  expect(await screen.findByText(/^Line-up A and Line-up B: no clear difference\./)).toBeDefined();
  expect(screen.getByRole('region', { name: 'Line-up B' })).toBeDefined();
  const namesIn = (table: string) =>
    within(screen.getByRole('table', { name: table }))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(namesIn('Who does what in line-up A')).toEqual(['Ann Abara']);
  expect(namesIn('Who does what in line-up B')).toEqual(['Ben Birch']);
  expect(screen.getAllByText(/^Nobody has these parts yet:/)).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Stop comparing' }));
  await lineUp();
  expect(search()).toEqual({ side: 'd', one: `..${ann.id}........` });
});

test('a line-up that is compared with itself is the same', async () => {
  const { staff, students } = await playedSeason(server().database);
  await open(`/season/line-up?one=..${students[0]!.id}........`, staff);
  fireEvent.click(await screen.findByRole('button', { name: 'Compare with another line-up' }));
  expect(await screen.findByText('Both line-ups are the same.')).toBeDefined();
});

test('a part names the students about whom the scores say least, those who never had it first', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/line-up', staff);
  await lineUp();
  await choose('Part', 'Closing');
  const tries = within(await screen.findByRole('region', { name: 'Whom to try' }));
  expect(await tries.findByRole('heading', { name: 'Closing' })).toBeDefined();
  const names = tries.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names[0]).toBe('Ann Abara: never scored in closing');
  expect(names.some((name) => name.startsWith('Cleo Cheng'))).toBe(false);
  // Ben has graduated: he is marked, and isn't suggested for a practice round.
  expect(screen.getAllByRole('option', { name: named('Ben Birch (graduate)') })).toHaveLength(PARTS.length);
  expect(names.some((name) => name.startsWith('Ben Birch'))).toBe(false);
  expect(search()['part']).toBe('close');
});

test('a printed line-up names the season and the side, and leaves out their fields', async () => {
  const { staff } = await playedSeason(server().database);
  await open(`/season/line-up?season=${SEASON}&side=d`, staff);
  await lineUp();
  expect(screen.getByText(`${SEASON} · D side`).className).toContain('paper-only');
});

test('a line-up that can’t be evaluated says so', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/line-up', { ...staff, between: (call) => (call === 'metrics/lineUp' ? refusal() : undefined) });
  expect(await screen.findByText(/Couldn’t load what the scores say about this line-up/)).toBeDefined();
});

test('viewers are refused', async () => {
  const { viewer } = await playedSeason(server().database);
  await open('/season/line-up', viewer);
  expect(await screen.findByRole('heading', { name: 'Objection sustained' })).toBeDefined();
});
