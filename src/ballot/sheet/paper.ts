// The printed pages of a sheet: a box for each score, marked corners, and a place for the QR code. Everything follows from the sheet.
import { DRAWING, corners, drawingOn, MARKER_SIZE, PAGES, type Corners, type Paper } from '../drawing.ts';
import type { Side, TextField } from '../form.ts';
import type { Cell, PrintedBox, PrintedForm, PrintedText, Rect } from '../layout.ts';
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

/** Nothing is within 4 points of it. The smaller one of earlier prints was within this square. */
const CODE: Rect = { x: 452, y: 36, width: 68, height: 68 };

/** What all pages of all sheets on a paper size have in common: which sheet it is, its code says. */
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
const SCORE_COLUMN = { p: 306, d: 416 };
const MIDDLE = (SCORE_COLUMN.p + BOX_WIDTH + SCORE_COLUMN.d) / 2;
const RANK_HEIGHT = 18;
const RANKS = { left: 20, width: 460 };

/** Letters are about half as wide as they are high. */
const widthOf = (text: string, size: number): number => 0.52 * size * text.length;
const fitted = (text: string, width: number, size: number): number => Math.min(size, width / (0.52 * text.length));

const MIN_NAME = 40;
const GAP = 5;
/** Where a name has room: between the label of its row and the P box, or at the right edge. */
function nameBeside(side: Side, labelEnd: number): Pick<Rect, 'x' | 'width'> | null {
  const [from, to] =
    side === 'p' ? [labelEnd + GAP, SCORE_COLUMN.p - GAP] : [SCORE_COLUMN.d + BOX_WIDTH + GAP, DRAWING.width];
  return to - from < MIN_NAME ? null : { x: from, width: to - from };
}

type Line = { readonly group: string | null; readonly startsGroup: boolean; readonly row: SheetRow };

/** The rows of each page. A section stays together if a page has room for all of it. */
function paginated({ sections }: Sheet, capacity: number): Line[][] {
  const pages: Line[][] = [[]];
  for (const { title, rows } of sections) {
    const used = pages.at(-1)!.length;
    if (used > 0 && used + rows.length > capacity && rows.length <= capacity) pages.push([]);
    rows.forEach((row, index) => {
      if (pages.at(-1)!.length === capacity) pages.push([]);
      const page = pages.at(-1)!;
      page.push({ group: title, startsGroup: index === 0 || page.length === 0, row });
    });
  }
  return pages;
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

export function sheetPages(sheet: Sheet, paper: Paper): readonly PrintedForm[] {
  const ranks = rankColumns(sheet);
  const ranksHeight = ranks.length === 0 ? 0 : 20 + RANK_HEIGHT * Math.max(...ranks.map(({ places }) => places));
  const room = LAST_ROW - FIRST_ROW - ranksHeight;
  const pages = paginated(sheet, Math.floor(room / ROW_HEIGHT.min));
  const usual = [...Map.groupBy(rowsOf(sheet), rangeText)].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
  const sides = sidesOf(sheet);
  const isTrial = sheet.sides.d !== null;

  return pages.map((lines, at) => {
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
      ...sides.map((side) => {
        const head = sheet.sides[side]!.title;
        return text(SCORE_COLUMN[side] + BOX_WIDTH / 2, FIRST_ROW - 6, fitted(head, 106, 10), head, {
          anchor: 'middle',
          ...bold,
        });
      }),
    ];

    const height = Math.min(ROW_HEIGHT.max, Math.max(ROW_HEIGHT.min, room / lines.length));
    const boxHeight = Math.min(22, height - 4);
    const cells: Record<string, Cell> = {};
    const names: Record<string, Rect> = {};
    const ruledAt: number[] = [];
    lines.forEach(({ group, startsGroup, row }, index) => {
      const y = FIRST_ROW + index * height;
      const base = y + boxHeight / 2 + 4;
      if (startsGroup) ruledAt.push(y);
      if (startsGroup && group !== null) texts.push(text(20, base, fitted(group, 84, 10), group, bold));
      const x = group === null ? 20 : 110;
      const size = fitted(row.label, SCORE_COLUMN.p - 10 - x, 10);
      texts.push(text(x, base, size, row.label, { bold: group === null }));
      const hints = [
        ...(rangeText(row) === usual ? [] : [rangeText(row)]),
        ...(row.weight === 1 ? [] : [`× ${row.weight}`]),
      ];
      if (hints.length > 0) texts.push(text(MIDDLE, base, 9, hints.join(', '), { anchor: 'middle' }));
      for (const side of sides) {
        const place = rect(SCORE_COLUMN[side], y, BOX_WIDTH, boxHeight);
        const cell = row[side];
        if (cell) {
          cells[cell.key] = { rect: place, kind: 'box' };
          const beside = nameBeside(side, x + widthOf(row.label, size));
          if (beside) names[cell.key] = rect(beside.x, y, beside.width, boxHeight);
          continue;
        }
        // A gray box tells judges that no score belongs here.
        boxes.push({ ...place, stroke: 0, fill: 0.8 });
      }
    });
    const rules = ruledAt.map((y) => ({ y: top + y - (height - boxHeight) / 2, from: 14, to: DRAWING.width - 30 }));

    if (at === pages.length - 1) {
      const width = RANKS.width / ranks.length;
      const y = FIRST_ROW + lines.length * height + 12;
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
