// What each edit of a sheet gives.
import { expect, test } from 'vitest';
import {
  addRow,
  addSection,
  moveRow,
  moveSection,
  startedFrom,
  withHeading,
  withNote,
  withRanks,
  withRole,
  withSide,
  withSource,
  withTieBreaker,
} from '#ballot/sheet/edit.ts';
import { begunWith, edited, redone, undone } from '#ballot/sheet/history.ts';
import { callingSide, isOfWitness } from '#ballot/sheet/role-numbers.ts';
import { CELL_ROLES, type CellRole, type Sheet, type SheetRow, type SheetSection } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { row, sheetOf } from './sheets.ts';

const section = (title: string | null, ...labels: string[]): SheetSection => ({ title, rows: labels.map(row) });
const SHEET = sheetOf([section(null, 'Opening', 'Motion'), section(null, 'Closing'), section(null, 'Reply')]);
/** `Opening Motion | Closing | Reply` */
const orderOf = ({ sections }: Sheet): string =>
  sections.map(({ rows }) => rows.map(({ label }) => label).join(' ')).join(' | ');

test('a copy says what it was made from, and its title is as long as a title can be', () => {
  const copy = startedFrom({ ...SHEET, version: 3, title: 'x'.repeat(80) }, 'copied');
  expect(copy).toMatchObject({ id: 'copied', version: 1, source: `Our own, from “${'x'.repeat(80)}”.` });
  expect(copy.title).toBe(`${'x'.repeat(73)} (copy)`);
});

test('a text is changed alone, and a blank note, tie breaker or heading is none', () => {
  expect(withSource(SHEET, 'Rule 4')).toEqual({ ...SHEET, source: 'Rule 4' });
  const full = withTieBreaker(withNote(SHEET, 'Be fair.'), 'the presider');
  expect(full).toEqual({ ...SHEET, note: 'Be fair.', tiesBrokenBy: 'the presider' });
  expect(withTieBreaker(withNote(full, '  '), ' ')).toEqual(SHEET);
  const headed = withHeading(SHEET, 1, 'Speeches');
  expect(headed.sections.map(({ title }) => title)).toEqual([null, 'Speeches', null]);
  expect(withHeading(headed, 1, ' ')).toEqual(SHEET);
});

test('a sheet of a try-out gets no second side', () => {
  expect(withSide(TRY_OUT, 'd', { short: 'D' })).toBe(TRY_OUT);
});

test('ranks are asked for once of each kind, and not at all with 0 places', () => {
  const asked = withRanks(withRanks(SHEET, 'attorney', 4, 'trial'), 'witness', 3, 'trial');
  expect(asked.ranks).toEqual([
    { of: 'attorney', places: 4, each: 'trial' },
    { of: 'witness', places: 3, each: 'trial' },
  ]);
  const changed = withRanks(asked, 'attorney', 2, 'side');
  expect(changed.ranks).toEqual([
    { of: 'witness', places: 3, each: 'trial' },
    { of: 'attorney', places: 2, each: 'side' },
  ]);
  expect(withRanks(changed, 'witness', 0, 'trial').ranks).toEqual([{ of: 'attorney', places: 2, each: 'side' }]);
});

const criterion = (side: 'p' | 'd', label: string, number = 1) => ({
  key: `${side}Score${number}`,
  label,
  role: 'criterion',
  number,
});
const both = { p: criterion('p', 'P New row'), d: criterion('d', 'D New row') };
const WIDE: SheetRow = { ...row('Motion'), min: 5, max: 20, weight: 3 };
const NOBODY: SheetRow = { ...row('Motion'), p: null, d: null };

test.each<[string, readonly SheetRow[], Partial<Sheet>, object]>([
  ['of both sides', [row('Opening')], {}, { min: 0, max: 10, weight: 1, ...both }],
  ['with the range before it', [row('Opening'), row('Closing'), WIDE], {}, { min: 5, max: 20, weight: 3, ...both }],
  ['of P', [row('Opening'), { ...WIDE, d: null }], {}, { min: 5, max: 20, weight: 3, p: both.p, d: null }],
  ['of D', [row('Opening'), { ...WIDE, p: null }], {}, { min: 5, max: 20, weight: 3, p: null, d: both.d }],
  ['of P after a row of nobody', [NOBODY], {}, { min: 0, max: 10, weight: 1, p: both.p, d: null }],
  ['on an empty sheet', [], {}, { min: 0, max: 10, weight: 1, ...both }],
  [
    'on an empty sheet of one side',
    [],
    { sides: TRY_OUT.sides },
    { min: 0, max: 10, weight: 1, p: criterion('p', 'Candidate New row'), d: null },
  ],
])('a row is added %s', (_, rows, facts, added) => {
  const sheet = { ...sheetOf([{ title: null, rows }, section(null)]), ...facts };
  const expected = { label: 'New row', ...added };
  expect(addRow(sheet, 0).sections[0]!.rows).toEqual([...rows, expected]);
  // A section without rows continues those before it.
  expect(addRow(sheet, 1).sections[1]!.rows).toEqual([expected]);
});

