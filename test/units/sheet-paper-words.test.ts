// What is printed around the boxes of any sheet: each word, line and gray box belongs to something, and is where it belongs.
import { describe, expect, test } from 'vitest';
import { DRAWING, PAGES, type Paper } from '#ballot/drawing.ts';
import type { PrintedForm, PrintedText, Rect } from '#ballot/layout.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { SHEET_FRAMES, sheetPages } from '#ballot/sheet/paper.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import { cellsOf, rowsOf, sidesOf, type Sheet, type SheetRow } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { row, sheetOf } from './sheets.ts';

const PAPERS = Object.keys(PAGES) as Paper[];
const rowsFor = (title: string, count: number, facts: Partial<SheetRow> = {}): SheetRow[] =>
  Array.from({ length: count }, (_, index) => ({ ...row(`${title} ${index}`), ...facts }));
/** On two pages, as wide as the page. */
const LONG: Sheet = {
  ...sheetOf([
    { title: null, rows: rowsFor('Opening', 1) },
    { title: 'First', rows: rowsFor('Words that are longer than', 9, { max: 5, weight: 3 }) },
    { title: 'A section that has a long name', rows: rowsFor('Part', 9, { d: null }) },
    { title: 'Last', rows: rowsFor('A row with a name as long as can be', 9, { p: null }) },
  ]),
  title: 'A title as long as it can be '.repeat(3).slice(0, 80),
  sides: { p: { short: 'Those who prosecute', name: 'P', title: 'Prosecution' }, d: sheetOf([]).sides.d },
  note: 'Mind the time.',
  ranks: [
    { of: 'attorney', places: 3, each: 'side' },
    { of: 'anyone', places: 2, each: 'trial' },
  ],
};
/** On two pages, in two columns. */
const NARROW: Sheet = {
  ...sheetOf([
    { title: 'Pretrial', rows: rowsFor('Motion', 10, { d: null, max: 5, weight: 2 }) },
    { title: 'The first of the parts that have a name', rows: rowsFor('Cross', 25, { d: null }) },
    { title: null, rows: rowsFor('A closing with a long name', 25, { p: null }) },
  ]),
  sides: { p: { short: 'P', name: 'P Team', title: 'Plaintiff / Prosecution' }, d: sheetOf([]).sides.d },
};
const SHEETS = [...BUILT_IN, LONG, NARROW];

const ROUNDED = 0.01;
const overlap = (a: Rect, b: Rect): boolean =>
  a.x + ROUNDED < b.x + b.width &&
  b.x + ROUNDED < a.x + a.width &&
  a.y + ROUNDED < b.y + b.height &&
  b.y + ROUNDED < a.y + a.height;
/** Letters are about half as wide as they are high. */
function spaceOf({ x, y, size, text, anchor }: PrintedText): Rect {
  const width = 0.52 * size * text.length;
  const left = anchor === undefined ? x : anchor === 'end' ? x - width : x - width / 2;
  return { x: left, y: y - 0.75 * size, width, height: 0.75 * size };
}
const find = ({ texts }: PrintedForm, words: string): PrintedText[] => texts.filter(({ text }) => text === words);
/** Whether words with this baseline are beside the middle of the box. */
const isOn = (box: Rect, y: number): boolean => Math.abs(y - middleOf(box) - 4) < ROUNDED;
const middleOf = ({ y, height }: Rect): number => y + height / 2;

