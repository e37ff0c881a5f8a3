// Edits of a sheet. Each returns a new sheet; keys and the labels of columns follow by themselves.
import type { Side } from '../form.ts';
import { withColumnLabels } from './column-labels.ts';
import { MAX_TITLE } from './problems.ts';
import { nextNumber, witnessNumber } from './role-numbers.ts';
import {
  rowsOf,
  type CellRole,
  type Place,
  type Sheet,
  type SheetCell,
  type SheetRow,
  type SheetSection,
  type SheetSide,
} from './sheet.ts';

/** Up or down. */
export type Step = -1 | 1;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
const replaced = <One>(list: readonly One[], index: number, edit: (one: One) => One): One[] =>
  list.map((one, at) => (at === index ? edit(one) : one));
const without = <One>(list: readonly One[], index: number): One[] => list.filter((_, at) => at !== index);

const withSections = (sheet: Sheet, sections: readonly SheetSection[]): Sheet =>
  withColumnLabels({ ...sheet, sections });
const withRows = (sheet: Sheet, index: number, edit: (rows: readonly SheetRow[]) => readonly SheetRow[]): Sheet =>
  withSections(
    sheet,
    replaced(sheet.sections, index, (section) => ({ ...section, rows: edit(section.rows) })),
  );
const withRow = (sheet: Sheet, { section, row }: Place, edit: (row: SheetRow) => SheetRow): Sheet =>
  withRows(sheet, section, (rows) => replaced(rows, row, edit));

/** A new sheet that starts as a copy of another one. */
export const startedFrom = (base: Sheet, id: string): Sheet =>
  withColumnLabels({
    ...base,
    id,
    version: 1,
    title: `${base.title.slice(0, MAX_TITLE - 7)} (copy)`,
    source: `Our own, from “${base.title}”.`,
  });

/** Texts may be empty while somebody types; `problems.ts` says what is missing. */
export const withTitle = (sheet: Sheet, title: string): Sheet => ({ ...sheet, title });
export const withSource = (sheet: Sheet, source: string): Sheet => ({ ...sheet, source });
export const withNote = (sheet: Sheet, note: string): Sheet => ({ ...sheet, note: orNull(note) });
export const withTieBreaker = (sheet: Sheet, who: string): Sheet => ({ ...sheet, tiesBrokenBy: orNull(who) });
/** A sheet with one side stays as it is when the other one is named. */
export const withSide = (sheet: Sheet, side: Side, names: Partial<SheetSide>): Sheet => {
  const present = sheet.sides[side];
  if (present === null) return sheet;
  return withColumnLabels({ ...sheet, sides: { ...sheet.sides, [side]: { ...present, ...names } } });
};

type Ranks = Sheet['ranks'][number];
/** With 0 places, the judge isn't asked for these ranks. */
export function withRanks(sheet: Sheet, of: Ranks['of'], places: number, each: Ranks['each']): Sheet {
  const others = sheet.ranks.filter((rank) => rank.of !== of);
  return { ...sheet, ranks: places === 0 ? others : [...others, { of, places, each }] };
}

/** A key that no score of the sheet has. Scores never change their keys. */
function freeKey(sheet: Sheet, side: Side): string {
  const taken = new Set(rowsOf(sheet).flatMap(({ p, d }) => [p?.key.toLowerCase(), d?.key.toLowerCase()]));
  let number = 1;
  while (taken.has(`${side}score${number}`)) number += 1;
  return `${side}Score${number}`;
}

function newRow(sheet: Sheet, like: SheetRow | undefined): SheetRow {
  const { min, max, weight, p, d } = like ?? { min: 0, max: 10, weight: 1, p: true, d: sheet.sides.d };
  const cell = (side: Side): SheetCell => ({
    key: freeKey(sheet, side),
    label: '',
    role: 'criterion',
    number: nextNumber(sheet, side, 'criterion'),
  });
  return { label: 'New row', min, max, weight, p: p || !d ? cell('p') : null, d: d ? cell('d') : null };
}

/** A row at the end of the section, with the range and the sides of the row before it. */
export const addRow = (sheet: Sheet, section: number): Sheet =>
  withRows(sheet, section, (rows) => [...rows, newRow(sheet, rows.at(-1) ?? rowsOf(sheet).at(-1))]);
/** A section at the end, with one row. */
export const addSection = (sheet: Sheet): Sheet =>
  addRow({ ...sheet, sections: [...sheet.sections, { title: 'New section', rows: [] }] }, sheet.sections.length);

export const removeRow = (sheet: Sheet, { section, row }: Place): Sheet =>
  withRows(sheet, section, (rows) => without(rows, row));
export const removeSection = (sheet: Sheet, section: number): Sheet =>
  withSections(sheet, without(sheet.sections, section));

/** With an empty title, the section has no heading. */
export const withHeading = (sheet: Sheet, section: number, title: string): Sheet =>
  withSections(
    sheet,
    replaced(sheet.sections, section, (before) => ({ ...before, title: orNull(title) })),
  );
export const withRowFacts = (
  sheet: Sheet,
  place: Place,
  facts: Partial<Pick<SheetRow, 'label' | 'min' | 'max' | 'weight'>>,
): Sheet => withRow(sheet, place, (row) => ({ ...row, ...facts }));

/** What the side is scored for in the row. Null: it isn't scored there. */
export function withRole(sheet: Sheet, place: Place, side: Side, role: CellRole | null): Sheet {
  return withRow(sheet, place, (row) => {
    if (role === null) return { ...row, [side]: null };
    const { key = freeKey(sheet, side), label = '' } = row[side] ?? {};
    const number = witnessNumber(sheet, place, side, role) ?? nextNumber(sheet, side, role);
    return { ...row, [side]: { key, label, role, number } };
  });
}
/** Which witness the score is about. */
export const withWitness = (sheet: Sheet, place: Place, side: Side, number: number): Sheet =>
  withRow(sheet, place, (row) => ({ ...row, [side]: row[side] && { ...row[side], number } }));

/** The first section can’t move up and the last one can’t move down: the sheet stays as it is. */
export function moveSection(sheet: Sheet, from: number, step: Step): Sheet {
  const moved = sheet.sections[from];
  const to = from + step;
  if (moved === undefined || to < 0 || to >= sheet.sections.length) return sheet;
  return withSections(sheet, without(sheet.sections, from).toSpliced(to, 0, moved));
}

/**
 * Where a row is after a move: the first row of a section becomes the last one of the section before it. Null: it can't
 * move.
 */
export function placeAfter({ sections }: Sheet, { section, row }: Place, step: Step): Place | null {
  if (sections[section]?.rows[row + step] !== undefined) return { section, row: row + step };
  const other = sections[section + step];
  if (other === undefined) return null;
  return { section: section + step, row: step === 1 ? 0 : other.rows.length };
}
/** Also into the section before or after; a row that can’t move (`placeAfter`) leaves the sheet as it is. */
export function moveRow(sheet: Sheet, from: Place, step: Step): Sheet {
  const moved = sheet.sections[from.section]?.rows[from.row];
  const to = placeAfter(sheet, from, step);
  if (moved === undefined || to === null) return sheet;
  return withRows(removeRow(sheet, from), to.section, (rows) => rows.toSpliced(to.row, 0, moved));
}
