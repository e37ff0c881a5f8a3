// The wide table: one ballot per row.
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { csvText } from '#ballot/csv.ts';
import { ALL_PARTS, type Part } from '#metrics/scores.ts';
import {
  badCell,
  BadCell,
  commentIn,
  factsIn,
  marginIn,
  namedRows,
  rankIn,
  scoreIn,
  sheetOfRow,
  sideIn,
  textIn,
  type NamedCells,
} from './cells.ts';
import {
  commentColumn,
  opponentCommentColumn,
  opponentStudentColumn,
  partsOnAny,
  rankColumns,
  scoreColumns,
  studentColumn,
} from './columns.ts';
import { COLLEGE_ONLY, sheetIn, sheetName, sheetNamed, sheetsOfBallots } from './file-sheets.ts';
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

const BY_PART = { studentColumn, opponentStudentColumn, commentColumn, opponentCommentColumn };
/** The parts that a table has columns for. */
function partsIn({ header }: Table): Part[] {
  const columns = new Set(header.cells);
  return ALL_PARTS.filter((part) => Object.values(BY_PART).some((column) => columns.has(column(part))));
}

const nameIn = (text: string): string => textIn(text, 'A student’s name');

type Columns = { parts: readonly Part[]; ranks: ReturnType<typeof rankColumns> };

function ballotIn({ line, cell }: NamedCells, sheets: readonly Sheet[], { parts, ranks }: Columns): FileBallot {
  const textsByPart = (column: (part: Part) => string, read: (text: string) => string): Partial<Record<Part, string>> =>
    Object.fromEntries(parts.map((part) => [part, read(cell(column(part)))]).filter(([, text]) => text !== ''));
  const sheet = sheetOfRow(cell, sheets);
  const ballot = newBallot(line, sheet);
  Object.assign(ballot, factsIn(cell));
  const side = sideIn(cell('our side'), 'Our side') ?? sideIn(cell('side'), 'Our side');
  if (side === null) throw new BadCell('Our side is missing. Write p or d in the column "our side".');
  ballot.side = side;
  for (const { key, label, min, max } of cellsOf(sheet)) ballot.scores[key] = scoreIn(cell(label), label, { min, max });
  ballot.students = textsByPart(studentColumn, nameIn);
  ballot.opponentStudents = textsByPart(opponentStudentColumn, nameIn);
  ballot.comments = textsByPart(commentColumn, commentIn);
  ballot.opponentComments = textsByPart(opponentCommentColumn, commentIn);
  ballot.tabMargin = marginIn(cell('margin'), sheet);
  ballot.ranks = sortedRanks(
    ranks.flatMap(({ kind, rank, column }) =>
      cell(column) === '' ? [] : [{ kind, rank: rankIn(sheet, kind, rank), student: nameIn(cell(column)) }],
    ),
  );
  return ballot;
}

/** Reads a table with one line per ballot. A line that can’t be read becomes a problem that names it. */
export function readWide(table: Table, sheets: readonly Sheet[] = COLLEGE_ONLY): ReadBallots {
  const rows = namedRows(table);
  // Unknown sheets are refused with their row.
  const used = new Set(rows.flatMap(({ cell }) => sheetNamed(sheets, cell('sheet')) ?? []));
  const needed = scoreColumns(rows.length === 0 ? sheets.slice(0, 1) : [...used]);
  const missing = needed.filter((label) => !table.header.cells.includes(label));
  if (missing.length > 0) {
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : '';
    const message = `These columns are missing: ${missing.slice(0, 5).join(', ')}${more}. Add them, or choose which columns they are.`;
    return { ballots: [], problems: [{ line: table.header.line, message }] };
  }
  const columns = { parts: partsIn(table), ranks: rankColumns(sheets) };
  const problems: FileProblem[] = [];
  const read: { ballot: FileBallot; label: string }[] = [];
  for (const row of rows) {
    if (problems.length >= MAX_PROBLEMS) break;
    try {
      read.push({ ballot: ballotIn(row, sheets, columns), label: row.cell('ballot') });
    } catch (error) {
      problems.push({ line: row.line, message: badCell(error) });
    }
  }
  problems.push(...numberJudges(read));
  return { ballots: read.map(({ ballot }) => ballot), problems: shownProblems(problems) };
}

export type OutCell = string | number;

/** The header and a row per ballot. What no ballot has gets no columns. */
export function wideRows(ballots: readonly FileBallot[], sheets: readonly Sheet[] = COLLEGE_ONLY): OutCell[][] {
  const used = sheetsOfBallots(sheets, ballots);
  const some = (has: (ballot: FileBallot) => boolean, columns: string[]): string[] =>
    ballots.some(has) ? columns : [];
  const shown = used.length === 0 ? COLLEGE_ONLY : used;
  const named = new Set(
    ballots.flatMap(({ students, opponentStudents, comments, opponentComments }) =>
      Object.keys({ ...students, ...opponentStudents, ...comments, ...opponentComments }),
    ),
  );
  const ranked = rankColumns(shown);
  const onSheets = partsOnAny(shown);
  const parts = ALL_PARTS.filter((part) => onSheets.includes(part) || named.has(part));
  const header = [
    ...FACTS,
    ...scoreColumns(shown),
    ...parts.map(studentColumn),
    ...some(({ opponentStudents }) => Object.keys(opponentStudents).length > 0, parts.map(opponentStudentColumn)),
    ...some(
      ({ ranks }) => ranks.length > 0,
      ranked.map(({ column }) => column),
    ),
    ...some(({ comments }) => Object.keys(comments).length > 0, parts.map(commentColumn)),
    ...some(({ opponentComments }) => Object.keys(opponentComments).length > 0, parts.map(opponentCommentColumn)),
    ...some(({ tabMargin }) => tabMargin !== null, ['margin']),
    ...some(({ sheet }) => sheet !== undefined, ['sheet']),
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
    const sheet = sheetIn(sheets, ballot.sheet)!;
    cells.set('sheet', sheetName(sheet));
    for (const { key, label } of cellsOf(sheet)) cells.set(label, ballot.scores[key] ?? '');
    for (const part of parts) {
      cells.set(studentColumn(part), ballot.students[part] ?? '');
      cells.set(opponentStudentColumn(part), ballot.opponentStudents[part] ?? '');
      cells.set(commentColumn(part), ballot.comments[part] ?? '');
      cells.set(opponentCommentColumn(part), ballot.opponentComments[part] ?? '');
    }
    for (const { kind, rank, column } of ranked)
      cells.set(column, ballot.ranks.find((one) => one.kind === kind && one.rank === rank)?.student ?? '');
    return header.map((column) => cells.get(column) ?? '');
  };
  return [header, ...ballots.map(rowOf)];
}

/** One line per ballot. `readWide` reads back the same ballots. */
export const writeWideCsv = (ballots: readonly FileBallot[], sheets: readonly Sheet[] = COLLEGE_ONLY): string =>
  csvText(wideRows(ballots, sheets));