test('a second new row is the next of its role, with keys of its own', () => {
  const added = addRow(addRow(SHEET, 0), 2).sections[2]!.rows[1];
  expect(added).toMatchObject({ p: criterion('p', 'P New row 2', 2), d: criterion('d', 'D New row 2', 2) });
});

test('a section is added at the end, with one row', () => {
  const { sections } = addSection(SHEET);
  expect(sections.slice(0, 3)).toEqual(SHEET.sections);
  expect(sections.slice(3)).toEqual([
    { title: 'New section', rows: [expect.objectContaining({ label: 'New row', min: 0, max: 10 })] },
  ]);
});

test.each<[ReturnType<typeof moveSection>, string]>([
  [moveSection(SHEET, 0, 1), 'Closing | Opening Motion | Reply'],
  [moveSection(SHEET, 2, -1), 'Opening Motion | Reply | Closing'],
  [moveRow(SHEET, { section: 0, row: 0 }, 1), 'Motion Opening | Closing | Reply'],
  [moveRow(SHEET, { section: 0, row: 1 }, 1), 'Opening | Motion Closing | Reply'],
  [moveRow(SHEET, { section: 1, row: 0 }, -1), 'Opening Motion Closing |  | Reply'],
])('sections and rows are moved by one: %#', (moved, order) => {
  expect(orderOf(moved)).toBe(order);
});

test('what can’t be moved leaves the very same sheet, which is no step to undo', () => {
  const history = begunWith(SHEET);
  for (const same of [
    moveSection(SHEET, 0, -1),
    moveSection(SHEET, 2, 1),
    moveSection(SHEET, 3, -1),
    moveRow(SHEET, { section: 0, row: 0 }, -1),
    moveRow(SHEET, { section: 2, row: 0 }, 1),
    moveRow(SHEET, { section: 1, row: 1 }, -1),
  ]) {
    expect(same).toBe(SHEET);
    expect(edited(history, same)).toBe(history);
  }
});

test('what was undone and done again can be undone again', () => {
  const history = edited(edited(begunWith(SHEET), addSection(SHEET)), TRY_OUT);
  expect(undone(redone(undone(history)))).toEqual(undone(history));
});

test('scores of witnesses are about a witness of their own side, but a cross', () => {
  expect(CELL_ROLES.filter(isOfWitness)).toEqual([
    'attorney-direct',
    'attorney-cross',
    'witness-direct',
    'witness-cross',
    'witness',
  ]);
  expect(CELL_ROLES.filter((role) => callingSide('p', role) === 'd')).toEqual(['attorney-cross']);
  expect(CELL_ROLES.filter((role) => callingSide('d', role) === 'p')).toEqual(['attorney-cross']);
});

type Scored = [role: CellRole, number: number] | null;
const scoredRow = (label: string, p: Scored, d: Scored): SheetRow => {
  const like = row(label);
  const of = (side: 'p' | 'd', scored: Scored) => scored && { ...like[side]!, role: scored[0], number: scored[1] };
  return { ...like, p: of('p', p), d: of('d', d) };
};

test.each<[string, SheetRow[], side: 'p' | 'd', role: CellRole, number: number]>([
  ['the witness of another row', [scoredRow('Direct', ['witness', 4], null)], 'p', 'attorney-direct', 4],
  ['the witness whom the other side crosses', [scoredRow('Cross', null, ['attorney-cross', 4])], 'p', 'witness', 4],
  ['the witness of the other side', [scoredRow('Direct', ['witness', 4], null)], 'd', 'attorney-cross', 4],
  ['no witness of the other side', [scoredRow('Direct', ['witness', 4], null)], 'd', 'witness', 1],
  ['no score that is about no witness', [scoredRow('Opening', ['opening', 4], null)], 'p', 'witness', 1],
  ['the next of its role', [scoredRow('Direct', ['witness', 4], ['opening', 1])], 'd', 'opening', 2],
  ['no witness, as an opening', [scoredRow('Direct', ['witness', 4], null)], 'p', 'opening', 1],
  ['a number that is free', [scoredRow('Direct', ['opening', 2], ['opening', 1])], 'p', 'opening', 1],
])('what a side is scored for is about %s', (_, others, side, role, number) => {
  const elsewhere = scoredRow('Elsewhere', ['witness', 9], ['witness', 9]);
  const sheet = sheetOf([
    { title: null, rows: [elsewhere] },
    { title: null, rows: [...others, NOBODY] },
  ]);
  const changed = withRole(sheet, { section: 1, row: others.length }, side, role);
  expect(changed.sections[1]!.rows.at(-1)![side]).toMatchObject({ role, number });
});

test('a score follows the other side of its row, not what it was itself', () => {
  const at = { section: 0, row: 0 };
  const only = sheetOf([{ title: null, rows: [scoredRow('Cross', ['witness', 4], null)] }]);
  expect(withRole(only, at, 'd', 'attorney-cross').sections[0]!.rows[0]!.d?.number).toBe(4);
  expect(withRole(only, at, 'p', 'witness-cross').sections[0]!.rows[0]!.p?.number).toBe(1);
});
