// Courtside's own printable ballot, with a box for each score and an ArUco marker in each corner. Letter and A4 center the
// same drawing, so photos of both read equally well.
import { corners, DRAWING, drawingOn, PAGES, type Corners, type Paper } from './drawing.ts';
import type { ScoreField } from './form.ts';
import type { BallotLayout, Cell, PrintedBox, PrintedText } from './layout.ts';
import { COLLEGE_28 } from './sheet/college-28.ts';

const FIRST_ROW = 132;
const ROW_HEIGHT = 27.5;
const SCORE_BOX = { width: 44, height: 22 };
const SCORE_COLUMN = { p: 306, d: 416 };

const LETTER_CORNERS: Corners = [
  { id: 615, bits: '0110100000101101' },
  { id: 475, bits: '0010101100000011' },
  { id: 227, bits: '0110001000010101' },
  { id: 170, bits: '0010010111011110' },
];
const A4_CORNERS: Corners = [
  { id: 288, bits: '1001110100100011' },
  { id: 313, bits: '1010010101111011' },
  { id: 181, bits: '0011110100001001' },
  { id: 879, bits: '1101001001110110' },
];

function courtsideLayout(id: string, paper: Paper, marked: Corners) {
  const { left, top, rect, text } = drawingOn(paper);
  const textFields = {
    pTeam: rect(60, 44, 110, 24),
    dTeam: rect(240, 44, 110, 24),
    judgeName: rect(60, 76, 290, 24),
  };
  const round = rect(416, 44, 44, 24);
  const caseName = rect(60, 26, 400, 14);
  const boxes: PrintedBox[] = [...Object.values(textFields), round].map((box) => ({ ...box, stroke: 0.8 }));
  const texts: PrintedText[] = [
    text(DRAWING.width / 2, 22, 15, 'Courtside mock trial ballot', { anchor: 'middle', bold: true }),
    text(54, 60, 9, 'P team', { anchor: 'end' }),
    text(234, 60, 9, 'D team', { anchor: 'end' }),
    text(410, 60, 9, 'Round', { anchor: 'end' }),
    text(54, 92, 9, 'Judge', { anchor: 'end' }),
    text(SCORE_COLUMN.p + SCORE_BOX.width / 2, FIRST_ROW - 8, 10, 'Plaintiff / Prosecution', {
      anchor: 'middle',
      bold: true,
    }),
    text(SCORE_COLUMN.d + SCORE_BOX.width / 2, FIRST_ROW - 8, 10, 'Defense', { anchor: 'middle', bold: true }),
    text(DRAWING.width / 2, DRAWING.height - 8, 8, 'Whole numbers from 1 to 10, one in every white box.', {
      anchor: 'middle',
    }),
  ];
  const cells: Partial<Record<ScoreField, Cell>> = {};
  let index = 0;
  const ruledAt: number[] = [];
  for (const { title: group, rows } of COLLEGE_28.sections) {
    ruledAt.push(index);
    for (const row of rows) {
      const y = FIRST_ROW + index * ROW_HEIGHT;
      if (group !== null && row === rows[0]) texts.push(text(20, y + 15, 10, group, { bold: true }));
      texts.push(text(group === null ? 20 : 110, y + 15, 10, row.label, { bold: group === null }));
      for (const side of ['p', 'd'] as const) {
        const place = rect(SCORE_COLUMN[side], y, SCORE_BOX.width, SCORE_BOX.height);
        const cell = row[side];
        if (cell) cells[cell.key] = { rect: place, kind: 'box' };
        // A gray box tells judges that no score belongs here.
        else boxes.push({ ...place, stroke: 0, fill: 0.8 });
      }
      index += 1;
    }
  }
  const lines = ruledAt.map((row) => {
    const y = top + FIRST_ROW + row * ROW_HEIGHT - 2.75;
    return { x1: left + 14, y1: y, x2: left + DRAWING.width - 30, y2: y, stroke: 0.5 };
  });
  return {
    id,
    title: `Courtside ballot (${paper})`,
    page: PAGES[paper],
    boxes,
    lines,
    texts,
    markers: corners(paper, marked),
    cells: cells as BallotLayout['cells'],
    textFields,
    numberFields: [],
    round,
    caseName,
  };
}

export const COURTSIDE_LETTER: BallotLayout = courtsideLayout('courtside-letter', 'Letter', LETTER_CORNERS);
export const COURTSIDE_A4: BallotLayout = courtsideLayout('courtside-a4', 'A4', A4_CORNERS);
