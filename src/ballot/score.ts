// The arithmetic of a ballot: coercing scores, totals, shortfall and result.
import { SCORE_FIELDS, scoreFieldsOf, type ScoreField, type Scores, type Side } from './form.ts';

export const MAX_SCORE = 10;
/** 14 scores of at most 10 per side. */
export const MAX_TOTAL = 140;

/**
 * Turns any input into a score, an integer from 0 to 10: anything that isn't a number or is negative becomes 0, anything
 * above 10 becomes 10, and decimals are cut off.
 */
export function coerceScore(input: unknown): number {
  const number = Number.parseInt(String(input), 10);
  if (Number.isNaN(number) || number < 0) return 0;
  return Math.min(number, MAX_SCORE);
}

export const emptyScores = (): Scores =>
  Object.fromEntries(SCORE_FIELDS.map((field) => [field, 0])) as Record<ScoreField, number>;

/** Scores of which some may be missing. */
export type PartialScores = Readonly<Record<ScoreField, number | null>>;

/** A missing score counts as 0. */
export const totalOf = (scores: PartialScores, side: Side): number =>
  scoreFieldsOf(side).reduce((sum, field) => sum + (scores[field] ?? 0), 0);

/** The Total row's text, a total and its shortfall from 140: `123 (-17)`. */
export function totalText(total: number): string {
  return `${total} (-${MAX_TOTAL - total})`;
}

/** The Result row's text for the side with `own` points: `Tie`, `Win (+3)` or `Loss (-3)`. */
export function resultText(own: number, other: number): string {
  if (own === other) return 'Tie';
  return own > other ? `Win (+${own - other})` : `Loss (-${other - own})`;
}
