// What a ballot's numbers come to: coercion of what was typed or read, totals, shortfall and result.
import { SCORE_FIELDS, scoreFieldsOf, type ScoreField, type Scores, type Side } from './form.ts';

export const HIGHEST_SCORE = 10;
/** 14 scores of at most 10 a side. */
export const HIGHEST_TOTAL = 140;

/**
 * Any input as a score: an integer from 0 to 10. What is not a number, or is negative, counts as 0; what is above 10
 * counts as 10; decimals are cut off. Source: specification, section 5.
 */
export function coerceScore(input: unknown): number {
  const number = Number.parseInt(String(input), 10);
  if (Number.isNaN(number) || number < 0) return 0;
  return Math.min(number, HIGHEST_SCORE);
}

export const emptyScores = (): Scores =>
  Object.fromEntries(SCORE_FIELDS.map((field) => [field, 0])) as Record<ScoreField, number>;

export const totalOf = (scores: Scores, side: Side): number =>
  scoreFieldsOf(side).reduce((sum, field) => sum + scores[field], 0);

/** The Total row's text: the score, then what is missing to 140 in brackets with a minus sign: `123 (-17)`. */
export function totalText(total: number): string {
  return `${total} (-${HIGHEST_TOTAL - total})`;
}

/** The Result row's text for the side that has `own` points against `other`: `Tie`, `Win (+3)` or `Loss (-3)`. */
export function resultText(own: number, other: number): string {
  if (own === other) return 'Tie';
  return own > other ? `Win (+${own - other})` : `Loss (-${other - own})`;
}
