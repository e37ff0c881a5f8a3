// The community's workbook, sheet "Ballot Data": a block of rows per ballot and a row per student, in fixed places.
import type { Side } from '#ballot/form.ts';
import type { RankKind } from '#ballot/sheet/ranks.ts';
import { otherSide } from '#metrics/scores.ts';
import { badCell, BadCell, scoreIn, textIn } from './cells.ts';
import {
  MAX_RANK,
  newBallot,
  shownProblems,
  sortedRanks,
  type FileBallot,
  type FileProblem,
  type ReadBallots,
} from './file-ballot.ts';
import type { Row } from './text.ts';

const BALLOT_WORDS = ['first', 'second', 'third'];
const BLOCK = /^(first|second|third) ballot\b/i;
const ROUND = /^(plaintiff|defense) round\b/i;
/** Students begin this many rows below the block's first row. */
const FIRST_STUDENT = 4;
const MAX_STUDENTS = 10;
const PEOPLE = 3;
const PLAYERS = 2 * PEOPLE;

const [A, NAME, DIRECT, CROSS, SPEECH, RANK, THEIR_DIRECT, THEIR_CROSS, THEIR_SPEECH] = [
  0, 2, 3, 4, 5, 6, 8, 9, 10,
] as const;

type StudentRow = { line: number; cell: (column: number) => string };
type Block = { line: number; number: number; side: Side | null; round: number; rows: StudentRow[] };

/** Blocks in the order of the sheet. A round begins with "Plaintiff Round" or "Defense Round". */
function blocksIn(rows: readonly Row[]): Block[] {
  const blocks: Block[] = [];
  let side: Side | null = null;
  let round = 0;
  let isNewRound = true;
  for (const { line, cells } of rows) {
    const [, ours] = ROUND.exec(cells[A] ?? '') ?? [];
    if (ours !== undefined) {
      side = ours.toLowerCase() === 'plaintiff' ? 'p' : 'd';
      isNewRound = true;
    }
    const [, word] = cells.map((cell) => BLOCK.exec(cell)).find((found) => found !== null) ?? [];
    if (word !== undefined) {
      const number = BALLOT_WORDS.indexOf(word.toLowerCase()) + 1;
      if (isNewRound || number <= (blocks.at(-1)?.number ?? 0)) round += 1;
      isNewRound = false;
      blocks.push({ line, number, side, round, rows: [] });
      continue;
    }
    const block = blocks.at(-1);
    const below = block ? line - block.line : 0;
    if (block && below >= FIRST_STUDENT && below < FIRST_STUDENT + MAX_STUDENTS && (cells[NAME] ?? '') !== '')
      block.rows.push({ line, cell: (column) => cells[column] ?? '' });
  }
  return blocks;
}

const where = (line: number, what: string): string => `${what} in row ${line}`;
const scoreAt = ({ line, cell }: StudentRow, column: number, what: string): number | null =>
  scoreIn(cell(column), where(line, what));

function addRank(ballot: FileBallot, kind: RankKind, { line, cell }: StudentRow): void {
  const text = cell(RANK);
  if (text === '') return;
  if (!/^[1-9]$/.test(text) || Number(text) > MAX_RANK)
    throw new BadCell(`${where(line, 'The rank')} is "${text}". It must be from 1 to ${MAX_RANK}, or empty.`);
  ballot.ranks.push({ kind, rank: Number(text), student: cell(NAME) });
}

const hasAny =
  (...columns: number[]) =>
  ({ cell }: StudentRow): boolean =>
    columns.some((column) => cell(column) !== '');
const speaks = hasAny(SPEECH, THEIR_SPEECH);
const examines = hasAny(DIRECT, CROSS, THEIR_DIRECT, THEIR_CROSS);

const hasScore = (row: StudentRow): boolean => speaks(row) || examines(row);

type Places = { opener: StudentRow; closer: StudentRow; examiners: StudentRow[]; witnesses: StudentRow[] };

