// The tidy file of a season's scores: UTF-8 CSV, one score per line, the columns below in any order.
import { csvLine, csvLines, unescapeFormula } from '#ballot/csv.ts';
import { fieldOf, KINDS, PARTS, SIDES, type ScoreRow } from './scores.ts';

export const TIDY_COLUMNS = [
  'season',
  'tournament',
  'round',
  'side',
  'ballot',
  'judge',
  'part',
  'student',
  'kind',
  'score',
] as const satisfies readonly (keyof ScoreRow)[];
type TidyColumn = (typeof TIDY_COLUMNS)[number];

/** A problem with the file. Lines count from 1, the header's. */
export type LineProblem = { line: number; message: string };

const MAX_SCORE = 10;
/** Not 0x5, 1e1 or Infinity, which JavaScript takes for numbers too. */
const PLAIN_NUMBER = /^\d*\.?\d+$/;

const plain = (cell: string): string => unescapeFormula(cell.trim());

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text.toLowerCase());

/** The score that a line's cells describe, or what is wrong with them. */
function scoreRowOf(cells: Record<TidyColumn, string>): ScoreRow | string {
  const { season, tournament, round, ballot, judge, student } = cells;
  if (round === '') return 'The round is missing.';
  if (ballot === '') return 'The ballot is missing.';
  const side = oneOf(SIDES, cells.side);
  if (side === undefined) return `The side is "${cells.side}". It must be p or d.`;
  const part = oneOf(PARTS, cells.part);
  if (part === undefined) return `The part is "${cells.part}". It must be one of ${PARTS.join(', ')}.`;
  const kind = oneOf(KINDS, cells.kind);
  if (kind === undefined) return `The kind is "${cells.kind}". It must be one of ${KINDS.join(', ')}.`;
  if (fieldOf({ side, part, kind }) === undefined) return `The part ${part} has no score of the kind ${kind}.`;
  const score = cells.score === '' ? null : Number(cells.score);
  if (score !== null && !(PLAIN_NUMBER.test(cells.score) && score <= MAX_SCORE))
    return `The score is "${cells.score}". It must be a number from 0 to ${MAX_SCORE}, or empty.`;
  return { season, tournament, round, side, ballot, judge, part, student, kind, score };
}

/** Reads a tidy file. With any problem the rows are not complete: show the problems, compute nothing. */
export function readTidyCsv(text: string): { rows: ScoreRow[]; problems: LineProblem[] } {
  const rows: ScoreRow[] = [];
  const problems: LineProblem[] = [];
  const judges = new Map<string, string>();
  const seen = new Map<string, number>();
  let header: Map<string, number> | null = null;
  for (const { line, cells, closed } of csvLines(text.replace(/^\uFEFF/, ''))) {
    const problem = (message: string): unknown => problems.push({ line, message });
    if (!closed) problem('A quotation mark is never closed.');
    else if (cells.every((cell) => cell.trim() === '')) continue;
    else if (header === null) {
      header = new Map(cells.map((cell, index) => [plain(cell).toLowerCase(), index]));
      const missing = TIDY_COLUMNS.filter((column) => !header!.has(column));
      if (missing.length === 0) continue;
      const [only = '', ...others] = cells;
      problem(
        others.length === 0 && only.includes(';')
          ? 'Its cells are separated by semicolons. Save the file with commas.'
          : `These columns are missing: ${missing.join(', ')}.`,
      );
      return { rows, problems };
    } else if (cells.length !== header.size)
      problem(`It has ${cells.length} cells. The first line has ${header.size}.`);
    else {
      const at = header;
      const named = Object.fromEntries(TIDY_COLUMNS.map((column) => [column, plain(cells[at.get(column)!]!)]));
      const row = scoreRowOf(named as Record<TidyColumn, string>);
      if (typeof row === 'string') {
        problem(row);
        continue;
      }
      const ballot = JSON.stringify([row.season, row.tournament, row.round, row.ballot]);
      const cell = `${ballot} ${row.side} ${row.part} ${row.kind}`;
      const before = seen.get(cell);
      if (before !== undefined) problem(`Line ${before} already has this score of this ballot.`);
      else if ((judges.get(ballot) ?? row.judge) !== row.judge)
        problem(`The judge of this ballot is "${judges.get(ballot)}" on an earlier line and "${row.judge}" here.`);
      else rows.push(row);
      seen.set(cell, before ?? line);
      judges.set(ballot, judges.get(ballot) ?? row.judge);
    }
  }
  if (header === null) problems.push({ line: 1, message: 'The file is empty.' });
  return { rows, problems };
}

/** Writes a tidy file. It begins with the mark by which spreadsheets know that accents are UTF-8. */
export const writeTidyCsv = (rows: readonly ScoreRow[]): string =>
  `\uFEFF${csvLine(TIDY_COLUMNS)}${rows.map((row) => csvLine(TIDY_COLUMNS.map((column) => row[column] ?? ''))).join('')}`;
