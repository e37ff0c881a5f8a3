// Checks that what a ballot says fits its sheet.
import { maximumOf } from '../score.ts';
import { maxRanks, placesOn, type RankKind } from './ranks.ts';
import { cellsOf, RANKED, type Sheet } from './sheet.ts';

type Said = {
  /** A score of null was not read. */
  scores?: Readonly<Record<string, number | null>>;
  /** Whether these are only some of the sheet's scores. */
  isPart?: boolean;
  tabMargin?: number | null | undefined;
  ranks?: Readonly<Partial<Record<RankKind, readonly unknown[] | undefined>>> | undefined;
};

const PEOPLE: Record<RankKind, string> = { attorney: 'attorneys', witness: 'witnesses', anyone: 'students as a whole' };

/** Why no ballot of the sheet can say this, in a sentence, or null if one can. */
export function whyNotOnSheet(sheet: Sheet, { scores, isPart = false, tabMargin = null, ranks = {} }: Said) {
  if (scores) {
    const cells = cellsOf(sheet);
    const keys = new Set(cells.map(({ key }) => key));
    const unknown = Object.keys(scores).find((key) => !keys.has(key));
    if (unknown !== undefined) return `The score sheet “${sheet.title}” has no score “${unknown}”.`;
    const missing = isPart ? undefined : cells.find(({ key }) => scores[key] === undefined);
    if (missing) return `The score “${missing.label}” is missing.`;
    const outside = cells.find(({ key, min, max }) => {
      const score = scores[key] ?? null;
      return score !== null && !(Number.isInteger(score) && score >= min && score <= max);
    });
    if (outside) {
      const { key, label, min, max } = outside;
      return `The score “${label}” is ${scores[key]}. It goes from ${min} to ${max}.`;
    }
  }
  if (tabMargin !== null) {
    const margin = maxMargin(sheet);
    if (Math.abs(tabMargin) > margin)
      return `The margin is ${tabMargin}. On this score sheet it goes from -${margin} to ${margin}.`;
  }
  const kind = RANKED.find((each) => (ranks[each]?.length ?? 0) > maxRanks(sheet, each));
  if (kind === undefined) return null;
  const places = placesOn(sheet, kind);
  return places === 0
    ? `The score sheet “${sheet.title}” doesn’t rank ${PEOPLE[kind]}.`
    : `The score sheet “${sheet.title}” ranks only the best ${places}.`;
}

/** The largest difference between the totals of two sides. */
export const maxMargin = (sheet: Sheet): number => Math.max(maximumOf(sheet, 'p'), maximumOf(sheet, 'd'));
