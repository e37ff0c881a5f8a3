// Edits of a sheet: whatever a person does, keys and columns stay unique, and every step can be undone.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import {
  addRow,
  addSection,
  moveRow,
  moveSection,
  placeAfter,
  removeRow,
  removeSection,
  startedFrom,
  withHeading,
  withRanks,
  withRole,
  withRowFacts,
  withSide,
  withTitle,
  withWitness,
} from '#ballot/sheet/edit.ts';
import { begunWith, edited, redone, undone } from '#ballot/sheet/history.ts';
import { problemsOf } from '#ballot/sheet/problems.ts';
import { cellsOf, CELL_ROLES, keysOf, type Place, type Sheet } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { anySheet, row, sheetOf } from './sheets.ts';

const ID = '00000000-0000-4000-8000-000000000000';
type Edit = { does: (sheet: Sheet) => Sheet; field?: string };

const index = fc.nat(6);
const step = fc.constantFrom(-1 as const, 1 as const);
const side = fc.constantFrom('p' as const, 'd' as const);
const place: fc.Arbitrary<Place> = fc.record({ section: index, row: index });
/** Names that often are the same but for upper and lower case, are long, or blank. */
const text = fc.oneof(
  fc.constantFrom('Direct', 'direct', 'P Total', ' ', 'Case', 'a name that is much longer than a column can be'),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
);
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  text.map((title): Edit => ({ does: (sheet) => withTitle(sheet, title), field: 'title' })),
  index.map((section): Edit => ({ does: (sheet) => addRow(sheet, Math.min(section, sheet.sections.length - 1)) })),
  fc.constant({ does: addSection }),
  place.map((at): Edit => ({ does: (sheet) => removeRow(sheet, at) })),
  index.map((section): Edit => ({ does: (sheet) => removeSection(sheet, section) })),
  fc.tuple(place, step).map(([at, by]): Edit => ({ does: (sheet) => moveRow(sheet, at, by) })),
  fc.tuple(index, step).map(([at, by]): Edit => ({ does: (sheet) => moveSection(sheet, at, by) })),
  fc
    .tuple(index, text)
    .map(([at, title]): Edit => ({ does: (sheet) => withHeading(sheet, at, title), field: `heading ${at}` })),
  fc.tuple(place, text).map(([at, label]): Edit => ({ does: (sheet) => withRowFacts(sheet, at, { label }) })),
  fc
    .tuple(place, side, fc.constantFrom(null, ...CELL_ROLES))
    .map(([at, of, role]): Edit => ({ does: (sheet) => (sheet.sides[of] ? withRole(sheet, at, of, role) : sheet) })),
  fc
    .tuple(place, side, fc.integer({ min: 1, max: 9 }))
    .map(([at, of, number]): Edit => ({ does: (sheet) => withWitness(sheet, at, of, number) })),
  fc.tuple(side, text).map(([of, short]): Edit => ({ does: (sheet) => withSide(sheet, of, { short }) })),
  fc.nat(10).map((places): Edit => ({ does: (sheet) => withRanks(sheet, 'witness', places, 'side') })),
);
const anyEdits = fc.array(anyEdit, { maxLength: 30 });
const anyStart = fc.oneof(
  anySheet,
  fc.constantFrom(...BUILT_IN).map((sheet) => startedFrom(sheet, ID)),
);

test('after any edits, no two scores have one key or one column', () => {
  fc.assert(
    fc.property(anyStart, anyEdits, (start, edits) => {
      const sheet = edits.reduce((before, { does }) => does(before), start);
      const keys = cellsOf(sheet).map(({ key }) => key.toLowerCase());
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keysOf(sheet)) expect(key).toMatch(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/);
      const columns = cellsOf(sheet).map(({ label }) => label);
      expect(new Set(columns.map((column) => column.toLowerCase())).size).toBe(columns.length);
      for (const column of columns) {
        expect(column.length).toBeLessThanOrEqual(40);
        expect(column.trim()).toBe(column);
        expect(column).not.toBe('');
        expect(column.isWellFormed()).toBe(true);
      }
      // A side may be called like another column, which only its name can change.
      const named = problemsOf(sheet).filter(({ message }) => /^(?:Two scores|The key)/.test(message));
      expect(named).toEqual([]);
    }),
  );
});

test('undoing all edits gives the first sheet back, and redoing them the last one', () => {
  fc.assert(
    fc.property(anyStart, anyEdits, (start, edits) => {
      let history = begunWith(start);
      for (const { does, field } of edits) history = edited(history, does(history.present), field);
      const last = history.present;
      for (let steps = history.past.length; steps > 0; steps -= 1) history = undone(history);
      expect(history.present).toBe(start);
      expect(undone(history)).toBe(history);
      for (let steps = history.future.length; steps > 0; steps -= 1) history = redone(history);
      expect(history.present).toBe(last);
      expect(redone(history)).toBe(history);
    }),
  );
});

