// What the cells of a table may say, for both shapes of table.
import { SIDES } from '#metrics/scores.ts';
import type { Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { maxMargin, whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import { maxRanks, type RankKind } from '#ballot/sheet/ranks.ts';
import type { Range, Sheet } from '#ballot/sheet/sheet.ts';
import { sheetNamed } from './file-sheets.ts';
import { MAX_COMMENT, MAX_TEXT, type FileBallot } from './file-ballot.ts';
import type { Row, Table } from './text.ts';

/** A row's cell by its column; empty if the table has no such column. */
export type NamedCells = { line: number; cell: (column: string) => string };

/** The table’s rows below its header, with cells by column name. */
export function namedRows({ header, rows }: Table): NamedCells[] {
  const places = new Map(header.cells.map((column, index) => [column, index]));
  return rows.map(({ line, cells }: Row) => ({
    line,
    cell: (column) => {
      const place = places.get(column);
      return place === undefined ? '' : (cells[place] ?? '');
    },
  }));
}

/** A cell that can't be what its column says; its message is a sentence for people. */
export class BadCell extends Error {}

const SIDE_WORDS = new Map<string, Side>([
  ['plaintiff', 'p'],
  ['prosecution', 'p'],
  ['pros', 'p'],
  ['π', 'p'],
  ['defense', 'd'],
  ['defence', 'd'],
  ['defendant', 'd'],
  ['def', 'd'],
  ['δ', 'd'],
  // The sign of a difference looks like the letter.
  ['∆', 'd'],
]);

/** @throws {BadCell} */
export function sideIn(text: string, what: string): Side | null {
  if (text === '') return null;
  const word = text.toLowerCase();
  const side = SIDES.find((one) => one === word) ?? SIDE_WORDS.get(word);
  if (!side) throw new BadCell(`${what} is "${text}". It must be p or d.`);
  return side;
}

const COLLEGE_RANGE: Range = { min: 0, max: 10 };

/** @throws {BadCell} */
export function sheetOfRow(cell: NamedCells['cell'], sheets: readonly Sheet[]): Sheet {
  const sheet = sheetNamed(sheets, cell('sheet'));
  if (!sheet) throw new BadCell(`The score sheet is "${cell('sheet')}", which this school doesn’t have.`);
  return sheet;
}

/** @throws {BadCell} */
export function rankIn(sheet: Sheet, kind: RankKind, rank: number): number {
  const most = maxRanks(sheet, kind);
  if (rank >= 1 && rank <= most) return rank;
  throw new BadCell(whyNotOnSheet(sheet, { ranks: { [kind]: Array.from({ length: most + 1 }) } })!);
}

/** A whole number, or NaN. Programs that know no empty numbers write decimals beside one: `8.0`, `8,00`. */
export const wholeIn = (text: string): number =>
  /^[+-]?\d+(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;

/** @throws {BadCell} */
export function scoreIn(text: string, what: string, { min, max }: Range = COLLEGE_RANGE): number | null {
  if (text === '') return null;
  const score = wholeIn(text);
  if (score >= min && score <= max) return score;
  throw new BadCell(
    `${what} is "${text}". It must be a whole number from ${min} to ${max}, or empty if it was not read.`,
  );
}

/** @throws {BadCell} */
export function marginIn(text: string, sheet: Sheet = COLLEGE_28): number | null {
  if (text === '') return null;
  const margin = wholeIn(text);
  const max = maxMargin(sheet);
  if (Math.abs(margin) <= max) return margin || 0;
  throw new BadCell(`The margin is "${text}". It must be a whole number from -${max} to ${max}, or empty.`);
}

/** @throws {BadCell} */
export function textIn(text: string, what: string, max = MAX_TEXT): string {
  if (text.length > max) throw new BadCell(`${what} has ${text.length} characters. Shorten it to ${max}.`);
  if (text.includes('\0')) throw new BadCell(`${what} contains broken characters.`);
  return text;
}
/** @throws {BadCell} if it is too long or broken */
export const commentIn = (text: string): string => textIn(text, 'The comment', MAX_COMMENT);

type Facts = Pick<FileBallot, 'season' | 'tournament' | 'round' | 'judge' | 'team' | 'opponent'>;
/** @throws {BadCell} */
export function factsIn(cell: NamedCells['cell']): Facts {
  if (cell('round') === '') throw new BadCell('The round is missing. Write its number.');
  const fact = (column: keyof Facts): string => textIn(cell(column), `The ${column}`);
  return {
    season: fact('season'),
    tournament: fact('tournament'),
    round: fact('round'),
    judge: fact('judge'),
    team: fact('team'),
    opponent: fact('opponent'),
  };
}

/** Returns the message of a bad cell; rethrows any other error, which is a bug of ours. */
export function badCell(error: unknown): string {
  if (error instanceof BadCell) return error.message;
  throw error;
}
