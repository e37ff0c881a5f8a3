// Which ranks a sheet asks for, in words.
import { placesOn, type RankKind } from '#ballot/sheet/ranks.ts';
import { RANKED, type Sheet } from '#ballot/sheet/sheet.ts';

const ENDINGS = ['th', 'st', 'nd', 'rd'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "1st", "2nd" … "10th" */
const placeText = (place: number): string => `${place}${ENDINGS[place] ?? 'th'}`;

/** Whom the sheet ranks, with their places: `1st`, `2nd`. */
export const ranksOn = (sheet: Sheet) =>
  RANKED.flatMap((kind) => {
    const places = placesOn(sheet, kind);
    return places === 0 ? [] : [{ kind, places: Array.from({ length: places }, (_, index) => placeText(index + 1)) }];
  });

/** "2nd attorney", or "2nd of all" where anyone is ranked. */
export const rankText = (place: number, kind: RankKind): string =>
  `${placeText(place)} ${kind === 'anyone' ? 'of all' : kind}`;

/** "top four", or "best" where only one is named. */
export function topText(asked: ReturnType<typeof ranksOn>): string {
  const most = Math.max(...asked.map(({ places }) => places.length));
  return most === 1 ? 'best' : `top ${NUMBERS[most - 1]}`;
}
