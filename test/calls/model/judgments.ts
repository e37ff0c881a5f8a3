// What a judge writes on a ballot besides scores: comments on parts, and whom they rank.
import fc from 'fast-check';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { sidePart, type Part, type SidePart } from '#metrics/scores.ts';
import { COLLEGE } from './scores.ts';
import { NAMED } from './season.ts';
import type { Comments, Truth } from './truth.ts';

const COMMENTED: readonly SidePart[] = (['p', 'd'] as const).flatMap((side) =>
  (['open', 'close'] satisfies Part[]).map((part) => sidePart(side, part)),
);
export const comments = fc.subarray([...COMMENTED]).chain((parts) =>
  // A comment is about its part, and may name somebody.
  fc
    .nat(NAMED.length)
    .map((named): Comments =>
      Object.fromEntries(
        parts.map((part) => [part, `On ${part}${named < NAMED.length ? `, better than ${NAMED[named]}` : ''}`]),
      ),
    ),
);
/** Whom those comments name. */
export const namedIn = (written: Comments): string[] => NAMED.filter((name) => JSON.stringify(written).includes(name));

export const NOBODY: KeptBallot['ranks'] = { attorney: [], witness: [] };
/** Whom the judge ranked best and second, if anybody of ours. */
export const ranked = fc.array(fc.option(fc.nat(99)), { maxLength: 2 });
/** Only the college form asks for ranks. */
export function ranksOf(
  { students }: Truth,
  { id }: SheetRef,
  picked: readonly (number | null)[],
): KeptBallot['ranks'] {
  const ids = [...students.keys()];
  if (id !== COLLEGE.id || ids.length === 0) return NOBODY;
  const best = picked.map((at) => (at === null ? null : ids[at % ids.length]!));
  return { ...NOBODY, attorney: [...new Set(best)] };
}
