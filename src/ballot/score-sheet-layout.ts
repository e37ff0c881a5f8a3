// The one-page college score sheet of many tournaments: no markers, two boxed columns of which the right one is shaded, and
// each score on a short line to the left of its label. The drawing is our own and follows only the geometry of such sheets.
import type { ScoreField } from './form.ts';
import type { BallotLayout, Cell, PrintedBox, PrintedLine, PrintedText } from './layout.ts';

const LINE_WIDTH = 42;
/** The height of the space for a score above its line. */
const WRITING_HEIGHT = 14;
const LEFT_LINES_X = 29;
const RIGHT_LINES_X = 324;

/** A line to write on. `y` is its distance from the top. */
type Entry = readonly [field: ScoreField, y: number, label: string];
const LEFT: readonly Entry[] = [
  ['pOpen', 170, 'Opening statement'],
  ['pDirect1', 214, 'Attorney on direct'],
  ['pWDirect1', 228, 'Witness on direct'],
  ['pWCross1', 243, 'Witness on cross'],
  ['pDirect2', 275, 'Attorney on direct'],
  ['pWDirect2', 291, 'Witness on direct'],
  ['pWCross2', 306, 'Witness on cross'],
  ['pDirect3', 338, 'Attorney on direct'],
  ['pWDirect3', 354, 'Witness on direct'],
  ['pWCross3', 370, 'Witness on cross'],
  ['pCross1', 441, 'Cross of first witness'],
  ['pCross2', 504, 'Cross of second witness'],
  ['pCross3', 567, 'Cross of third witness'],
  ['pClose', 610, 'Closing argument'],
];
const RIGHT: readonly Entry[] = [
  ['dOpen', 170, 'Opening statement'],
  ['dCross1', 228, 'Cross of first witness'],
  ['dCross2', 289, 'Cross of second witness'],
  ['dCross3', 352, 'Cross of third witness'],
  ['dDirect1', 425, 'Attorney on direct'],
  ['dWDirect1', 441, 'Witness on direct'],
  ['dWCross1', 456, 'Witness on cross'],
  ['dDirect2', 488, 'Attorney on direct'],
  ['dWDirect2', 504, 'Witness on direct'],
  ['dWCross2', 520, 'Witness on cross'],
  ['dDirect3', 551, 'Attorney on direct'],
  ['dWDirect3', 567, 'Witness on direct'],
  ['dWCross3', 583, 'Witness on cross'],
  ['dClose', 612, 'Closing argument'],
];

const entriesAt = (x: number, entries: readonly Entry[]): [ScoreField, Cell][] =>
  entries.map(([field, y]) => [
    field,
    { rect: { x, y: y - WRITING_HEIGHT, width: LINE_WIDTH, height: WRITING_HEIGHT }, kind: 'line' },
  ]);
const labelsAt = (x: number, entries: readonly Entry[]): PrintedText[] =>
  entries.map(([, y, label]) => ({ x: x + LINE_WIDTH + 4, y: y - 1, size: 9, text: label }));
const line = (x1: number, x2: number, y: number): PrintedLine => ({ x1, y1: y, x2, y2: y, stroke: 0.7 });
const heading = (x: number, y: number, text: string): PrintedText => ({ x, y, size: 9, text, bold: true });
const ranks = (x: number, title: string): { texts: PrintedText[]; lines: PrintedLine[] } => ({
  texts: [
    heading(x, 646, title),
    ...[1, 2, 3, 4].map((rank) => ({ x, y: 646 + rank * 20, size: 9, text: `${rank}.` })),
  ],
  lines: [1, 2, 3, 4].map((rank) => line(x + 14, x + 200, 648 + rank * 20)),
});
const attorneys = ranks(40, 'Ranking of attorneys');
const witnesses = ranks(326, 'Ranking of witnesses');

const boxes: PrintedBox[] = [
  { x: 26, y: 107, width: 262, height: 521, stroke: 1.2 },
  { x: 312, y: 107, width: 263, height: 521, stroke: 1.2, fill: 0.87 },
];

export const SCORE_SHEET: BallotLayout = {
  id: 'score-sheet',
  title: 'College score sheet',
  page: { width: 612, height: 792 },
  boxes,
  lines: [
    line(130, 270, 55),
    line(420, 560, 55),
    line(330, 560, 83),
    line(26, 288, 134),
    line(312, 575, 134),
    line(26, 288, 386),
    line(312, 575, 386),
    ...attorneys.lines,
    ...witnesses.lines,
  ],
  texts: [
    { x: 306, y: 32, size: 14, text: 'Score sheet', anchor: 'middle', bold: true },
    { x: 126, y: 54, size: 9, text: 'Plaintiff team number', anchor: 'end' },
    { x: 416, y: 54, size: 9, text: 'Defense team number', anchor: 'end' },
    { x: 40, y: 82, size: 9, text: 'Round (circle one):    1     2     3     4' },
    { x: 326, y: 82, size: 9, text: 'Judge', anchor: 'end' },
    { x: 157, y: 125, size: 11, text: 'Plaintiff / Prosecution', anchor: 'middle', bold: true },
    { x: 443, y: 125, size: 11, text: 'Defense', anchor: 'middle', bold: true },
    heading(34, 190, "Plaintiff's witnesses"),
    heading(328, 208, "Plaintiff's witnesses"),
    heading(34, 414, 'Defense witnesses'),
    heading(328, 406, 'Defense witnesses'),
    ...labelsAt(LEFT_LINES_X, LEFT),
    ...labelsAt(RIGHT_LINES_X, RIGHT),
    ...attorneys.texts,
    ...witnesses.texts,
  ],
  markers: [],
  cells: Object.fromEntries([...entriesAt(LEFT_LINES_X, LEFT), ...entriesAt(RIGHT_LINES_X, RIGHT)]) as Record<
    ScoreField,
    Cell
  >,
  textFields: {
    pTeam: { x: 130, y: 37, width: 140, height: 18 },
    dTeam: { x: 420, y: 37, width: 140, height: 18 },
    judgeName: { x: 330, y: 65, width: 230, height: 18 },
  },
  numberFields: ['pTeam', 'dTeam'],
  round: { x: 126, y: 70, width: 90, height: 15 },
};
