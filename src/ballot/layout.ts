// What a printed ballot looks like, as pure data: the print page draws it, the recognizer finds and reads it.
// Nothing here draws or reads. A further form is a further description in the list of `layouts.ts`.
//
// Units are PostScript points (1/72 inch) from the top left corner of the page; y grows downwards.
import type { ScoreField, TextField } from './form.ts';

export type Rect = { x: number; y: number; width: number; height: number };
export type PrintedLine = { x1: number; y1: number; x2: number; y2: number; stroke: number };
/** A printed rectangle. `fill` is the grey it is filled with: 0 black, 1 white; absent: not filled. Stroke 0: no outline. */
export type PrintedBox = Rect & { stroke: number; fill?: number };
/** A printed text. `y` is its baseline, `size` the font size; `x` is its start, middle or end according to `anchor`. */
export type PrintedText = {
  x: number;
  y: number;
  size: number;
  text: string;
  anchor?: 'middle' | 'end';
  bold?: boolean;
};
/**
 * An ArUco marker (dictionary 4x4_1000): `size` is its edge with the black border, `bits` its inner 4 x 4 squares row
 * by row, 1 for white. A white margin of at least one square around it belongs to the form.
 */
export type Marker = { id: number; bits: string; x: number; y: number; size: number };
/**
 * Where a score is written. A `box` is a printed frame of exactly this rectangle; a `line` is a printed write-on line
 * along the lower edge of this rectangle, whose other edges are not printed.
 */
export type Cell = { rect: Rect; kind: 'box' | 'line' };

export type BallotLayout = {
  id: string;
  /** The form's name for people. */
  title: string;
  page: { width: number; height: number };
  boxes: readonly PrintedBox[];
  lines: readonly PrintedLine[];
  texts: readonly PrintedText[];
  /** Empty for a form without markers. Clockwise from the top left corner otherwise. */
  markers: readonly Marker[];
  /** All 28 scores. The frames and lines of the cells are printed too; they are not repeated in `boxes` and `lines`. */
  cells: Readonly<Record<ScoreField, Cell>>;
  /** Where the three texts are written. Their frames or lines are in `boxes` and `lines`. */
  textFields: Readonly<Record<TextField, Rect>>;
  /** The texts that are numbers on this form: its label asks for a team's number. */
  numberFields: readonly TextField[];
  /** Where the round is written or printed. It is not one of the fields that are read. */
  round: Rect;
};
