// The tidy table: one score per row, 28 rows per ballot of college rounds.
import type { Side } from '#ballot/form.ts';
import { maxRanks, type RankKind } from '#ballot/sheet/ranks.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { otherSide, type Part } from '#metrics/scores.ts';
import { TIDY_COLUMNS } from '#metrics/tidy-csv.ts';
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
  wholeIn,
  type NamedCells,
} from './cells.ts';
import { EXTRA_COLUMNS } from './columns.ts';
import { COLLEGE_ONLY, sheetIn, sheetName, tidyCells, type TidyCell } from './file-sheets.ts';
import {
  MAX_PROBLEMS,
  newBallot,
  numberJudges,
  shownProblems,
  sortedRanks,
  type FileBallot,
  type FileProblem,
  type FileRank,
  type ReadBallots,
} from './file-ballot.ts';
import { csvText } from '#ballot/csv.ts';
import type { OutCell } from './wide.ts';
import type { Table } from './text.ts';

/** A line's score. The part is one of a line-up, or names a score of the sheet that is nobody's in particular. */
type Line = Pick<TidyCell, 'key' | 'side' | 'part' | 'min' | 'max'> & { ballot: string; student: string };

const rankKindOf = (part: string): RankKind => (part.startsWith('witness') ? 'witness' : 'attorney');

/** A ballot while its rows come in. */
type Growing = {
  ballot: FileBallot;
  label: string;
  /** Where each score was, by field. */
  seen: Map<string, number>;
  names: Record<Side, Partial<Record<Part, string>>>;
  comments: Record<Side, Partial<Record<Part, string>>>;
  ourSide: Side | null;
};

/** Sets a text that several rows of a ballot repeat. */
function setOnce(texts: Partial<Record<string, string>>, key: string, text: string, what: string): void {
  if (text === '') return;
  const before = texts[key];
  if (before !== undefined && before !== text)
    throw new BadCell(
      `${what} is "${before}" on an earlier line of this ballot and "${text}" here. Make them the same.`,
    );
  texts[key] = text;
}

function addRank(
  ranks: FileRank[],
  text: string,
  { sheet, kind, row }: { sheet: Sheet; kind: RankKind; row: Line },
): void {
  if (text === '') return;
  const most = maxRanks(sheet, kind);
  if (most === 0) rankIn(sheet, kind, 1);
  const rank = wholeIn(text);
  if (!(rank >= 1 && rank <= most)) throw new BadCell(`The rank is "${text}". It must be from 1 to ${most}, or empty.`);
  if (row.student === '') throw new BadCell('This line has a rank but no student. Remove the rank, or write the name.');
  const before = ranks.find((one) => one.kind === kind && (one.rank === rank || one.student === row.student));
  if (!before) ranks.push({ kind, rank, student: row.student });
  else if (before.student !== row.student)
    throw new BadCell(`${before.student} already has ${kind} rank ${rank} on this ballot. Correct one of them.`);
  else if (before.rank !== rank)
    throw new BadCell(
      `${row.student} has ${kind} rank ${before.rank} on an earlier line and ${rank} here. Make them the same.`,
    );
}

/** @throws {BadCell} */
function lineOn(sheet: Sheet, cell: NamedCells['cell']): Line {
  if (cell('ballot') === '') throw new BadCell('The ballot is missing.');
  const side = sideIn(cell('side'), 'The side');
  if (side === null) throw new BadCell('The side is missing. Write p or d.');
  const [part, kind] = [cell('part').toLowerCase(), cell('kind').toLowerCase()];
  const onSide = tidyCells(sheet).filter((each) => each.side === side);
  // Before line-ups had such parts, files said `pretrial1`.
  const ofPart = onSide.filter((each) => each.part.toLowerCase() === part || `${each.role}${each.number}` === part);
  if (ofPart.length === 0) {
    const parts = new Set(onSide.map((each) => each.part));
    throw new BadCell(`The part is "${cell('part')}". It must be one of ${[...parts].join(', ')}.`);
  }
  const found = ofPart.find((each) => each.kind === kind);
  if (!found)
    throw new BadCell(
      `The score sheet “${sheet.title}” has no score of the part "${cell('part')}" and the kind "${cell('kind')}" on this side.`,
    );
  return { ...found, ballot: cell('ballot'), student: cell('student') };
}

function addRow(ballots: Map<string, Growing>, { line, cell }: NamedCells, sheets: readonly Sheet[]): void {
  const { judge, opponent, ...round } = factsIn(cell);
  const sheet = sheetOfRow(cell, sheets);
  const row = lineOn(sheet, cell);
  const score = scoreIn(cell('score'), 'The score', row);
  const key = JSON.stringify([...Object.values(round), row.ballot]);
  let growing = ballots.get(key);
  if (!growing) {
    const ballot = { ...newBallot(line, sheet), ...round, judge, opponent };
    const bySide = () => ({ p: {}, d: {} });
    growing = { ballot, label: row.ballot, seen: new Map(), names: bySide(), comments: bySide(), ourSide: null };
    ballots.set(key, growing);
  }
  const { ballot, seen, names, comments } = growing;
  if (sheetIn(sheets, ballot.sheet) !== sheet)
    throw new BadCell('The score sheet of this ballot is another one on an earlier line. Make them the same.');
  const before = seen.get(row.key);
  if (before !== undefined)
    throw new BadCell(`Line ${before} already has this score of this ballot. Remove one of them.`);
  seen.set(row.key, line);
  if (ballot.judge !== judge)
    throw new BadCell(
      `The judge of this ballot is "${ballot.judge}" on an earlier line and "${judge}" here. Make them the same.`,
    );
  if (ballot.opponent !== opponent)
    throw new BadCell(
      `The opponent of this ballot is "${ballot.opponent}" on an earlier line and "${opponent}" here. Make them the same.`,
    );
  ballot.scores[row.key] = score;
  setOnce(names[row.side], row.part, textIn(row.student, 'The student’s name'), `The student of ${row.part}`);
  const ourSide = sideIn(cell('our side'), 'Our side');
  if (ourSide !== null && growing.ourSide !== null && ourSide !== growing.ourSide)
    throw new BadCell('Our side is p and d on the same ballot. Make it the same on every line.');
  growing.ourSide ??= ourSide;
  addRank(ballot.ranks, cell('rank'), { sheet, kind: rankKindOf(row.part), row });
  addRank(ballot.ranks, cell('overall rank'), { sheet, kind: 'anyone', row });
  setOnce(comments[row.side], row.part, commentIn(cell('comment')), 'The comment');
  ballot.tabMargin ??= marginIn(cell('margin'), sheet);
}

