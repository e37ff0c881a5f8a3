// Which ranks a sheet asks for. A ballot says where our students are among them, best first.
import { RANKED, type Sheet } from './sheet.ts';

export type RankKind = (typeof RANKED)[number];

/** How many places the judge fills, of the trial or of a side. */
export const placesOn = ({ ranks }: Sheet, kind: RankKind): number => ranks.find(({ of }) => of === kind)?.places ?? 0;

/** Whether the judge ranks each side’s people on their own, and not those of the whole trial. */
export const isOfEachSide = ({ ranks }: Sheet, kind: RankKind): boolean =>
  ranks.some(({ of, each }) => of === kind && each === 'side');

/**
 * How many places a ballot can have: where a sheet ranks each side and two of a school's own teams met, the places of the other team follow
 * those of ours.
 */
export function maxRanks({ ranks }: Sheet, kind: RankKind): number {
  const asked = ranks.find(({ of }) => of === kind);
  return (asked?.places ?? 0) * (asked?.each === 'side' ? 2 : 1);
}

/** Which place an entry in a list of ranks stands for: among its team, or among everybody. */
export function placeOf(sheet: Sheet, kind: RankKind, index: number): number {
  const places = placesOn(sheet, kind);
  return (isOfEachSide(sheet, kind) && index >= places ? index - places : index) + 1;
}
