// The printed pages of any sheet: every score has its box, nothing overlaps, and everything is legible.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGES, type Paper } from '#ballot/drawing.ts';
import type { PrintedForm, Rect } from '#ballot/layout.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { cellsOf, keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { anySheet, row, sheetOf } from './sheets.ts';

const PAPERS = Object.keys(PAGES) as Paper[];
const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const rectsOf = ({ cells, markers, textFields, round, judgeNumber, names = {}, code }: PrintedForm): Rect[] => [
  ...Object.values(cells).map(({ rect }) => rect),
  ...markers.map(({ x, y, size }) => ({ x, y, width: size, height: size })),
  ...Object.values(textFields),
  ...Object.values(names),
  ...[round, judgeNumber, code].filter((rect) => rect !== undefined),
];

/** A code can only be read if a margin of at least two of its squares around it is white. */
function expectLightAroundCode({ code, boxes, texts, caseName, markers }: PrintedForm): void {
  const { x, y, width, height } = code!;
  const around = { x: x - 4, y: y - 4, width: width + 8, height: height + 8 };
  const words = texts.map(({ x: at, y: base, size, text, anchor = 'start' }) => {
    const long = 0.52 * size * text.length;
    const left = at - (anchor === 'start' ? 0 : anchor === 'end' ? long : long / 2);
    return { x: left, y: base - 0.75 * size, width: long, height: 0.75 * size };
  });
  const squares = markers.map((marker) => ({ ...marker, width: marker.size, height: marker.size }));
  expect([...boxes, ...words, ...squares, caseName!].filter((other) => overlap(around, other))).toEqual([]);
}

/** Throws if a page of the sheet can't be filled in or read. */
function expectGoodPages(sheet: Sheet): void {
  for (const paper of PAPERS) {
    const pages = sheetPages(sheet, paper);
    expect(pages.flatMap(({ cells }) => Object.keys(cells)).toSorted()).toEqual([...keysOf(sheet)].toSorted());
    for (const form of pages) {
      const rects = rectsOf(form);
      rects.forEach((rect, index) => {
        expect(rect.x >= 0 && rect.x + rect.width <= form.page.width).toBe(true);
        expect(rect.y >= 0 && rect.y + rect.height <= form.page.height).toBe(true);
        expect(rects.slice(index + 1).find((other) => overlap(rect, other))).toBeUndefined();
      });
      expectLightAroundCode(form);
      const tops = [...new Set(Object.values(form.cells).map(({ rect }) => rect.y))].toSorted((a, b) => a - b);
      for (const [index, top] of tops.entries())
        if (index > 0) expect(top - tops[index - 1]!).toBeGreaterThanOrEqual(21.999);
      for (const { text, size } of form.texts) expect(size, text).toBeGreaterThan(4);
      for (const { y1 } of form.lines) expect(y1).toBeLessThan(form.markers[2]!.y);
    }
  }
}

test.each(BUILT_IN.map((sheet) => [sheet.id, sheet] as const))('%s is legible on one page', (_, sheet) => {
  expectGoodPages(sheet);
  expect(sheetPages(sheet, 'Letter')).toHaveLength(1);
});

test('any sheet is legible', () => {
  fc.assert(fc.property(anySheet, expectGoodPages), { numRuns: 50 });
});

test('60 scores are legible, on as many pages as their rows need', () => {
  const rows = Array.from({ length: 30 }, (_, index) => row(`Part ${index}`));
  const single = rows.flatMap((one) => [
    { ...one, d: null },
    { ...one, label: `${one.label} D`, p: null },
  ]);
  const ranks = [{ of: 'anyone', places: 10, each: 'side' }] as const;
  for (const [sheet, pages] of [
    [sheetOf([{ title: 'All', rows }]), 2],
    [sheetOf([{ title: 'All', rows: single }]), 2],
    [{ ...sheetOf(single.map((one) => ({ title: null, rows: [one] }))), ranks }, 2],
    // A line for each name of a section is more than a third of the paper.
    [sheetOf(single.map((one, index) => ({ title: `Section ${index}`, rows: [one] }))), 3],
    [{ ...sheetOf([{ title: 'All', rows }]), ranks }, 2],
  ] as const) {
    expectGoodPages(sheet);
    expect(sheetPages(sheet, 'A4')).toHaveLength(pages);
  }
});

test('no sheet has more than four pages, however its rows are divided', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.boolean(), (lengths, isNamed) => {
      const rows = Array.from({ length: 60 }, (_, index) => ({ ...row(`Part ${index}`), d: null }));
      const sections = [...lengths, 60].flatMap((length) => {
        const own = rows.splice(0, length);
        return own.length === 0 ? [] : [{ title: isNamed ? `Section ${rows.length}` : null, rows: own }];
      });
      const sheet = { ...sheetOf(sections), ranks: [{ of: 'anyone', places: 10, each: 'side' }] as const };
      expectGoodPages(sheet);
      expect(sheetPages(sheet, 'Letter').length).toBeLessThanOrEqual(4);
    }),
    { numRuns: 100 },
  );
});

test('a section isn’t split if it fits on a page', () => {
  const sections = ['A', 'B', 'C', 'D'].map((title) => ({
    title,
    rows: Array.from({ length: 7 }, (_, index) => row(`${title} ${index}`)),
  }));
  const sheet = sheetOf(sections);
  const pageOf = (key: string): number => sheetPages(sheet, 'Letter').findIndex(({ cells }) => key in cells);
  for (const { rows } of sections) expect(new Set(rows.map((one) => pageOf(one.p!.key))).size).toBe(1);
  expect(sheetPages(sheet, 'Letter')).toHaveLength(2);
});

test('what is special about a row is printed beside it', () => {
  const texts = (sheet: Sheet): string[] => sheetPages(sheet, 'Letter')[0]!.texts.map(({ text }) => text);
  const sheet = sheetOf([
    {
      title: null,
      rows: [row('Opening'), row('Direct'), { ...row('Motion'), max: 5 }, { ...row('Closing'), weight: 2 }],
    },
  ]);
  expect(texts(sheet)).toEqual(
    expect.arrayContaining(['0 to 5', '× 2', 'Whole numbers from 0 to 10, one in every white box.']),
  );
  expect(texts(KENTUCKY)).toEqual(
    expect.arrayContaining([
      'Best P attorneys',
      'Best D witnesses',
      'Whole numbers from 1 to 10, one in every white box.',
    ]),
  );
});

test('the scores of a printed side are in one column, in the order of the sheet', () => {
  for (const sheet of BUILT_IN)
    for (const side of ['p', 'd'] as const) {
      const { cells } = sheetPages(sheet, 'Letter')[0]!;
      const rects = cellsOf(sheet, side === 'd' && sheet.sides.d === null ? 'p' : side).map(
        ({ key }) => cells[key]!.rect,
      );
      expect(new Set(rects.map(({ x }) => x)).size).toBe(1);
      expect(rects.map(({ y }) => y)).toEqual(rects.map(({ y }) => y).toSorted((a, b) => a - b));
    }
});
