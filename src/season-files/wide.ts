// The wide table: one ballot per row.
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { csvText } from '#ballot/csv.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import {
  badCell,
  BadCell,
  commentIn,
  factsIn,
  marginIn,
  namedRows,
  scoreIn,
  sideIn,
  textIn,
  type NamedCells,
} from './cells.ts';
import { commentColumn, opponentCommentColumn, opponentStudentColumn, rankColumns, studentColumn } from './columns.ts';
import {
  MAX_PROBLEMS,
  newBallot,
  numberJudges,
  shownProblems,
  sortedRanks,
  type FileBallot,
  type FileProblem,
  type ReadBallots,
} from './file-ballot.ts';
import type { Table } from './text.ts';

const FACTS = ['season', 'tournament', 'round', 'judge', 'ballot', 'our side', 'team', 'opponent'] as const;

const textsByPart = (
  cell: NamedCells['cell'],
  column: (part: Part) => string,
  read: (text: string) => string,
): Partial<Record<Part, string>> =>
  Object.fromEntries(PARTS.map((part) => [part, read(cell(column(part)))]).filter(([, text]) => text !== ''));

const nameIn = (text: string): string => textIn(text, 'A student’s name');

function ballotIn({ line, cell }: NamedCells): FileBallot {
  const ballot = newBallot(line);
  Object.assign(ballot, factsIn(cell));
  const side = sideIn(cell('our side'), 'Our side') ?? sideIn(cell('side'), 'Our side');
  if (side === null) throw new BadCell('Our side is missing. Write p or d in the column "our side".');
  ballot.side = side;
  for (const field of SCORE_FIELDS) {
    const label = recognitionLabel(field);
    ballot.scores[field] = scoreIn(cell(label), label);
  }
  ballot.students = textsByPart(cell, studentColumn, nameIn);
  ballot.opponentStudents = textsByPart(cell, opponentStudentColumn, nameIn);
  ballot.comments = textsByPart(cell, commentColumn, commentIn);
  ballot.opponentComments = textsByPart(cell, opponentCommentColumn, commentIn);
  ballot.tabMargin = marginIn(cell('margin'));
  ballot.ranks = sortedRanks(
    rankColumns.flatMap(({ kind, rank, column }) =>
      cell(column) === '' ? [] : [{ kind, rank, student: nameIn(cell(column)) }],
    ),
  );
  return ballot;
}

export function readWide(table: Table): ReadBallots {
  const missing = SCORE_FIELDS.map((field) => recognitionLabel(field)).filter(
    (label) => !table.header.cells.includes(label),
  );
  if (missing.length > 0) {
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
    const message = `These columns are missing: ${missing.slice(0, 5).join(', ')}${more}. Add them, or choose which columns they are.`;
    return { ballots: [], problems: [{ line: table.header.line, message }] };
  }
  const problems: FileProblem[] = [];
  const read: { ballot: FileBallot; label: string }[] = [];
  for (const row of namedRows(table)) {
    if (problems.length >= MAX_PROBLEMS) break;
    try {
      read.push({ ballot: ballotIn(row), label: row.cell('ballot') });
    } catch (error) {
      problems.push({ line: row.line, message: badCell(error) });
    }
  }
  problems.push(...numberJudges(read));
  return { ballots: read.map(({ ballot }) => ballot), problems: shownProblems(problems) };
}

export type OutCell = string | number;

/** The header and a row per ballot. What no ballot has gets no columns. */
export function wideRows(ballots: readonly FileBallot[]): OutCell[][] {
  const some = (has: (ballot: FileBallot) => boolean, columns: string[]): string[] =>
    ballots.some(has) ? columns : [];
  const header = [
    ...FACTS,
    ...SCORE_FIELDS.map((field) => recognitionLabel(field)),
    ...PARTS.map(studentColumn),
    ...some(({ opponentStudents }) => Object.keys(opponentStudents).length > 0, PARTS.map(opponentStudentColumn)),
    ...some(
      ({ ranks }) => ranks.length > 0,
      rankColumns.map(({ column }) => column),
    ),
    ...some(({ comments }) => Object.keys(comments).length > 0, PARTS.map(commentColumn)),
    ...some(({ opponentComments }) => Object.keys(opponentComments).length > 0, PARTS.map(opponentCommentColumn)),
    ...some(({ tabMargin }) => tabMargin !== null, ['margin']),
  ];
  const rowOf = (ballot: FileBallot): OutCell[] => {
    const cells = new Map<string, OutCell>([
      ['season', ballot.season],
      ['tournament', ballot.tournament],
      ['round', ballot.round],
      ['judge', ballot.judge],
      ['ballot', ballot.number],
      ['our side', ballot.side],
      ['team', ballot.team],
      ['opponent', ballot.opponent],
      ['margin', ballot.tabMargin ?? ''],
    ]);
    for (const field of SCORE_FIELDS) cells.set(recognitionLabel(field), ballot.scores[field] ?? '');
    for (const part of PARTS) {
      cells.set(studentColumn(part), ballot.students[part] ?? '');
      cells.set(opponentStudentColumn(part), ballot.opponentStudents[part] ?? '');
      cells.set(commentColumn(part), ballot.comments[part] ?? '');
      cells.set(opponentCommentColumn(part), ballot.opponentComments[part] ?? '');
    }
    for (const { kind, rank, column } of rankColumns)
      cells.set(column, ballot.ranks.find((one) => one.kind === kind && one.rank === rank)?.student ?? '');
    return header.map((column) => cells.get(column) ?? '');
  };
  return [header, ...ballots.map(rowOf)];
}

export const writeWideCsv = (ballots: readonly FileBallot[]): string => csvText(wideRows(ballots));