test('moving a row or a section and back changes nothing', () => {
  fc.assert(
    fc.property(anyStart, place, step, (drawn, at, by) => {
      // With the columns that an edit gives it.
      const sheet = withHeading(drawn, 0, drawn.sections[0]?.title ?? '');
      const to = placeAfter(sheet, at, by);
      const back = by === 1 ? -1 : 1;
      if (to !== null && sheet.sections[at.section]?.rows[at.row] !== undefined)
        expect(moveRow(moveRow(sheet, at, by), to, back)).toEqual(sheet);
      else expect(moveRow(sheet, at, by)).toEqual(sheet);
      const isMoved = sheet.sections[at.section + by] !== undefined && sheet.sections[at.section] !== undefined;
      if (isMoved) expect(moveSection(moveSection(sheet, at.section, by), at.section + by, back)).toEqual(sheet);
      else expect(moveSection(sheet, at.section, by)).toEqual(sheet);
    }),
  );
});

test('moving keeps every row', () => {
  const labels = ({ sections }: Sheet) => sections.flatMap(({ rows }) => rows.map(({ label }) => label)).toSorted();
  fc.assert(
    fc.property(anyStart, fc.array(fc.tuple(place, step)), (sheet, moves) => {
      const moved = moves.reduce((before, [at, by]) => moveRow(before, at, by), sheet);
      expect(labels(moved)).toEqual(labels(sheet));
    }),
  );
});

test.each(BUILT_IN.map((sheet) => [sheet.id, sheet] as const))(
  'a copy of %s has no problem and the same keys',
  (_, sheet) => {
    const copy = startedFrom(sheet, ID);
    expect(problemsOf(copy)).toEqual([]);
    expect(keysOf(copy)).toEqual(keysOf(sheet));
    expect(copy).toMatchObject({ id: ID, version: 1, title: `${sheet.title} (copy)` });
  },
);

test('the letters of a word are one step, and another field is another', () => {
  const first = startedFrom(TRY_OUT, ID);
  let history = begunWith(first);
  for (const title of ['T', 'Tr', 'Try']) history = edited(history, withTitle(history.present, title), 'title');
  history = edited(history, withHeading(history.present, 0, 'Skills'), 'heading 0');
  expect(history.past).toHaveLength(2);
  history = undone(history);
  expect(history.present.title).toBe('Try');
  // After an undo, typing is a step of its own.
  history = edited(history, withTitle(history.present, 'Try out'), 'title');
  expect(undone(history).present.title).toBe('Try');
});

describe('columns', () => {
  const labels = (sheet: Sheet) => cellsOf(sheet).map(({ label }) => label);

  test('are named by side, row and section', () => {
    const sheet = sheetOf([
      { title: null, rows: [row('Opening')] },
      { title: 'P Witness 1', rows: [row('Cross')] },
    ]);
    expect(labels(withSide(sheet, 'd', { short: 'Def' }))).toEqual([
      'P Opening',
      'P Cross (P Witness 1)',
      'Def Opening',
      'Def Cross (P Witness 1)',
    ]);
  });

  test('with equal names, or names that files already use, get a number', () => {
    const sheet = sheetOf([{ title: null, rows: [row('Motion'), row('Reply'), row('Rest')] }]);
    const renamed = withRowFacts(
      withRowFacts(sheet, { section: 0, row: 1 }, { label: 'motion' }),
      { section: 0, row: 2 },
      { label: 'Total' },
    );
    expect(cellsOf(renamed, 'p').map(({ label }) => label)).toEqual(['P Motion', 'P motion 2', 'P Total 2']);
  });
});

describe('what a side is scored for', () => {
  const cellAt = (sheet: Sheet, { section, row: at }: Place, of: 'p' | 'd') => sheet.sections[section]?.rows[at]?.[of];

  test('keeps its key, and is about the witness of its section', () => {
    const sheet = addRow(startedFrom(COLLEGE_28, ID), 2);
    const added = { section: 2, row: 3 };
    const before = cellAt(sheet, added, 'p');
    expect(before?.role).toBe('criterion');
    const after = cellAt(withRole(sheet, added, 'p', 'witness'), added, 'p');
    expect(after).toMatchObject({ key: before?.key, role: 'witness', number: 2 });
    // The other side crosses the witness of the section.
    expect(cellAt(withRole(sheet, added, 'd', 'attorney-cross'), added, 'd')?.number).toBe(2);
  });

  test('can be nothing, and come back with another key', () => {
    const sheet = startedFrom(TRY_OUT, ID);
    const at = { section: 0, row: 0 };
    const without = withRole(sheet, at, 'p', null);
    expect(cellAt(without, at, 'p')).toBeNull();
    expect(problemsOf(without).map(({ message }) => message)).toEqual([
      '“Preparation” is scored for neither side. Choose a side, or remove the row.',
    ]);
    expect(problemsOf(withRole(without, at, 'p', 'criterion'))).toEqual([]);
  });
});
