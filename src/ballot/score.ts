// The arithmetic of a ballot: coercing scores, totals, shortfall and result.
import { SCORE_FIELDS, type ScoreField, type Scores, type Side } from './form.ts';
import { cellsOf, type Range, type Sheet } from './sheet/sheet.ts';

/**
 * Turns any input into a score, a whole number in the range: anything that isn't a number or is too low becomes the lowest
 * score, anything above the highest becomes the highest, and decimals are cut off.
 */
export function coerceScore(input: unknown, { min, max }: Range): number {
  const number = Number.parseInt(String(input), 10);
  if (Number.isNaN(number)) return min;
  return Math.min(Math.max(number, min), max);
}

/** A score in points of ten, so that scores of different ranges can be compared. */
export const outOfTen = (score: number, { min, max }: Range): number => ((score - min) * 10) / (max - min);

export const emptyScores = (): Scores =>
  Object.fromEntries(SCORE_FIELDS.map((field) => [field, 0])) as Record<ScoreField, number>;

/** Scores of which some may be missing. */
export type PartialScores<Key extends string = ScoreField> = Readonly<Record<Key, number | null>>;

/** A missing score counts as 0. */
export const totalOf = <Key extends string>(
  sheet: Sheet<Key>,
  scores: PartialScores<NoInfer<Key>>,
  side: Side,
): number => cellsOf(sheet, side).reduce((sum, { key, weight }) => sum + weight * (scores[key] ?? 0), 0);

/** The highest total that a side can have. */
export const maximumOf = (sheet: Sheet, side: Side): number =>
  cellsOf(sheet, side).reduce((sum, { max, weight }) => sum + weight * max, 0);

/** The Total row's text, a total and its shortfall from the maximum: `123 (-17)`. */
export function totalText(total: number, maximum: number): string {
  return `${total} (-${maximum - total})`;
}

/** The Result row's text for the side with `own` points: `Tie`, `Win (+3)` or `Loss (-3)`. A tie says who breaks it. */
export function resultText(own: number, other: number, tiesBrokenBy: string | null = null): string {
  if (own === other) return tiesBrokenBy === null ? 'Tie' : `Tie, broken by ${tiesBrokenBy}`;
  return own > other ? `Win (+${own - other})` : `Loss (-${other - own})`;
}
