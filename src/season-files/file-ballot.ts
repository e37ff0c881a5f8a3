// The common form of a season's ballots: every file format is read into it and written from it.
import type { Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { RankKind } from '#ballot/sheet/ranks.ts';
import { keysOf, RANKED, type Sheet, type SheetRef } from '#ballot/sheet/sheet.ts';
import type { Part } from '#metrics/scores.ts';
import { sheetFact } from './file-sheets.ts';

/** The college form asks for the best four attorneys and witnesses. */
export const MAX_RANK = 4;
/** The judge ranked one of our students. Where a sheet ranks each side, the places of our other team follow. */
export type FileRank = { kind: RankKind; rank: number; student: string };

export type FileBallot = {
  season: string;
  tournament: string;
  round: string;
  /** Which of the round's judges, from 1. */
  number: number;
  judge: string;
  /** Ours. */
  side: Side;
  team: string;
  opponent: string;
  students: Partial<Record<Part, string>>;
  /** Only when the school's own two teams meet. */
  opponentStudents: Partial<Record<Part, string>>;
  /** Left out: the form of college rounds. */
  sheet?: SheetRef;
  /** All of the sheet; null: not read. */
  scores: Record<string, number | null>;
  /** Of students with a part in this round, attorneys first, and at last among anyone. */
  ranks: FileRank[];
  /** What the judge wrote about a part of our side. */
  comments: Partial<Record<Part, string>>;
  /** The same of the opponents' side. */
  opponentComments: Partial<Record<Part, string>>;
  /** P's points minus D's, as the tab room announced them. */
  tabMargin: number | null;
  /** Where the ballot begins in its file: a line, a row, or its place in a list. */
  line: number;
};

/** What is wrong with a line or row, and what to do about it. */
export type FileProblem = { line: number; message: string };
export type ReadBallots = { ballots: FileBallot[]; problems: FileProblem[] };

export const MAX_FILE_BYTES = 5_000_000;
export const MAX_CELLS = 1_000_000;
/** No table of ballots is this wide. Each header is compared with all of our columns. */
export const MAX_COLUMNS = 500;
export const MAX_JUDGES = 9;
export const MAX_TEXT = 200;
export const MAX_COMMENT = 2000;
/** Nobody reads more problems one by one. */
export const MAX_PROBLEMS = 100;

/** The whole file is refused, for this reason. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

const emptyScores = (sheet: Sheet): FileBallot['scores'] => Object.fromEntries(keysOf(sheet).map((key) => [key, null]));

/** What a file says about a round before its own columns are read. */
export const newBallot = (line: number, sheet: Sheet = COLLEGE_28): FileBallot => ({
  season: '',
  tournament: '',
  round: '',
  number: 0,
  judge: '',
  side: 'p',
  team: '',
  opponent: '',
  students: {},
  opponentStudents: {},
  ...sheetFact(sheet),
  scores: emptyScores(sheet),
  ranks: [],
  comments: {},
  opponentComments: {},
  tabMargin: null,
  line,
});

/** Ballots with the same key are of one round. */
export const roundKey = ({ season, tournament, team, round }: FileBallot): string =>
  JSON.stringify([season, tournament, team, round]);

/** By line. A reader stops at `MAX_PROBLEMS`, and the last one then says so. */
export function shownProblems(problems: readonly FileProblem[]): FileProblem[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line).slice(0, MAX_PROBLEMS);
  const last = sorted.at(-1);
  if (!last || sorted.length < MAX_PROBLEMS) return sorted;
  const message = `Reading stopped here, after ${MAX_PROBLEMS} problems. Fix these and read the file again.`;
  return [...sorted, { line: last.line, message }];
}

/** By kind, each by rank. */
export const sortedRanks = (ranks: readonly FileRank[]): FileRank[] =>
  ranks.toSorted((a, b) => RANKED.indexOf(a.kind) - RANKED.indexOf(b.kind) || a.rank - b.rank);

/**
 * Numbers the judges of each round. A file's own numbers stay if all of the round's are numbers of judges; other labels,
 * such as "b17", count in the order of the file.
 */
export function numberJudges(ballots: readonly { ballot: FileBallot; label: string }[]): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const round of Map.groupBy(ballots, ({ ballot }) => roundKey(ballot)).values()) {
    const labeled = round.every(({ label }) => /^[1-9]$/.test(label));
    const before = new Map<number, number>();
    for (const [index, { ballot, label }] of round.entries()) {
      const { line } = ballot;
      ballot.number = labeled ? Number(label) : index + 1;
      const first = before.get(ballot.number);
      if (ballot.number > MAX_JUDGES)
        problems.push({
          line,
          message: `This round has more than ${MAX_JUDGES} ballots. Check the round and the team.`,
        });
      else if (first !== undefined)
        problems.push({
          line,
          message: `Line ${first} already has ballot ${label} of this round. Remove one of them, or give it another number.`,
        });
      before.set(ballot.number, first ?? line);
    }
  }
  return problems;
}
