// The printed pages of a sheet: a box for each score, marked corners, and a place for the QR code. Everything follows from the sheet.
import { DRAWING, corners, drawingOn, MARKER_SIZE, PAGES, type Corners, type Paper } from '../drawing.ts';
import type { Side, TextField } from '../form.ts';
import type { Cell, PrintedBox, PrintedForm, PrintedText, Rect } from '../layout.ts';
import { paginated, type Column, type Line } from './paper-columns.ts';
import { rowsOf, sidesOf, type Sheet, type SheetRow } from './sheet.ts';

/** Other markers than those of the form of 28 scores, so that no sheet is read as another. */
const CORNERS: Record<Paper, Corners> = {
  Letter: [
    { id: 211, bits: '0100010001011111' },
    { id: 600, bits: '0101010011101011' },
    { id: 567, bits: '0101101000001111' },
    { id: 811, bits: '1011101100010100' },
  ],
  A4: [
    { id: 125, bits: '0001001100000110' },
    { id: 613, bits: '0101011111010010' },
    { id: 969, bits: '1110110110000101' },
    { id: 507, bits: '0010111000111001' },
  ],
};

/** Nothing else is printed within 4 points of it. The smaller code of earlier prints was inside this square. */
const CODE: Rect = { x: 452, y: 36, width: 68, height: 68 };

/** What all pages of all sheets on a paper size share; the code says which sheet a page is from. */
export type SheetFrame = Pick<PrintedForm, 'page' | 'markers'> & { readonly paper: Paper; readonly code: Rect };
export const SHEET_FRAMES: readonly SheetFrame[] = (['Letter', 'A4'] as const).map((paper) => ({
  paper,
  page: PAGES[paper],
  markers: corners(paper, CORNERS[paper]),
  code: drawingOn(paper).rect(CODE.x, CODE.y, CODE.width, CODE.height),
}));

const [FIRST_ROW, LAST_ROW] = [122, 682];
/** Lower rows are hard to write in. */
const ROW_HEIGHT = { min: 22, max: 27.5 };
const BOX_WIDTH = 44;
/** The smallest font size of a side's title; if it would be smaller, the short name is printed. */
const MIN_HEAD = 5;
const RANK_HEIGHT = 18;
const RANKS = { left: 20, width: 460 };

/** Letters are about half as wide as they are high. */
const widthOf = (text: string, size: number): number => 0.52 * size * text.length;
const fitted = (text: string, width: number, size: number): number => Math.min(size, width / (0.52 * text.length));

const MIN_NAME = 40;
const GAP = 5;
/** Where a name has room: between the label of its row and the P box, or at the right edge. */
function nameBeside(side: Side, labelEnd: number, column: Column): Pick<Rect, 'x' | 'width'> | null {
  const [from, to] = side === 'p' ? [labelEnd + GAP, column.p - GAP] : [column.d + BOX_WIDTH + GAP, column.right];
  return to - from < MIN_NAME ? null : { x: from, width: to - from };
}

const RANKED_NAMES = { attorney: 'attorneys', witness: 'witnesses', anyone: 'students' };
/** The columns to write ranks in: the head of each, and how many lines it has. */
const rankColumns = (sheet: Sheet): { head: string; places: number }[] =>
  sheet.ranks.flatMap(({ of, places, each }) =>
    (each === 'side' ? sidesOf(sheet).map((side) => `${sheet.sides[side]!.short} `) : ['']).map((side) => ({
      head: `Best ${side}${RANKED_NAMES[of]}`,
      places,
    })),
  );

const rangeText = ({ min, max }: SheetRow): string => `${min} to ${max}`;

