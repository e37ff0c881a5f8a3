// Small handmade seasons.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { scoreRowsOf, type BallotSource, type CollegePart, type ScoreRow } from '#metrics/scores.ts';

/** Six members of a team in their eleven parts. */
export const lineUp = (
  names: readonly [string, string, string, string, string, string],
): Record<CollegePart, string> => {
  const [opener, middle, closer, first, second, third] = names;
  return {
    open: opener,
    close: closer,
    direct1: opener,
    direct2: middle,
    direct3: closer,
    cross1: opener,
    cross2: middle,
    cross3: closer,
    witness1: first,
    witness2: second,
    witness3: third,
  };
};

export const ANN_AND_CO = lineUp(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn']);

/** All 28 cells with one score, and some with another. */
export const scores = (
  everywhere: number,
  others: Partial<Record<ScoreField, number | null>> = {},
): BallotSource['scores'] => ({
  ...Object.fromEntries(SCORE_FIELDS.map((field) => [field, everywhere])),
  ...others,
});

export const ballotRows = (ballot: Partial<BallotSource> & Pick<BallotSource, 'round' | 'ballot'>): ScoreRow[] =>
  scoreRowsOf({
    season: '2031',
    tournament: 'Harvest Invitational',
    judge: `Judge of ${ballot.ballot}`,
    side: 'p',
    students: ANN_AND_CO,
    scores: scores(8),
    ...ballot,
  });
