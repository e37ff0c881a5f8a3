// Checks that scores and margins fit a sheet.
import { maximumOf } from '../score.ts';
import { cellsOf, sidesOf, type PlacedCell, type Sheet } from './sheet.ts';

const noSuchScore = ({ title }: Sheet, key: string): string => `The score sheet “${title}” has no score “${key}”.`;

/** Why the scores aren't a ballot of the sheet, in a sentence, or null if they are. A score of null was not read. */
export function whyNotOnSheet(sheet: Sheet, scores: Readonly<Record<string, number | null>>): string | null {
  const cells = cellsOf(sheet);
  const keys = new Set(cells.map(({ key }) => key));
  const unknown = Object.keys(scores).find((key) => !keys.has(key));
  if (unknown !== undefined) return noSuchScore(sheet, unknown);
  const missing = cells.find(({ key }) => scores[key] === undefined);
  if (missing) return `The score “${missing.label}” is missing.`;
  return cells.map((cell) => whyNotInCell(cell, scores[cell.key] ?? null)).find((why) => why !== null) ?? null;
}

/** Why the score with the key can't be this one, in a sentence, or null. */
export function whyOutOfRange(sheet: Sheet, key: string, score: number | null): string | null {
  const cell = cellsOf(sheet).find((each) => each.key === key);
  return cell ? whyNotInCell(cell, score) : noSuchScore(sheet, key);
}

function whyNotInCell({ label, min, max }: PlacedCell, score: number | null): string | null {
  if (score === null || (Number.isInteger(score) && score >= min && score <= max)) return null;
  return `The score “${label}” is ${score}. It goes from ${min} to ${max}.`;
}

/** The largest difference between the totals of two sides. */
export const maxMargin = (sheet: Sheet): number => Math.max(...sidesOf(sheet).map((side) => maximumOf(sheet, side)));

/** Why no ballot of the sheet has this margin, in a sentence, or null. */
export function whyNotMargin(sheet: Sheet, margin: number | null): string | null {
  const max = maxMargin(sheet);
  if (margin === null || Math.abs(margin) <= max) return null;
  return `The margin is ${margin}. On this score sheet it goes from -${max} to ${max}.`;
}
