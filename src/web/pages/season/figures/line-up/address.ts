// The address holds both line-ups: each is the ids of the students in the order of the parts, with gaps for open parts.
import type { LineUp } from '#metrics/lineup.ts';
import { PARTS, SIDES } from '#metrics/scores.ts';
import { idIn, oneOf, seasonIn, withoutGaps } from '#web/records/season-search.ts';

export const readLineUp = (text = ''): LineUp => {
  const ids = text.split('.').map(idIn);
  return withoutGaps(Object.fromEntries(PARTS.map((part, index) => [part, ids[index]])));
};
export const writeLineUp = (lineUp: LineUp): string => PARTS.map((part) => lineUp[part] ?? '').join('.');

const lineUpText = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? writeLineUp(readLineUp(given)) : undefined;

/** Reads an address. What the page does not understand falls back to its default. */
export const readLineUpAddress = (given: Record<string, unknown>) =>
  withoutGaps({
    season: seasonIn(given['season']),
    /** P without it. */
    side: oneOf(SIDES, given['side']),
    one: lineUpText(given['one']),
    /** Absent: there is nothing to compare with. */
    other: lineUpText(given['other']),
    /** The part to try somebody in. */
    part: oneOf(PARTS, given['part']),
  });

export type LineUpAddress = ReturnType<typeof readLineUpAddress>;
