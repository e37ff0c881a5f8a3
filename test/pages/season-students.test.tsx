// The Students page of a season: figures by role.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { router } from '#web/routes.tsx';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON } from './played-season.ts';
import { refusal } from './refusal.ts';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

const region = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const search = () => router.state.location.search as Record<string, unknown>;

test('each role says which students its scores tell apart, and draws each student with mean, interval and counts', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students', staff);
  const opening = within(await region('Opening'));
  expect(opening.getByText('Only one opener has scores, so there is nobody to compare.')).toBeDefined();
  const ann = opening.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Ann Abara'))!;
  expect(ann.textContent).toContain('Mean 8.25');
  expect(ann.textContent).toContain('8 scores · 4 rounds · 8 judges · nobody to compare with');
  expect(ann.textContent).toMatch(/Adjusted 0\.00, 90% interval −0\.\d\d to \+0\.\d\d\./);
  const direct = within(await region('Direct as attorney'));
  const ben = direct.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Ben Birch'))!;
  expect(ben.textContent).toMatch(/8 scores · 4 rounds · 8 judges · about \d+% of this is the student/);
  expect(direct.getByText(/These scores do not yet separate your directing attorneys\./)).toBeDefined();
  expect(screen.getByText(/the true figure is inside the 90% interval nine times out of ten/i)).toBeDefined();
  expect(screen.getByText(/4 rounds and 8 ballots\. 4 rounds are too few to estimate/)).toBeDefined();
});

test('paper shows tables in place of the pictures', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students', staff);
  const opening = within(await region('Opening'));
  expect(opening.queryByRole('table')).toBeNull();
  fireEvent(window, new Event('beforeprint'));
  const [, ann] = opening.getAllByRole('row').map(({ textContent }) => textContent);
  expect(ann).toMatch(/^Ann Abara8488.*8\.25/);
  expect(opening.queryByText('8 scores · 4 rounds · 8 judges', { exact: false })).toBeNull();
  fireEvent(window, new Event('afterprint'));
  expect(opening.queryByRole('table')).toBeNull();
});

test('graduates and students without a score are named', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students', staff);
  const direct = within(await region('Direct as attorney'));
  expect(direct.getAllByText('Ben Birch')[0]!.parentElement!.textContent).toBe('Ben BirchGraduate');
  expect(direct.getAllByText('Ann Abara')[0]!.parentElement!.textContent).toBe('Ann Abara');
  expect(screen.getByText('Students without a score this season (1)')).toBeDefined();
  expect(screen.getByText('Gia Garza')).toBeDefined();
  expect(screen.queryByText('Hugo Hollis')).toBeNull();
});

test('role, side and tournament are in the address, and filter the plain figures but not the adjusted ones', async () => {
  const { staff, tournaments } = await playedSeason(server().database);
  await open('/season/students?view=table', staff);
  const cells = async () => {
    const rows = within(await region('Opening')).getAllByRole('row');
    return [...rows[1]!.children].map(({ textContent }) => textContent);
  };
  const [, scores, , , , mean, , , adjusted] = await cells();
  expect([scores, mean]).toEqual(['8', '8.25']);
  choose('Role', 'opening');
  choose('Side', 'd');
  await waitFor(() => expect(search()).toEqual({ view: 'table', role: 'opening', side: 'd' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Closing' })).toBeNull());
  await waitFor(async () => expect((await cells())[1]).toBe('4'));
  expect((await cells())[5]).toBe('8.00');
  expect((await cells())[8]).toBe(adjusted);
  expect(
    screen.getByText(/^Plain means and counts are for: .*\. The adjusted figures always use the whole season\.$/),
  ).toBeDefined();
  choose('Tournament', tournaments[0]!);
  expect(
    await screen.findByText('No student has a score here. Choose another role, side or tournament.'),
  ).toBeDefined();
  expect(search()).toEqual({ view: 'table', role: 'opening', side: 'd', tournament: tournaments[0] });
});

test('an address shows the table in the order of the adjusted figures', async () => {
  const { staff } = await playedSeason(server().database);
  await open(`/season/students?season=${SEASON}&view=table&order=estimate&role=attorney-direct`, staff);
  const rows = within(await region('Direct as attorney'))
    .getAllByRole('row')
    .slice(1);
  const adjusted = rows.map((row) => Number(row.children[8]!.textContent.replace('−', '-')));
  expect(adjusted).toHaveLength(3);
  expect(adjusted).toEqual(adjusted.toSorted((one, other) => other - one));
});

test('a heading sorts the tables by its figure, the largest first, and then the smallest; the address remembers it', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students?view=table', staff);
  const direct = within(await region('Direct as attorney'));
  const means = () =>
    direct
      .getAllByRole('row')
      .slice(1)
      .map((row) => Number(row.children[5]!.textContent));
  const heading = () => direct.getByRole('columnheader', { name: 'Mean' });
  const down = means().toSorted((one, other) => other - one);
  expect(direct.getByRole('columnheader', { name: 'Student' }).getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(within(heading()).getByRole('button'));
  await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe('descending'));
  expect(means()).toEqual(down);
  expect(search()).toEqual({ view: 'table', order: 'mean' });
  fireEvent.click(within(heading()).getByRole('button'));
  await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe('ascending'));
  expect(means()).toEqual(down.toReversed());
  expect(search()).toEqual({ view: 'table', order: 'mean', reversed: true });
});

test('the filters of the other views are gone while the feedback cards show all scores, and are back afterwards', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students?role=opening&side=p', staff);
  await region('Opening');
  fireEvent.click(screen.getByRole('button', { name: 'Feedback cards' }));
  await screen.findByRole('button', { name: 'Print all students' });
  for (const filter of ['Role', 'Side', 'Tournament', 'Order']) expect(screen.queryByLabelText(filter)).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Season').value).toBe(SEASON);
  fireEvent.click(screen.getByRole('button', { name: 'Picture' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('opening'));
  expect(screen.getByLabelText<HTMLSelectElement>('Side').value).toBe('p');
});

test('the feedback cards of all scored students are printed in one go', async () => {
  const { staff } = await playedSeason(server().database);
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await open('/season/students?view=cards', staff);
  expect(await screen.findAllByRole('article')).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: 'Print all students' }));
  expect(print).toHaveBeenCalledOnce();
  print.mockRestore();
  // Hundreds of whole cards would make the page slow. Nothing comes into view here.
  const tables = () => screen.queryAllByRole('table', { name: 'Scores by role' });
  expect(tables()).toHaveLength(0);
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(tables()).toHaveLength(6);
  expect(screen.getAllByRole('article')).toHaveLength(6);
});

