// What a student's scores of a season come to, by role and by round. A student sees the same figures as the staff.
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { outOfTen } from '#ballot/score.ts';
import type { Range } from '#ballot/sheet/sheet.ts';
import type { OwnScore } from '#contract/own-scores.ts';
import type { StudentCard } from '#contract/student-links.ts';
import { mean, median } from '#metrics/plain-figures.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS, cellOf, roleOf } from '#metrics/scores.ts';
import { rankText } from '../../ballots/rank-words.ts';
import { cellLabel } from '../../part-words.ts';

/** A card from a link holds no comments. */
export type CardScore = StudentCard['scores'][number] & Partial<Pick<OwnScore, 'comment'>>;
type Given = CardScore & { score: number };
const read = (scores: readonly CardScore[]): Given[] => scores.filter((each): each is Given => each.score !== null);

/** Each score sheet on its own, with its title where there are several. Without scores there is one without a sheet. */
export function bySheet<Score extends CardScore>(
  scores: readonly Score[],
): { sheetId: string | undefined; title: string | undefined; scores: readonly Score[] }[] {
  const sheets = [...Map.groupBy(scores, ({ sheetId }) => sheetId)];
  if (sheets.length < 2) return [{ sheetId: scores[0]?.sheetId, title: undefined, scores }];
  return sheets.map(([sheetId, own]) => ({ sheetId, title: own[0]?.sheetTitle, scores: own }));
}

const meanOrNull = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));

const haveOneRange = (scores: readonly CardScore[]): boolean =>
  new Set(scores.map(({ min, max }) => `${min} ${max}`)).size === 1;
const outOf = (value: number | null, range: Range): number | null => (value === null ? null : outOfTen(value, range));
/** In points of ten, if the scores have different ranges. */
const inOneUnit = (scores: readonly Given[]): readonly Given[] =>
  haveOneRange(scores)
    ? scores
    : scores.map((each) => ({
        ...each,
        score: outOfTen(each.score, each),
        ballotMean: outOf(each.ballotMean, each),
        opponent: outOf(each.opponent, each),
      }));

/** The mean difference to the mean of each ballot, which takes out how harsh its judge was. */
const againstBallot = (scores: readonly Given[]): number | null =>
  meanOrNull(scores.flatMap(({ score, ballotMean }) => (ballotMean === null ? [] : [score - ballotMean])));
/** The mean difference to the direct opponents' scores. */
const againstOpponent = (scores: readonly Given[]): number | null =>
  meanOrNull(scores.flatMap(({ score, opponent }) => (opponent === null ? [] : [score - opponent])));

export function ownRoles(scores: readonly CardScore[]) {
  const byRole = Map.groupBy(read(scores), ({ role }) => role);
  return CELL_ROLES.flatMap((role) => {
    const given = inOneUnit(byRole.get(role) ?? []);
    if (given.length === 0) return [];
    return [
      {
        role,
        scores: given.length,
        rounds: new Set(given.map(({ roundId }) => roundId)).size,
        mean: mean(given.map(({ score }) => score)),
        median: median(given.map(({ score }) => score)),
        againstBallot: againstBallot(given),
        againstOpponent: againstOpponent(given),
      },
    ];
  });
}

/** The mean of the roles' means; null without scores, or if they are of different ranges, such as 5 and 10 points. */
export function overallOf(scores: readonly CardScore[]): number | null {
  return haveOneRange(scores) ? meanOrNull(ownRoles(scores).map((role) => role.mean)) : null;
}

/** In the words of the page for college rounds, and of the score sheet for others. A school's own sheet may score something else in a row. */
function labelOf({ field, part, role, label }: CardScore): string {
  const cell = SCORE_FIELDS.some((known) => known === field) ? cellOf(field as ScoreField) : null;
  return cell?.part === part && roleOf(part, cell.kind) === role ? cellLabel(cell) : label;
}

export type OwnRound = ReturnType<typeof ownRounds>[number];

/** The rounds in the order in which they are given, each with its parts in the order of the form. */
export function ownRounds(scores: readonly CardScore[]) {
  return [...Map.groupBy(scores, ({ roundId }) => roundId)].map(([id, unsorted]) => {
    const given = unsorted.toSorted(
      (one, other) =>
        one.judgeNumber - other.judgeNumber ||
        ALL_PARTS.indexOf(one.part) - ALL_PARTS.indexOf(other.part) ||
        SCORE_FIELDS.indexOf(one.field as ScoreField) - SCORE_FIELDS.indexOf(other.field as ScoreField),
    );
    const [{ tournament, round, side }] = given as [CardScore];
    const byPart = [...Map.groupBy(given, ({ ballotId, part }) => `${ballotId} ${part}`)];
    // Every score of a ballot repeats the rank and the comment.
    const ranked = Map.groupBy(given, ({ ballotId, rankOf }) => `${ballotId} ${rankOf}`);
    return {
      id,
      tournament,
      round,
      side,
      /** Each of the student's cells with the judges' scores: "–" where one couldn't be read. */
      cells: [...Map.groupBy(given, labelOf)].map(([label, cells]) => ({
        label,
        scores: cells.map(({ score }) => score ?? '–').join(', '),
      })),
      againstBallot: againstBallot(inOneUnit(read(given))),
      againstOpponent: againstOpponent(inOneUnit(read(given))),
      /** "1st attorney". */
      ranks: [...ranked.values()].flatMap(([first]) =>
        first?.rank && first.rankOf ? [rankText(first.rank, first.rankOf)] : [],
      ),
      comments: byPart.flatMap(([key, [first]]) =>
        first?.comment ? [{ key, part: first.part, judge: first.judgeNumber, text: first.comment }] : [],
      ),
    };
  });
}
