// The order of printed sheets: sections and their lines, the heads of the columns, the places of ranks, and how large all is.
import { expect, test } from 'vitest';
import { DRAWING, PAGES, type Paper } from '#ballot/drawing.ts';
import type { PrintedForm, PrintedText } from '#ballot/layout.ts';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_20 } from '#ballot/sheet/college-20.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { paginated } from '#ballot/sheet/paper-columns.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { row, sheetOf } from './sheets.ts';

/** A sheet with sections of so many rows, called by letters: `a1` is the first row of the section `A`. */
const sectionsOf = (sizes: Record<string, number>): Sheet =>
  sheetOf(
    Object.entries(sizes).map(([title, size]) => ({
      title: title === '_' ? null : title,
      rows: Array.from({ length: size }, (_, index) => row(`${title.toLowerCase()}${index + 1}`)),
    })),
  );
/** The lines of each column of each page: `*` where a section starts, and `[A]` for a line with only its name. */
const columnsOf = (sizes: Record<string, number>, capacity: number): string[][] =>
  paginated(sectionsOf(sizes), capacity).map((columns) =>
    columns.map(({ lines }) =>
      lines.map(({ group, startsGroup, row: of }) => `${startsGroup ? '*' : ''}${of?.label ?? `[${group}]`}`).join(' '),
    ),
  );
test.each<[Record<string, number>, capacity: number, pages: string[][]]>([
  [{ A: 2, B: 2 }, 4, [['*a1 a2 *b1 b2']]],
  // A section that still fits on the next page begins there, and one that doesn't fit on any fills this one.
  [{ A: 2, B: 3 }, 4, [['*a1 a2'], ['*b1 b2 b3']]],
  [{ A: 2, B: 4 }, 4, [['*a1 a2'], ['*b1 b2 b3 b4']]],
  [{ A: 1, B: 5 }, 4, [['*a1 *b1 b2 b3'], ['*b4 b5']]],
  [{ A: 6, B: 2 }, 4, [['*a1 a2 a3 a4'], ['*a5 a6 *b1 b2']]],
  // Two columns only where they save a page of three.
  [{ A: 3, B: 3, C: 3 }, 4, [['*[A] a1 a2 a3', '*[B] b1 b2 b3'], ['*[C] c1 c2 c3']]],
  [{ _: 4, B: 4, C: 4 }, 5, [['*_1 _2 _3 _4', '*[B] b1 b2 b3 b4'], ['*[C] c1 c2 c3 c4']]],
  [
    { A: 12 },
    4,
    [
      ['*[A] a1 a2 a3', '*[A] a4 a5 a6'],
      ['*[A] a7 a8 a9', '*[A] a10 a11 a12'],
    ],
  ],
  [{ A: 1, B: 5, C: 5 }, 4, [['*a1 *b1 b2 b3'], ['*b4 b5 *c1 c2'], ['*c3 c4 c5']]],
  // The name of a section is never the last line of a column.
  [
    { A: 2, B: 5, _: 4 },
    4,
    [
      ['*[A] a1 a2', '*[B] b1 b2 b3'],
      ['*[B] b4 b5', '*_1 _2 _3 _4'],
    ],
  ],
])('sections of %j rows in columns of %i lines', (sizes, capacity, pages) => {
  expect(columnsOf(sizes, capacity)).toEqual(pages);
});

const PAPERS = Object.keys(PAGES) as Paper[];
/** Where the drawing begins on the page. */
const originOf = ({ markers }: PrintedForm) => ({ x: markers[0]!.x, y: markers[0]!.y });
const find = ({ texts }: PrintedForm, words: string): PrintedText[] => texts.filter(({ text }) => text === words);
const boxOf = ({ cells }: PrintedForm, key: string) => cells[key]!.rect;
const NOTED = { ...sectionsOf({ A: 12, _: 2, B: 13 }), note: 'Mind the time.' };
const NARROW = {
  ...sectionsOf({ A: 15, _: 20, B: 35 }),
  sides: { p: KENTUCKY.sides.p, d: { ...KENTUCKY.sides.d!, title: 'Respondent' } },
};

