// Which scores belong to one ballot, and which ballots to one trial: our team against one other, before one or more judges.
import type { Side } from '#ballot/form.ts';
import { otherSide, type Cell, type ScoreRow } from './scores.ts';

export type BallotRows = { judge: string; trial: number; rows: ScoreRow[] };

export type Trial = {
  season: string;
  tournament: string;
  round: string;
  /** The side whose students are named; null when both sides' are, as in a scrimmage, or none's. */
  ours: Side | null;
  ballots: BallotRows[];
};

/** A ballot’s row for a cell of the form; undefined if the ballot’s sheet doesn’t have it. */
export const rowIn = ({ rows }: BallotRows, { side, part, kind }: Cell): ScoreRow | undefined =>
  rows.find((row) => row.part === part && row.side === side && row.kind === kind);
/** The score in a cell of a ballot; null where nothing was read. */
export const scoreIn = (ballot: BallotRows, cell: Cell): number | null => rowIn(ballot, cell)?.score ?? null;

const groupBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] => [
  ...Map.groupBy(values, keyOf).values(),
];

const namesOn = (rows: readonly ScoreRow[]): Set<string> =>
  new Set(rows.filter(({ student }) => student !== '').map(({ side, student }) => `${side} ${student}`));

/**
 * The ballots of one round, trial by trial. Two teams of a program play at the same time: ballots are of one trial when
 * they name a student in common. Ballots without names belong to the round's only trial, or else form a trial themselves.
 */
function splitRound(ballots: readonly ScoreRow[][]): ScoreRow[][][] {
  const trials: { names: Set<string>; ballots: ScoreRow[][] }[] = [];
  const nameless: ScoreRow[][] = [];
  for (const ballot of ballots) {
    const names = namesOn(ballot);
    if (names.size === 0) {
      nameless.push(ballot);
      continue;
    }
    const [first, ...others] = trials.filter((trial) => [...trial.names].some((name) => names.has(name)));
    if (first === undefined) {
      trials.push({ names, ballots: [ballot] });
      continue;
    }
    // One ballot may show that what looked like several trials is one.
    for (const other of others) {
      first.ballots.push(...other.ballots);
      for (const name of other.names) first.names.add(name);
      trials.splice(trials.indexOf(other), 1);
    }
    first.ballots.push(ballot);
    for (const name of names) first.names.add(name);
  }
  if (trials.length === 1) trials[0]!.ballots.push(...nameless);
  else if (nameless.length > 0) trials.push({ names: new Set(), ballots: nameless });
  return trials.map((trial) => trial.ballots);
}

function oursIn(ballots: readonly ScoreRow[][]): Side | null {
  const sides = new Set(ballots.flatMap((rows) => [...namesOn(rows)].map((name) => name[0])));
  if (sides.size !== 1) return null;
  return sides.has('p') ? 'p' : 'd';
}

/** The trials of some scores, in the order in which they first appear. */
export function trialsOf(rows: readonly ScoreRow[]): Trial[] {
  const rounds = groupBy(rows, ({ season, tournament, round }) => JSON.stringify([season, tournament, round]));
  return rounds
    .flatMap((round) => splitRound(groupBy(round, ({ ballot }) => ballot)))
    .map((ballots, trial) => {
      const { season, tournament, round } = ballots[0]![0]!;
      const sheets = ballots.map((sheet) => ({ judge: sheet[0]!.judge, trial, rows: sheet }));
      return { season, tournament, round, ours: oursIn(ballots), ballots: sheets };
    });
}

/** True for a score that an opponent got: on the side whose students are not ours. */
export const isOpponents = (trial: Trial, row: ScoreRow): boolean =>
  trial.ours !== null && row.side === otherSide(trial.ours);

/** Different judges; a ballot without a judge's name counts as a judge of its own. */
export function countJudges(ballots: Iterable<BallotRows>): number {
  const all = [...ballots];
  const named = all.map(({ judge }) => judge).filter((judge) => judge !== '');
  return new Set(named).size + all.length - named.length;
}