/** The sheet’s printed pages, one or more, with every place in points. A row is never split between pages. */
export function sheetPages(sheet: Sheet, paper: Paper): readonly PrintedForm[] {
  const ranks = rankColumns(sheet);
  const ranksHeight = ranks.length === 0 ? 0 : 20 + RANK_HEIGHT * Math.max(...ranks.map(({ places }) => places));
  const room = LAST_ROW - FIRST_ROW - ranksHeight;
  const pages = paginated(sheet, Math.floor(room / ROW_HEIGHT.min));
  const usual = [...Map.groupBy(rowsOf(sheet), rangeText)].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
  const sides = sidesOf(sheet);
  const isTrial = sheet.sides.d !== null;

  return pages.map((columns, at) => {
    const { left, top, rect, text } = drawingOn(paper);
    const bold = { bold: true };
    const textFields: Partial<Record<TextField, Rect>> = {
      pTeam: rect(60, 44, isTrial ? 110 : 290, 24),
      ...(isTrial && { dTeam: rect(240, 44, 110, 24) }),
      judgeName: rect(60, 76, 290, 24),
    };
    const round = isTrial ? rect(396, 44, 44, 24) : undefined;
    const boxes: PrintedBox[] = [...Object.values(textFields), ...(round ? [round] : [])].map((box) => ({
      ...box,
      stroke: 0.8,
    }));
    const title = pages.length === 1 ? sheet.title : `${sheet.title}, page ${at + 1} of ${pages.length}`;
    const label = (x: number, y: number, words: string): PrintedText =>
      text(x, y, fitted(words, 52, 9), words, { anchor: 'end' });
    const texts: PrintedText[] = [
      text(DRAWING.width / 2, 22, fitted(title, DRAWING.width - 2 * MARKER_SIZE - 20, 15), title, {
        anchor: 'middle',
        ...bold,
      }),
      label(54, 60, sheet.sides.p.name),
      label(54, 92, isTrial ? 'Judge' : 'Rater'),
      ...(sheet.sides.d === null ? [] : [label(234, 60, sheet.sides.d.name), label(390, 60, 'Round')]),
      ...columns.flatMap(({ column }) =>
        sides.map((side) => {
          const { title: long, short } = sheet.sides[side]!;
          const [width, largest] = column.indent > 0 ? [106, 10] : [BOX_WIDTH + 6, 9];
          const head = fitted(long, width, largest) < MIN_HEAD ? short : long;
          return text(column[side] + BOX_WIDTH / 2, FIRST_ROW - 6, fitted(head, width, largest), head, {
            anchor: 'middle',
            ...bold,
          });
        }),
      ),
    ];

    const longest = Math.max(...columns.map(({ lines }) => lines.length));
    const height = Math.min(ROW_HEIGHT.max, Math.max(ROW_HEIGHT.min, room / longest));
    const boxHeight = Math.min(22, height - 2);
    // Earlier prints had lower boxes, down from `FIRST_ROW`: around the same middle, photos of them are still read.
    const firstRow = FIRST_ROW - (boxHeight - Math.min(22, height - 4)) / 2;
    const cells: Record<string, Cell> = {};
    const names: Record<string, Rect> = {};
    const rules: { y: number; from: number; to: number }[] = [];
    const addLine = ({ group, startsGroup, row }: Line, column: Column, index: number): void => {
      const isWide = column.indent > 0;
      const y = firstRow + index * height;
      const base = y + boxHeight / 2 + 4;
      const groupWidth = isWide ? column.indent - 6 : column.right - column.left;
      if (startsGroup) {
        const to = isWide ? column.right - 30 : column.right;
        rules.push({ y: top + y - (height - boxHeight) / 2, from: column.left - 6, to });
        if (group !== null) texts.push(text(column.left, base, fitted(group, groupWidth, 10), group, bold));
      }
      if (!row) return;
      const hint = [
        ...(rangeText(row) === usual ? [] : [rangeText(row)]),
        ...(row.weight === 1 ? [] : [`× ${row.weight}`]),
      ].join(', ');
      const x = group === null ? column.left : column.left + column.indent;
      const words = isWide || hint === '' ? row.label : `${row.label} (${hint})`;
      const size = fitted(words, column.p - (isWide ? 10 : 4) - x, 10);
      texts.push(text(x, base, size, words, { bold: group === null }));
      if (isWide && hint !== '')
        texts.push(text((column.p + BOX_WIDTH + column.d) / 2, base, 9, hint, { anchor: 'middle' }));
      for (const side of sides) {
        const place = rect(column[side], y, BOX_WIDTH, boxHeight);
        const cell = row[side];
        if (cell) {
          cells[cell.key] = { rect: place, kind: 'box' };
          const beside = nameBeside(side, x + widthOf(words, size), column);
          if (beside) names[cell.key] = rect(beside.x, y, beside.width, boxHeight);
          continue;
        }
        // A gray box tells judges that no score belongs here.
        boxes.push({ ...place, stroke: 0, fill: 0.8 });
      }
    };
    for (const { lines, column } of columns) for (const [index, line] of lines.entries()) addLine(line, column, index);

    if (at === pages.length - 1) {
      const width = RANKS.width / ranks.length;
      const y = FIRST_ROW + longest * height + 12;
      ranks.forEach(({ head, places }, column) => {
        const x = RANKS.left + column * width;
        texts.push(text(x, y, fitted(head, width - 10, 9), head, bold));
        for (let place = 1; place <= places; place += 1) {
          texts.push(text(x, y + place * RANK_HEIGHT, 9, `${place}.`));
          rules.push({ y: top + y + place * RANK_HEIGHT + 2, from: x + 12, to: x + width - 10 });
        }
      });
    }
    const foot = `Whole numbers from ${usual}, one in every white box.`;
    for (const [index, words] of [sheet.note, foot].entries())
      if (words !== null)
        texts.push(
          text(DRAWING.width / 2, DRAWING.height - 20 + 12 * index, fitted(words, 430, 8), words, { anchor: 'middle' }),
        );

    return {
      id: `${sheet.id}-${sheet.version}-${at + 1}-${paper.toLowerCase()}`,
      title: `${title} (${paper})`,
      page: PAGES[paper],
      boxes,
      lines: rules.map(({ y, from, to }) => ({ x1: left + from, y1: y, x2: left + to, y2: y, stroke: 0.5 })),
      texts,
      markers: corners(paper, CORNERS[paper]),
      cells,
      textFields,
      ...(round && { round, judgeNumber: rect(356, 76, 88, 24) }),
      names,
      caseName: rect(72, 26, 376, 14),
      code: rect(CODE.x, CODE.y, CODE.width, CODE.height),
    };
  });
}
