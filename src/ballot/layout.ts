// Describes a printed ballot as plain data: the print page draws it, and the recognizer finds and reads it. To support
// another form, describe it and add it to `layouts.ts`.
//
// Units are PostScript points (1/72 inch) from the top left corner of the page. y grows downward.
import type { ScoreField, TextField } from './form.ts';
import type { PlacedCell } from './sheet/sheet.ts';

export type Rect = { x: number; y: number; width: number; height: number };
export type PrintedLine = { x1: number; y1: number; x2: number; y2: number; stroke: number };
/** `fill` is a gray from 0 (black) to 1 (white); without it the box is not filled. A stroke of 0 draws no outline. */
export type PrintedBox = Rect & { stroke: number; fill?: number };
/** `y` is the baseline, `size` the font size, and `x` the start, middle or end of the text, depending on `anchor`. */
export type PrintedText = {
  x: number;
  y: number;
  size: number;
  text: string;
  anchor?: 'middle' | 'end';
  bold?: boolean;
};
/**
 * An ArUco marker (dictionary 4x4_1000). `size` includes the black border, and `bits` are the inner 4 x 4 squares row by
 * row, 1 for white. The form leaves a white margin of at least one square around it.
 */
export type Marker = { id: number; bits: string; x: number; y: number; size: number };
/**
 * Where a score is written. A `box` has a printed frame of exactly this rectangle. A `line` has only the lower edge of the
 * rectangle printed.
 */
export type Cell = { rect: Rect; kind: 'box' | 'line' };

/** A page with boxes for scores, whichever sheet they are from. */
export type PrintedForm = {
  id: string;
  title: string;
  page: { width: number; height: number };
  boxes: readonly PrintedBox[];
  lines: readonly PrintedLine[];
  texts: readonly PrintedText[];
  /** Clockwise from the top left corner. Empty for a form without markers. */
  markers: readonly Marker[];
  /** The scores by their keys. Their frames and lines are printed without being in `boxes` or `lines`. */
  cells: Readonly<Record<string, Cell>>;
  /** Where the texts are written. Their frames and lines are in `boxes` and `lines`. */
  textFields: Readonly<Partial<Record<TextField, Rect>>>;
  /** Where the round is written. It is not read. */
  round?: Rect;
  /** Where the case is printed, on a form with a place for it. It is not read. */
  caseName?: Rect;
  /** Where the judge's number is printed, on a form with a place for it. It is not read. */
  judgeNumber?: Rect;
  /** Where names of the people who get the scores are printed, by the keys of the scores. They are not read. */
  names?: Readonly<Record<string, Rect>>;
  /** Where the QR code is printed, on a form that has one. */
  code?: Rect;
};

/** A form that the recognizer finds and reads. */
export type ReadableForm = PrintedForm & {
  /** The scores on this page, in the order of the paper. */
  scores: readonly PlacedCell[];
  /** The texts that are numbers on this form: its label asks for a team's number. */
  numberFields: readonly TextField[];
};

/** The form of 28 scores. */
export type BallotLayout = PrintedForm & {
  cells: Readonly<Record<ScoreField, Cell>>;
  textFields: Readonly<Record<TextField, Rect>>;
  /** The texts that are numbers on this form: its label asks for a team's number. */
  numberFields: readonly TextField[];
  round: Rect;
};
