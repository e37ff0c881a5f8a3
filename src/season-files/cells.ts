// What the cells of a table may say, for both shapes of table.
import { SIDES } from '#metrics/scores.ts';
import type { Side } from '#ballot/form.ts';
import { MAX_COMMENT, MAX_MARGIN, MAX_SCORE, MAX_TEXT, type FileBallot } from './file-ballot.ts';
import type { Row, Table } from './text.ts';

/** A row's cell by its column; empty if the table has no such column. */
export type NamedCells = { line: number; cell: (column: string) => string };

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
  ['defense', 'd'],
  ['defence', 'd'],
  ['defendant', 'd'],
]);

/** @throws {BadCell} */
export function sideIn(text: string, what: string): Side | null {
  if (text === '') return null;
  const word = text.toLowerCase();
  const side = SIDES.find((one) => one === word) ?? SIDE_WORDS.get(word);
  if (!side) throw new BadCell(`${what} is "${text}". It must be p or d.`);
  return side;
}

/** @throws {BadCell} */
export function scoreIn(text: string, what = 'The score'): number | null {
  if (text === '') return null;
  const score = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (score >= 0 && score <= MAX_SCORE) return score;
  throw new BadCell(
    `${what} is "${text}". It must be a whole number from 0 to ${MAX_SCORE}, or empty if it was not read.`,
  );
}

/** @throws {BadCell} */
export function marginIn(text: string): number | null {
  if (text === '') return null;
  const margin = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(margin) <= MAX_MARGIN) return margin || 0;
  throw new BadCell(
    `The margin is "${text}". It must be a whole number from -${MAX_MARGIN} to ${MAX_MARGIN}, or empty.`,
  );
}

/** @throws {BadCell} */
export function textIn(text: string, what: string, max = MAX_TEXT): string {
  if (text.length > max) throw new BadCell(`${what} has ${text.length} characters. Shorten it to ${max}.`);
  if (text.includes('\0')) throw new BadCell(`${what} contains broken characters.`);
  return text;
}
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

/** The sentence of a bad cell; anything else is our mistake and is thrown on. */
export function badCell(error: unknown): string {
  if (error instanceof BadCell) return error.message;
  throw error;
}
