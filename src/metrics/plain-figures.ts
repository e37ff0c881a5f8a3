// Plain figures: counts, means and medians of the scores as they were given. Units are points of the ballot, or of ten in a role whose scores
// have several ranges, as on a sheet that was changed during the season.
// Cells that were not read are left out; a 0 is a score. These figures do not allow for harsh judges, luck or few scores.
import { Z_95 } from './normal.ts';
import { opposingCell, PARTS, kindsOf, roleOfRow, SIDES, type Role, type ScoreRow } from './scores.ts';
import type { Side } from '#ballot/form.ts';
import type { Range } from '#ballot/sheet/sheet.ts';
import { countJudges, rowIn, type BallotRows, type Trial } from './trials.ts';

export type PlainFigures = {
  scores: number;
  rounds: number;
  ballots: number;
  judges: number;
  mean: number;
  /** The mean in points of ten. */
  ofTen: number;
  median: number;
  /** Mean difference to the direct opponent's score on the same ballot; null where there is none. */
  againstOpponent: number | null;
};

export type RoleFigures = PlainFigures & { student: string; role: Role; side: Side };
export type StudentFigures = { student: string; overall: number; roles: Partial<Record<Role, PlainFigures>> };

/** A score of one of our students, with where it was given. */
type Given = { row: ScoreRow; score: number; ofTen: number; ballot: BallotRows; opponent: number | null };

/** NaN for no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of at least one value; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function figuresOf(given: readonly Given[]): PlainFigures {
  const scores = given.map(({ score }) => score);
  const differences = given.flatMap(({ score, opponent }) => (opponent === null ? [] : [score - opponent]));
  const ballots = new Set(given.map(({ ballot }) => ballot));
  return {
    scores: scores.length,
    rounds: new Set(given.map(({ ballot }) => ballot.trial)).size,
    ballots: ballots.size,
    judges: countJudges(ballots),
    mean: mean(scores),
    ofTen: mean(given.map(({ ofTen }) => ofTen)),
    median: median(scores),
    againstOpponent: differences.length === 0 ? null : mean(differences),
  };
}

/** A score of ten as it was given, which is a whole number where the range isn't 0 to 10. */
const asGiven = (score: number, range: Range | undefined): number =>
  range === undefined ? score : Math.round(range.min + (score * (range.max - range.min)) / 10);

const inPointsOfRow = (given: Given): Given => ({
  ...given,
  score: asGiven(given.score, given.row.range),
  opponent: given.opponent === null ? null : asGiven(given.opponent, given.row.range),
});

const rangeOf = ({ range }: ScoreRow): string => `${range?.min ?? 0} ${range?.max ?? 10}`;

/** The direct opponent's score of ten; null where there is none in the same range. */
function opponentOf(row: ScoreRow, ballot: BallotRows): number | null {
  const opposing = opposingCell(row);
  const other = opposing && rowIn(ballot, opposing);
  return !other || rangeOf(other) !== rangeOf(row) ? null : other.score;
}

function scoresGiven(trials: readonly Trial[]): Given[] {
  const all = trials.flatMap(({ ballots }) =>
    ballots.flatMap((ballot) =>
      ballot.rows.flatMap((row) =>
        row.student === '' || row.score === null
          ? []
          : [{ row, score: row.score, ofTen: row.score, ballot, opponent: opponentOf(row, ballot) }],
      ),
    ),
  );
  const ranges = Map.groupBy(
    new Set(all.map(({ row }) => `${roleOfRow(row)} ${rangeOf(row)}`)),
    (key) => key.split(' ')[0],
  );
  return all.map((given) => (ranges.get(roleOfRow(given.row))!.length > 1 ? given : inPointsOfRow(given)));
}

const group = (given: readonly Given[], keyOf: (row: ScoreRow) => string): Given[][] => [
  ...Map.groupBy(given, ({ row }) => keyOf(row)).values(),
];

/** One entry per student, role and side that the student was scored in. */
export function roleFigures(trials: readonly Trial[]): RoleFigures[] {
  const groups = group(scoresGiven(trials), (row) => JSON.stringify([row.student, roleOfRow(row), row.side]));
  return groups.map((given) => {
    const { row } = given[0]!;
    const { student, side } = row;
    return { student, role: roleOfRow(row), side, ...figuresOf(given) };
  });
}

/** One entry per student: each role over both sides, and the mean of the roles' means. */
export function studentFigures(trials: readonly Trial[]): StudentFigures[] {
  return group(scoresGiven(trials), (row) => row.student).map((given) => {
    const roles = group(given, roleOfRow).map((scores) => [roleOfRow(scores[0]!.row), figuresOf(scores)] as const);
    return {
      student: given[0]!.row.student,
      overall: mean(roles.map(([, figures]) => figures.mean)),
      roles: Object.fromEntries(roles),
    };
  });
}

/**
 * The P side's points minus the D side's on a ballot of college rounds, which a tidy file is of; null unless all 28 cells were read,
 * because a missing cell would count against its side.
 */
export function marginOf(ballot: BallotRows): number | null {
  let margin = 0;
  const scores = new Map(ballot.rows.map((row) => [`${row.side} ${row.part} ${row.kind}`, row.score]));
  for (const side of SIDES)
    for (const part of PARTS)
      for (const kind of kindsOf(part)) {
        const score = scores.get(`${side} ${part} ${kind}`) ?? null;
        if (score === null) return null;
        margin += side === 'p' ? score : -score;
      }
  return margin;
}

/** Wilson's 95% interval for a share of which `won` of `all` were seen. */
export function wilson(won: number, all: number): { share: number; low: number; high: number } {
  const share = won / all;
  const z = Z_95 * Z_95;
  const center = (share + z / (2 * all)) / (1 + z / all);
  const half = (Z_95 / (1 + z / all)) * Math.sqrt((share * (1 - share)) / all + z / (4 * all * all));
  return { share, low: center - half, high: center + half };
}

export type Balance = { won: number; ballots: number; share: number; low: number; high: number };

/** How many of some ballots the P side won, ties as half, from P's margins; null without ballots. */
export function balanceOf(margins: readonly number[]): Balance | null {
  if (margins.length === 0) return null;
  const won = margins.reduce((sum, margin) => sum + (margin > 0 ? 1 : margin === 0 ? 0.5 : 0), 0);
  return { won, ballots: margins.length, ...wilson(won, margins.length) };
}

/** The balance of the ballots of a tidy file that were read in full. */
export const sideBalance = (trials: readonly Trial[]): Balance | null =>
  balanceOf(trials.flatMap(({ ballots }) => ballots.map(marginOf)).filter((margin) => margin !== null));
