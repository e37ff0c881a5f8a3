// The labels of the stored values of cases and witnesses.
import type { CaseArea } from '#contract/words.ts';

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const UPPER: Record<string, string> = { olt: 'OLT', orcs: 'ORCS' };

/** "Invitationals/Regionals/ORCS", or None. */
export const areaLabel = (area: CaseArea | null): string =>
  area === null ? 'None' : area.replaceAll(/[a-z]+/g, (word) => UPPER[word] ?? capitalized(word));