/** The side whose students are named; P's when both are, as when the school's own two teams meet. */
const namedSide = ({ names }: Growing): Side | null =>
  (['p', 'd'] as const).find((side) => Object.keys(names[side]).length > 0) ?? null;

/** Reads a table with one line per score. A line that can’t be read becomes a problem that names it. */
export function readTidy(table: Table, sheets: readonly Sheet[] = COLLEGE_ONLY): ReadBallots {
  const missing = TIDY_COLUMNS.filter((column) => !['season', 'tournament', 'judge'].includes(column)).filter(
    (column) => !table.header.cells.includes(column),
  );
  if (missing.length > 0) {
    const message = `These columns are missing: ${missing.join(', ')}. Add them, or choose which columns they are.`;
    return { ballots: [], problems: [{ line: table.header.line, message }] };
  }
  const problems: FileProblem[] = [];
  const growing = new Map<string, Growing>();
  for (const row of namedRows(table)) {
    if (problems.length >= MAX_PROBLEMS) break;
    try {
      addRow(growing, row, sheets);
    } catch (error) {
      problems.push({ line: row.line, message: badCell(error) });
    }
  }
  for (const one of growing.values()) {
    const { ballot, names, comments } = one;
    const side = one.ourSide ?? namedSide(one);
    if (side === null)
      problems.push({
        line: ballot.line,
        message: 'This ballot doesn’t say which side is ours. Name a student, or add a column "our side" with p or d.',
      });
    ballot.side = side ?? 'p';
    ballot.students = names[ballot.side];
    ballot.opponentStudents = names[otherSide(ballot.side)];
    ballot.comments = comments[ballot.side];
    ballot.opponentComments = comments[otherSide(ballot.side)];
    ballot.ranks = sortedRanks(ballot.ranks);
  }
  const ballots = [...growing.values()];
  problems.push(...numberJudges(ballots));
  return { ballots: ballots.map(({ ballot }) => ballot), problems: shownProblems(problems) };
}

/** The header and a row per score. What no ballot has gets no columns. */
export function tidyRows(ballots: readonly FileBallot[], sheets: readonly Sheet[] = COLLEGE_ONLY): OutCell[][] {
  const isUsed = {
    rank: ballots.some(({ ranks }) => ranks.some(({ kind }) => kind !== 'anyone')),
    'overall rank': ballots.some(({ ranks }) => ranks.some(({ kind }) => kind === 'anyone')),
    comment: ballots.some(
      ({ comments, opponentComments }) => Object.keys({ ...comments, ...opponentComments }).length > 0,
    ),
    margin: ballots.some(({ tabMargin }) => tabMargin !== null),
    sheet: ballots.some(({ sheet }) => sheet !== undefined),
  };
  const extras = EXTRA_COLUMNS.filter((column) => !(column in isUsed) || isUsed[column as keyof typeof isUsed]);
  const rowsOf = (ballot: FileBallot): OutCell[][] => {
    const sheet = sheetIn(sheets, ballot.sheet)!;
    return tidyCells(sheet).map(({ key, side, part: named, kind }) => {
      const isOurs = side === ballot.side;
      // Others have no student.
      const part = named as Part;
      const student = (isOurs ? ballot.students : ballot.opponentStudents)[part] ?? '';
      const rankAs = (ranked: RankKind): OutCell =>
        ballot.ranks.find((one) => one.student === student && one.kind === ranked)?.rank ?? '';
      const extra: Record<(typeof EXTRA_COLUMNS)[number], OutCell> = {
        team: ballot.team,
        opponent: ballot.opponent,
        'our side': ballot.side,
        rank: rankAs(rankKindOf(part)),
        'overall rank': rankAs('anyone'),
        comment: (isOurs ? ballot.comments : ballot.opponentComments)[part] ?? '',
        margin: ballot.tabMargin ?? '',
        sheet: sheetName(sheet),
      };
      const { season, tournament, round, judge, number, scores } = ballot;
      const facts = { season, tournament, round, judge, ballot: String(number) };
      const cells = { ...facts, side, part, student, kind, score: scores[key] ?? '' };
      return [...TIDY_COLUMNS.map((column) => cells[column]), ...extras.map((column) => extra[column])];
    });
  };
  return [[...TIDY_COLUMNS, ...extras], ...ballots.flatMap(rowsOf)];
}

/** One line per score. `readTidy` reads back the same ballots. */
export const writeTidyCsv = (ballots: readonly FileBallot[], sheets: readonly Sheet[] = COLLEGE_ONLY): string =>
  csvText(tidyRows(ballots, sheets));