/** Three attorneys, or four of whom one only speaks, then three witnesses. Anything else is refused for a person to sort out. */
function placesIn(rows: StudentRow[]): Places {
  // With more names than that, those without scores did not play.
  const played = rows.length > PLAYERS ? rows.filter(hasScore) : rows;
  if (played.length < PLAYERS || played.length > PLAYERS + 1)
    throw new BadCell(
      `This ballot names ${played.length} students. It must name six, or seven with a fourth attorney: first the attorneys, then three witnesses.`,
    );
  const [attorneys, witnesses] = [played.slice(0, -PEOPLE), played.slice(-PEOPLE)];
  const [first, last] = [attorneys[0]!, attorneys.at(-1)!];
  const speakers = attorneys.filter(speaks);
  const unfit =
    witnesses.find(speaks) ??
    speakers[2] ??
    speakers.find((row) => speakers.length === 1 && row !== first && row !== last);
  if (unfit)
    throw new BadCell(
      `Row ${unfit.line} has a speech that is neither the opening nor the closing. Two attorneys speak, the opening one first.`,
    );
  const examiners = attorneys.length === PEOPLE ? attorneys : attorneys.filter(examines);
  if (examiners.length !== PEOPLE)
    throw new BadCell(
      'This ballot names four attorneys, of whom three must have directs and crosses, and one only a speech.',
    );
  const [opener, closer] = speakers.length === 2 ? [speakers[0]!, speakers[1]!] : [first, last];
  return { opener, closer, examiners, witnesses };
}

function ballotIn({ line, number, side, round, rows }: Block): FileBallot {
  if (side === null) throw new BadCell('Above this ballot, column A must say "Plaintiff Round" or "Defense Round".');
  const { opener, closer, examiners, witnesses } = placesIn(rows);
  const ballot: FileBallot = { ...newBallot(line), round: String(round), number, side };
  const theirs = otherSide(side);
  const { scores, students } = ballot;
  const speeches = [
    ['open', 'Open', opener],
    ['close', 'Close', closer],
  ] as const;
  for (const [part, field, row] of speeches) {
    students[part] = textIn(row.cell(NAME), 'A student’s name');
    scores[`${side}${field}`] = scoreAt(row, SPEECH, 'The speech');
    scores[`${theirs}${field}`] = scoreAt(row, THEIR_SPEECH, 'The opponents’ speech');
  }
  for (const [index, n] of ([1, 2, 3] as const).entries()) {
    const attorney = examiners[index]!;
    const witness = witnesses[index]!;
    students[`direct${n}`] = students[`cross${n}`] = textIn(attorney.cell(NAME), 'A student’s name');
    students[`witness${n}`] = textIn(witness.cell(NAME), 'A student’s name');
    scores[`${side}Direct${n}`] = scoreAt(attorney, DIRECT, 'The direct');
    scores[`${side}Cross${n}`] = scoreAt(attorney, CROSS, 'The cross');
    scores[`${side}WDirect${n}`] = scoreAt(witness, DIRECT, 'The direct');
    scores[`${side}WCross${n}`] = scoreAt(witness, CROSS, 'The cross');
    // Beside a cross is the opponent who was crossed, or who crossed.
    scores[`${theirs}WCross${n}`] = scoreAt(attorney, THEIR_CROSS, 'The opponents’ cross');
    scores[`${theirs}Cross${n}`] = scoreAt(witness, THEIR_CROSS, 'The opponents’ cross');
    // The sheet doesn't order the opponents' directs. No figure depends on their order, so the rows' will do.
    scores[`${theirs}Direct${n}`] = scoreAt(attorney, THEIR_DIRECT, 'The opponents’ direct');
    scores[`${theirs}WDirect${n}`] = scoreAt(witness, THEIR_DIRECT, 'The opponents’ direct');
    addRank(ballot, 'witness', witness);
  }
  for (const attorney of new Set([opener, ...examiners, closer])) addRank(ballot, 'attorney', attorney);
  ballot.ranks = sortedRanks(ballot.ranks);
  return ballot;
}

/** The workbook names neither season, tournament, round nor judge: rounds count in the order of the sheet. */
export function readCommunity(rows: readonly Row[]): ReadBallots {
  const ballots: FileBallot[] = [];
  const problems: FileProblem[] = [];
  const blocks = blocksIn(rows);
  if (blocks.length === 0)
    problems.push({
      line: 1,
      message: 'The sheet has no ballots. Each must begin with "First Ballot", "Second Ballot" or "Third Ballot".',
    });
  for (const block of blocks) {
    // A workbook contains blocks for future ballots, which are empty, or have the names of the round's other ballots.
    if (!block.rows.some(hasScore)) continue;
    try {
      ballots.push(ballotIn(block));
    } catch (error) {
      problems.push({ line: block.line, message: badCell(error) });
    }
  }
  return { ballots, problems: shownProblems(problems) };
}