describe.each(SHEETS.flatMap((sheet) => PAPERS.map((paper) => ({ title: sheet.title, sheet, paper }))))(
  '$title on $paper',
  ({ sheet, paper }) => {
    const pages = sheetPages(sheet, paper);
    const sides = sidesOf(sheet);
    const isNarrow = sheet === NARROW;

    test('no words overlap other words, a box, or the edge of the drawing', () => {
      for (const { texts, boxes, cells, names = {}, markers, caseName } of pages) {
        const spaces = texts.map((text) => ({ ...spaceOf(text), words: text.text }));
        const others: Rect[] = [
          ...boxes,
          ...Object.values(cells).map(({ rect }) => rect),
          ...Object.values(names),
          ...markers.map(({ x, y, size }) => ({ x, y, width: size, height: size })),
          caseName!,
        ];
        spaces.forEach((space, index) => {
          expect([...others, ...spaces.slice(index + 1)].filter((other) => overlap(space, other))).toEqual([]);
          expect(space.x).toBeGreaterThanOrEqual(markers[0]!.x);
          expect(space.x + space.width).toBeLessThanOrEqual(markers[0]!.x + DRAWING.width + ROUNDED);
          expect(space.y + space.height).toBeLessThanOrEqual(markers[0]!.y + DRAWING.height);
        });
      }
    });

    test('the drawing is in the middle, and its frame is that of every sheet', () => {
      const frame = SHEET_FRAMES.find((one) => one.paper === paper)!;
      pages.forEach(({ page, markers, code, id, title }, at) => {
        expect({ paper, page, markers, code }).toEqual(frame);
        expect(markers.map(({ x, y }) => [x, y])[2]).toEqual([
          PAGES[paper].width - markers[0]!.x - 32,
          PAGES[paper].height - markers[0]!.y - 32,
        ]);
        expect(id).toBe(`${sheet.id}-${sheet.version}-${at + 1}-${paper === 'A4' ? 'a4' : 'letter'}`);
        const named = pages.length === 1 ? sheet.title : `${sheet.title}, page ${at + 1} of 2`;
        expect(title).toBe(`${named} (${paper})`);
        expect(find(pages[at]!, named)[0]).toMatchObject({ anchor: 'middle', bold: true, x: page.width / 2 });
      });
    });

    test('a field for each side, the judge and the round has a frame, and its label before it', () => {
      for (const form of pages) {
        const { textFields, round, judgeNumber, boxes } = form;
        const fields = [
          [textFields.pTeam, sheet.sides.p.name],
          [textFields.dTeam, sheet.sides.d?.name],
          [textFields.judgeName, sheet.sides.d ? 'Judge' : 'Rater'],
          [round, sheet.sides.d ? 'Round' : undefined],
        ] as const;
        for (const [field, label] of fields) {
          expect(field === undefined).toBe(label === undefined);
          if (!field || label === undefined) continue;
          expect(boxes).toContainEqual({ ...field, stroke: 0.8 });
          const text = find(form, label)[0]!;
          expect(text).toMatchObject({ anchor: 'end', x: field.x - 6, y: middleOf(field) + 4 });
        }
        expect(boxes.filter(({ stroke }) => stroke > 0)).toHaveLength(sheet.sides.d ? 4 : 2);
        expect(judgeNumber?.y).toBe(sheet.sides.d ? textFields.judgeName!.y : undefined);
      }
    });

    test('every row has its words before its boxes, what is special about it, and a gray box where no score belongs', () => {
      const apart = isNarrow ? 52 : 110;
      for (const { label, min, max, weight, p, d } of rowsOf(sheet)) {
        const form = pages.find(({ cells }) => (p ?? d)!.key in cells)!;
        const { rect, kind } = form.cells[(p ?? d)!.key]!;
        expect(kind).toBe('box');
        if (p === null) expect(form.boxes).toContainEqual({ ...rect, x: rect.x - apart, stroke: 0, fill: 0.8 });
        else if (sides.length === 2) {
          const beside = { ...rect, x: rect.x + apart };
          if (d === null) expect(form.boxes).toContainEqual({ ...beside, stroke: 0, fill: 0.8 });
          else expect(form.cells[d.key]).toEqual({ rect: beside, kind });
        }

        const range = max === 10 || sheet === TRY_OUT ? [] : [`${min} to ${max}`];
        const hint = [...range, ...(weight > 1 ? [`× ${weight}`] : [])].join(', ');
        const texts = form.texts.filter(({ x, y }) => isOn(rect, y) && x < rect.x + 22 + apart);
        const words = isNarrow && hint !== '' ? `${label} (${hint})` : label;
        expect(texts.filter(({ text, x }) => text === words && x < rect.x)).toHaveLength(1);
        const between = { x: (p ? rect.x : rect.x - apart) + 22 + apart / 2, size: 9, text: hint, anchor: 'middle' };
        expect(texts.filter(({ anchor }) => anchor === 'middle')).toMatchObject(
          isNarrow || hint === '' ? [] : [between],
        );
      }
      const grays = pages.flatMap(({ boxes }) => boxes.filter(({ fill }) => fill !== undefined));
      expect(grays).toHaveLength(rowsOf(sheet).length * sides.length - cellsOf(sheet).length);
    });

    test('a name has all the room beside its box, if that is enough for one', () => {
      for (const { cells, names = {}, texts, markers } of pages)
        for (const { key, side } of cellsOf(sheet).filter((cell) => cell.key in cells)) {
          const { rect } = cells[key]!;
          const words = texts.filter(({ x, y }) => isOn(rect, y) && x < rect.x);
          const nearest = Math.max(...words.map(spaceOf).map(({ x, width }) => x + width));
          const columnEnd = isNarrow ? rect.x + 44 : markers[0]!.x + DRAWING.width;
          const [from, to] = side === 'p' ? [nearest + 5, rect.x - 5] : [rect.x + 49, columnEnd];
          if (to - from < 40) expect(names).not.toHaveProperty(key);
          else {
            expect(names[key]).toMatchObject({ y: rect.y, height: rect.height });
            expect(names[key]!.x).toBeCloseTo(from);
            expect(names[key]!.width).toBeCloseTo(to - from);
          }
        }
    });
  },
);

test('a page is read with the scores that are on it', () => {
  const pages = [1, 2].map((page) => readablePage(LONG, 'A4', page)!);
  expect(pages.map((form, at) => form.id === sheetPages(LONG, 'A4')[at]!.id)).toEqual([true, true]);
  for (const { scores, cells, numberFields } of pages) {
    expect(scores.map(({ key }) => key).toSorted()).toEqual(Object.keys(cells).toSorted());
    expect(numberFields).toEqual([]);
  }
  expect(readablePage(LONG, 'A4', 3)).toBeNull();
  expect(readablePage(KENTUCKY, 'A4', 0)).toBeNull();
});
