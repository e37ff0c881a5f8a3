// Results of ballots and rounds, from totals alone: who won, the record of a team, and the balance of the sides.
import type { Side } from '#ballot/form.ts';
import { balanceOf } from './plain-figures.ts';

/** The facts of a round that decide its result, as one team played it. */
export type RoundFacts = {
  id: string;
  /** Ours. */
  side: Side;
  outcome: 'played' | 'bye' | 'forfeit won' | 'forfeit lost';
  /** Two of the school's teams met: the round of the P side, which holds the ballots of both. */
  sharedWith: string | null;
};
export type BallotFacts = { roundId: string | null; pTotal: number; dTotal: number; unread: number };

export type Result = 'won' | 'lost' | 'tied';
export type Count = Record<Result, number>;
export type TeamRecord = {
  rounds: Count;
  ballots: Count;
  /** Our points minus theirs, over all ballots that count. */
  pointDifferential: number;
};

const NONE: Count = { won: 0, lost: 0, tied: 0 };

/** A round's own ballots, or those of the round it is shared with. */
export const ballotsOf = <Ballot extends BallotFacts>(
  round: Pick<RoundFacts, 'id' | 'sharedWith'>,
  ballots: readonly Ballot[],
): Ballot[] => ballots.filter(({ roundId }) => roundId === (round.sharedWith ?? round.id));

/** Our points minus theirs; null while a cell of the ballot is not read, because it would count against its side. */
export function marginFor(side: Side, { pTotal, dTotal, unread }: Omit<BallotFacts, 'roundId'>): number | null {
  if (unread > 0) return null;
  return side === 'p' ? pTotal - dTotal : dTotal - pTotal;
}

const resultOf = (margin: number): Result => (margin > 0 ? 'won' : margin < 0 ? 'lost' : 'tied');

/** Our result on one ballot; null while it is not read in full. */
export function ballotResult(side: Side, ballot: Omit<BallotFacts, 'roundId'>): Result | null {
  const margin = marginFor(side, ballot);
  return margin === null ? null : resultOf(margin);
}

/** Our margins on the ballots of a round that count: it was played, and they were read in full. */
const countedMargins = ({ outcome, side }: RoundFacts, ballots: readonly BallotFacts[]): number[] =>
  outcome === 'played' ? ballots.map((ballot) => marginFor(side, ballot)).filter((margin) => margin !== null) : [];

const count = (results: readonly Result[]): Count =>
  results.reduce((counted, result) => ({ ...counted, [result]: counted[result] + 1 }), NONE);

function resultFrom(round: RoundFacts, margins: readonly number[]): Result | null {
  if (round.outcome === 'forfeit won') return 'won';
  if (round.outcome === 'forfeit lost') return 'lost';
  if (margins.length === 0) return null;
  const { won, lost } = count(margins.map(resultOf));
  return resultOf(won - lost);
}

/** A round goes to the side with more ballots. Null for a bye, and while no ballot was read in full. */
export const roundResult = (round: RoundFacts, ballots: readonly BallotFacts[]): Result | null =>
  resultFrom(round, countedMargins(round, ballotsOf(round, ballots)));

/**
 * The record of one team over some of its rounds. When two teams of a school met, each of them has the round in its own
 * record, so records of teams are not added up.
 */
export function recordOf(rounds: readonly RoundFacts[], ballots: readonly BallotFacts[]): TeamRecord {
  const ofRound = Map.groupBy(ballots, ({ roundId }) => roundId);
  const played = rounds.map((round) => countedMargins(round, ofRound.get(round.sharedWith ?? round.id) ?? []));
  const margins = played.flat();
  return {
    rounds: count(rounds.flatMap((round, at) => resultFrom(round, played[at]!) ?? [])),
    ballots: count(margins.map(resultOf)),
    pointDifferential: margins.reduce((sum, margin) => sum + margin, 0),
  };
}

/** Wins, losses and ties, as tab rooms write them: `5-2-1`. */
export const recordText = ({ won, lost, tied }: Count): string => `${won}-${lost}-${tied}`;

/** How many ballots the P side won, each ballot once; null when none was read in full. */
export const balanceOfTotals = (ballots: readonly Omit<BallotFacts, 'roundId'>[]): ReturnType<typeof balanceOf> =>
  balanceOf(ballots.map((ballot) => marginFor('p', ballot)).filter((margin) => margin !== null));