test.each(PAPERS)('on %s, a section begins with its name and a line across its boxes, on each page', (paper) => {
  for (const form of sheetPages(NOTED, paper)) {
    const left = originOf(form).x;
    const first = NOTED.sections.flatMap(({ title, rows }) => {
      const on = rows.filter(({ p }) => p!.key in form.cells);
      return on.length === 0 ? [] : [{ title, rect: boxOf(form, on[0]!.p!.key), label: on[0]!.label }];
    });
    expect(form.lines).toHaveLength(first.length);
    first.forEach(({ title, rect, label }, at) => {
      const { x1, x2, y1, y2, stroke } = form.lines[at]!;
      // In the middle of the gap above the first box.
      expect(rect.y - y1).toBeCloseTo((27.5 - 22) / 2);
      expect([x1, x2, y2, stroke]).toEqual([left + 14, left + 490, y1, 0.5]);
      const base = rect.y + rect.height / 2 + 4;
      const words = form.texts.filter(({ y, anchor }) => Math.abs(y - base) < 0.01 && anchor === undefined);
      expect(words.map(({ text, x, size, bold }) => [text, x - left, size, bold])).toEqual(
        title === null
          ? [[label, 20, 10, true]]
          : [
              [title, 20, 10, true],
              [label, 110, 10, false],
            ],
      );
    });
  }
});

test('in two columns, the name of a section has a line of its own', () => {
  const pages = sheetPages(NARROW, 'A4');
  expect(pages).toHaveLength(2);
  const named = pages.flatMap((form) =>
    form.lines.map((line) => {
      const { x } = originOf(form);
      const above = form.texts.find(({ x: at, y }) => at === line.x1 + 6 && y > line.y1 && y < line.y1 + 22)!;
      return [line.x1 - x, line.x2 - x, above.text, above.bold];
    }),
  );
  expect(named).toEqual([
    [14, 248, 'A', true],
    [266, 500, '_1', true],
    [266, 500, 'B', true],
    [14, 248, 'B', true],
    [266, 500, 'B', true],
  ]);
  for (const form of pages) {
    const heads = form.texts.filter(({ text }) => ['P', 'Respondent', 'Plaintiff / Prosecution'].includes(text));
    // The long name would be too small to read there.
    expect(heads.map(({ text, x, size, bold }) => [text, x - originOf(form).x, size, bold])).toEqual([
      ['P', 174, 9, true],
      ['Respondent', 226, 9, true],
      ['P', 426, 9, true],
      ['Respondent', 478, 9, true],
    ]);
  }
});

test('the title of a side is the head of its boxes, above the first', () => {
  const form = sheetPages(CALIFORNIA, 'Letter')[0]!;
  for (const [title, key] of [
    ['Prosecution', 'pPretrial'],
    ['Defense', 'dPretrial'],
  ] as const) {
    const { x, y } = boxOf(form, key);
    expect(find(form, title)).toEqual([
      { text: title, x: x + 22, y: originOf(form).y + 116, size: 10, bold: true, anchor: 'middle' },
    ]);
    expect(y).toBeGreaterThan(originOf(form).y + 118);
  }
});

test.each<[title: string, sheet: Sheet, boxHeight: number, firstMiddle: number, apart: number]>([
  ['few', TRY_OUT, 22, 133, 27.5],
  ['20 and ranks', KENTUCKY, 22, 133, 26.1],
  ['25 without ranks', sectionsOf({ A: 25 }), 20.4, 131.2, 22.4],
  ['more than fit on a page', sectionsOf({ A: 30 }), 20.4, 131.2, 22.4],
])(
  'rows: %s. Boxes are as high as there is room, around the middles of earlier prints',
  (_, sheet, high, first, apart) => {
    for (const paper of PAPERS) {
      const form = sheetPages(sheet, paper)[0]!;
      const rects = [...new Map(Object.values(form.cells).map(({ rect }) => [rect.y, rect])).values()];
      expect(rects[0]!.height).toBeCloseTo(high);
      expect(rects[0]!.y + high / 2 - originOf(form).y).toBeCloseTo(first);
      expect(rects[1]!.y - rects[0]!.y).toBeCloseTo(apart);
      expect(rects[0]!.width).toBe(44);
    }
  },
);

