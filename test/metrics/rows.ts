// Small handmade seasons.
import { SCORE_FIELDS, type ScoreField, type Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { CollegePart, ScoreRow } from '#metrics/scores.ts';
import { rowsOnSheet } from '#metrics/sheet-parts.ts';

type BallotOnSheet = Parameters<ReturnType<typeof rowsOnSheet>>[0];

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
): BallotOnSheet['scores'] => ({
  ...Object.fromEntries(SCORE_FIELDS.map((field) => [field, everywhere])),
  ...others,
});

/** A ballot of our students on one side. */
type Given = Partial<Omit<BallotOnSheet, 'students'>> & {
  side?: Side;
  students?: Partial<Record<CollegePart, string>>;
};

export const ballotRows = ({
  side = 'p',
  students = ANN_AND_CO,
  ...ballot
}: Given & Pick<BallotOnSheet, 'round' | 'ballot'>): ScoreRow[] =>
  rowsOnSheet(COLLEGE_28)({
    season: '2031',
    tournament: 'Harvest Invitational',
    judge: `Judge of ${ballot.ballot}`,
    students: { p: {}, d: {}, [side]: students },
    scores: scores(8),
    ...ballot,
  });
