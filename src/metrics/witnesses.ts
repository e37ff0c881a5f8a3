// How often each witness of a case was called, and how we did while that witness was on the stand.
import type { Side } from '#ballot/form.ts';
import { mean } from './plain-figures.ts';
import { otherSide } from './scores.ts';
import { scoreIn, type Trial } from './trials.ts';

/** With fewer calls, a margin says nothing, and is not shown. */
export const MIN_CALLS = 4;

/** A witness that a side called in a trial, as its first, second, or a later one. */
export type Call = { witness: string; trial: Trial; side: Side; number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 };

export type WitnessFigures = {
  witness: string;
  calls: number;
  callsByUs: number;
  /** Our mean score minus theirs on the cells of the witness, in points per score; null below MIN_CALLS calls. */
  margin: number | null;
};

/** The mean of a side's scores minus the other's, over a round's ballots; null where a side has none. */
function marginOf({ trial, side, number }: Call): number | null {
  const margins = trial.ballots.flatMap((ballot) => {
    const calling = [
      scoreIn(ballot, { side, part: `direct${number}`, kind: 'direct' }),
      scoreIn(ballot, { side, part: `witness${number}`, kind: 'direct' }),
      scoreIn(ballot, { side, part: `witness${number}`, kind: 'cross' }),
      // On a sheet with one score for a witness.
      scoreIn(ballot, { side, part: `witness${number}`, kind: 'speech' }),
    ].filter((score) => score !== null);
    const crossing = scoreIn(ballot, { side: otherSide(side), part: `cross${number}`, kind: 'cross' });
    if (calling.length === 0 || crossing === null) return [];
    return [side === trial.ours ? mean(calling) - crossing : crossing - mean(calling)];
  });
  return margins.length === 0 ? null : mean(margins);
}

/** One entry per witness, in the order of their first calls. Calls in a scrimmage have no margin of ours. */
export function witnessFigures(calls: readonly Call[]): WitnessFigures[] {
  return [...Map.groupBy(calls, ({ witness }) => witness)].map(([witness, own]) => {
    const margins = own
      .filter(({ trial }) => trial.ours !== null)
      .map(marginOf)
      .filter((margin) => margin !== null);
    return {
      witness,
      calls: own.length,
      // In a scrimmage both sides are ours.
      callsByUs: own.filter(({ trial, side }) => trial.ours === null || trial.ours === side).length,
      margin: margins.length < MIN_CALLS ? null : mean(margins),
    };
  });
}
