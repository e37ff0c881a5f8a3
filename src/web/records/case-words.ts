// The labels of the stored values of cases and witnesses.
import type { CaseArea } from '#contract/words.ts';
import { capitalized } from '#web/format.ts';

const UPPER: Record<string, string> = { olt: 'OLT', orcs: 'ORCS' };

/** "Invitationals/Regionals/ORCS", or None. */
export const areaLabel = (area: CaseArea | null): string =>
  area === null ? 'None' : area.replaceAll(/[a-z]+/g, (word) => UPPER[word] ?? capitalized(word));
