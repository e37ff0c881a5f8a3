// Which ranks a sheet asks for, in words.
import { MAX_RANK } from '#ballot/kept-limits.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';

const KINDS = ['attorney', 'witness'] as const;
const ENDINGS = ['th', 'st', 'nd', 'rd'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "1st", "2nd" … "10th" */
export const placeText = (place: number): string => `${place}${ENDINGS[place] ?? 'th'}`;

/** The kinds of ranks that the sheet asks for, with their places: `1st`, `2nd`. */
export const ranksOn = ({ ranks }: Sheet) =>
  KINDS.flatMap((kind) => {
    const places = Math.min(MAX_RANK, ranks.find(({ of }) => of === kind)?.places ?? 0);
    return places === 0 ? [] : [{ kind, places: Array.from({ length: places }, (_, index) => placeText(index + 1)) }];
  });

/** "top four", or "best" where only one is named. */
export function topText(asked: ReturnType<typeof ranksOn>): string {
  const most = Math.max(...asked.map(({ places }) => places.length));
  return most === 1 ? 'best' : `top ${NUMBERS[most - 1]}`;
}