test.each<[ranks: Sheet['ranks'], heads: Record<string, number>]>([
  [[], {}],
  [COLLEGE_20.ranks, { 'Best attorneys': 4, 'Best witnesses': 4 }],
  [
    [
      { of: 'anyone', places: 2, each: 'trial' },
      { of: 'witness', places: 3, each: 'side' },
    ],
    { 'Best students': 2, 'Best P witnesses': 3, 'Best D witnesses': 3 },
  ],
])('on the last page, ranks %j have a numbered line each, in columns of one width', (ranks, heads) => {
  const pages = sheetPages({ ...NOTED, ranks }, 'Letter');
  expect(pages).toHaveLength(2);
  expect(pages[0]!.texts.filter(({ text }) => /^Best|^\d\.$/.test(text))).toEqual([]);
  const form = pages[1]!;
  const width = 460 / Object.keys(heads).length;
  const last = Math.max(...Object.values(form.cells).map(({ rect }) => rect.y + rect.height));
  const left = originOf(form).x + 20;
  expect(form.texts.filter(({ text }) => text.startsWith('Best')).map(({ text }) => text)).toEqual(Object.keys(heads));
  Object.entries(heads).forEach(([head, places], column) => {
    const x = left + column * width;
    const text = find(form, head)[0]!;
    expect(text).toMatchObject({ x, size: 9, bold: true });
    expect(text.y - last).toBeGreaterThan(9);
    const lines = form.lines.filter(({ x1 }) => x1 === x + 12);
    expect(lines.map(({ y1 }) => y1)).toEqual(
      Array.from({ length: places }, (__, place) => text.y + 18 * (place + 1) + 2),
    );
    for (const { x2 } of lines) expect(x2).toBeCloseTo(x + width - 10);
    const numbers = form.texts.filter((one) => one.x === x && /^\d\.$/.test(one.text));
    expect(numbers.map((one) => [one.text, one.y])).toEqual(lines.map(({ y1 }, at) => [`${at + 1}.`, y1 - 2]));
  });
});

test('below all is the note, then which numbers most rows want', () => {
  const ranks: Sheet['ranks'] = [
    { of: 'anyone', places: 10, each: 'side' },
    { of: 'witness', places: 1, each: 'trial' },
  ];
  const sheet = { ...sectionsOf({ A: 16, B: 16 }), note: 'Mind the time.', ranks };
  for (const [noted, note] of [
    [sheet, sheet.note],
    [{ ...sheet, note: null }, null],
    // A full page.
    [{ ...sheet, sections: sheet.sections.slice(0, 1) }, sheet.note],
  ] as const)
    for (const form of sheetPages(noted, 'A4')) {
      const { x, y } = originOf(form);
      const foot = { x: x + DRAWING.width / 2, size: 8, anchor: 'middle' };
      const last = form.texts.slice(note === null ? -1 : -2);
      expect(last).toEqual([
        ...(note === null ? [] : [{ ...foot, text: note, y: y + 700 }]),
        { ...foot, text: 'Whole numbers from 0 to 10, one in every white box.', y: y + 712 },
      ]);
      for (const { y1 } of form.lines) expect(y1).toBeLessThan(y + 694);
    }
  const most = sectionsOf({ A: 3 });
  const [first, ...others] = most.sections[0]!.rows;
  const rows = [first!, ...others.map((other) => ({ ...other, min: 1, max: 5 }))];
  const form = sheetPages({ ...most, sections: [{ title: null, rows }] }, 'A4')[0]!;
  expect(find(form, 'Whole numbers from 1 to 5, one in every white box.')).toHaveLength(1);
  expect(find(form, '0 to 10')).toHaveLength(1);
  expect(find(form, '1 to 5')).toEqual([]);
});
