// Checks that what a ballot says fits its sheet.
import { maximumOf } from '../score.ts';
import { whyNotRanks } from './ranks.ts';
import { cellsOf, sidesOf, type PlacedCell, type Sheet } from './sheet.ts';

type Said = {
  /** All scores of the sheet. A score of null was not read. */
  scores?: Readonly<Record<string, number | null>>;
  tabMargin?: number | null | undefined;
  ranks?: Parameters<typeof whyNotRanks>[1] | undefined;
};

const noSuchScore = ({ title }: Sheet, key: string): string => `The score sheet “${title}” has no score “${key}”.`;

/** Why no ballot of the sheet can say this, in a sentence, or null if one can. */
export function whyNotOnSheet(sheet: Sheet, { scores, tabMargin = null, ranks = {} }: Said): string | null {
  if (scores) {
    const cells = cellsOf(sheet);
    const keys = new Set(cells.map(({ key }) => key));
    const unknown = Object.keys(scores).find((key) => !keys.has(key));
    if (unknown !== undefined) return noSuchScore(sheet, unknown);
    const missing = cells.find(({ key }) => scores[key] === undefined);
    if (missing) return `The score “${missing.label}” is missing.`;
    const why = cells.map((cell) => whyNotInCell(cell, scores[cell.key] ?? null)).find((each) => each !== null);
    if (why) return why;
  }
  const max = tabMargin === null ? 0 : maxMargin(sheet);
  if (tabMargin !== null && Math.abs(tabMargin) > max) {
    return `The margin is ${tabMargin}. On this score sheet it goes from -${max} to ${max}.`;
  }
  return whyNotRanks(sheet, ranks);
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