test('the file has the figures of the table', async () => {
  const { staff } = await playedSeason(server().database);
  const files: Blob[] = [];
  const before = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await open('/season/students?role=opening', staff);
  fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  const [head, line] = (await files[0]!.text()).split('\r\n');
  expect(head).toContain('Student,Role,Side,Scores,Rounds,Ballots,Judges,Mean');
  expect(line).toMatch(/^Ann Abara,Opening,Both,8,4,8,8,8\.25,8,1\.25,0?(?:\.\d+)?0?,?/);
  // A number below 0 stays a number.
  expect(line).toMatch(/,-0\.\d+,0\.\d+,0$/);
  Object.assign(URL, { createObjectURL: before.create, revokeObjectURL: before.revoke });
  click.mockRestore();
});

test('two students are compared in every role that both have, and the address names them', async () => {
  const { staff, students } = await playedSeason(server().database);
  const [ann, ben, , dan] = students.map(({ id }) => id) as [string, string, string, string];
  await open('/season/students', staff);
  const compare = within(await region('Compare two students'));
  choose('One student', ann);
  choose('The other student', ben);
  const sentences = () => compare.getAllByRole('listitem').map(({ textContent }) => textContent);
  await waitFor(() => expect(sentences()).toHaveLength(2));
  expect(sentences()[0]).toMatch(
    /^(?:Ann Abara|Ben Birch) (?:and (?:Ann Abara|Ben Birch): no clear difference|is probably better than (?:Ann Abara|Ben Birch)) in direct as attorney/,
  );
  expect(search()).toEqual({ one: ann, other: ben });
  // Nobody is compared with themselves.
  const others = [...screen.getByLabelText<HTMLSelectElement>('The other student').options].map(({ value }) => value);
  expect(others).not.toContain(ann);
  choose('The other student', dan);
  expect(await compare.findByText('These two students have no role in common on the same side.')).toBeDefined();
});

test('a student who is not among those with scores is compared with nobody, and no other one looks chosen', async () => {
  const { staff } = await playedSeason(server().database);
  await open('/season/students?one=00000000-0000-4000-8000-000000000000', staff);
  await region('Compare two students');
  const [chosen] = screen.getByLabelText<HTMLSelectElement>('One student').selectedOptions;
  expect(chosen!.text).toBe('Choose a student');
});

describe('on a phone', () => {
  const phone = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(max-width: 48em)', onchange: null });
  beforeEach(() => void vi.stubGlobal('matchMedia', phone));

  test('the page begins with a role that students were scored in', async () => {
    const { staff } = await playedSeason(server().database, { onSheet: () => KENTUCKY });
    await server().database.owner.deleteFrom('roundParts').where('part', '=', 'open').execute();
    await open('/season/students', staff);
    await region('Closing');
    expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('closing');
  });

  test('the other filters stay open while they are changed', async () => {
    const { staff } = await playedSeason(server().database);
    await open('/season/students', staff);
    const filters = (await screen.findByText('Side, tournament and order')).closest('details')!;
    fireEvent.click(filters.querySelector('summary')!);
    for (const side of ['p', '']) {
      choose('Side', side);
      await waitFor(() => expect(search()['side'] ?? '').toBe(side));
      await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Side').value).toBe(side));
      expect(filters.open).toBe(true);
    }
  });
});

test('a season without ballots says so', async () => {
  const { staff } = await playedSeason(server().database, { rounds: 0 });
  await open('/season/students', staff);
  expect(await screen.findByText(`No ballots in ${SEASON} yet`)).toBeDefined();
});

test('viewers are refused', async () => {
  const { viewer } = await playedSeason(server().database);
  await open('/season/students', viewer);
  expect(await screen.findByRole('heading', { name: 'Objection sustained' })).toBeDefined();
});

test('figures that fail to load are never an empty list', async () => {
  const { staff } = await playedSeason(server().database);
  let refused = true;
  await open('/season/students', {
    ...staff,
    between: (call) => (refused && call === 'metrics/season' ? refusal() : undefined),
  });
  expect(await screen.findByText(/Couldn’t load the students’ scores/)).toBeDefined();
  expect(screen.queryByText(/No ballots in/)).toBeNull();
  refused = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again: load the students’ scores' }));
  expect(await region('Opening')).toBeDefined();
});
