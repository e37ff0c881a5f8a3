// Which ranks a sheet asks for. A ballot says where our students are among them, best first.
import { RANKED, type Sheet } from './sheet.ts';

export type RankKind = (typeof RANKED)[number];
/** Where a sheet ranks each side and two of a school's own teams met, the places of the other team follow those of ours. */
type Ranks = Readonly<Partial<Record<RankKind, readonly unknown[] | undefined>>>;

/** How many places the judge fills, of the trial or of a side. */
export const placesOn = ({ ranks }: Sheet, kind: RankKind): number => ranks.find(({ of }) => of === kind)?.places ?? 0;

/** Whether the judge ranks each side’s people on their own, and not those of the whole trial. */
export const isOfEachSide = ({ ranks }: Sheet, kind: RankKind): boolean =>
  ranks.some(({ of, each }) => of === kind && each === 'side');

/** How many places a ballot can have. */
export const maxRanks = (sheet: Sheet, kind: RankKind): number =>
  placesOn(sheet, kind) * (isOfEachSide(sheet, kind) ? 2 : 1);

const PEOPLE: Record<RankKind, string> = { attorney: 'attorneys', witness: 'witnesses', anyone: 'students as a whole' };

/** Why a ballot of the sheet can't have these ranks, in a sentence, or null if it can. */
export function whyNotRanks(sheet: Sheet, ranks: Ranks): string | null {
  const kind = RANKED.find((each) => (ranks[each]?.length ?? 0) > maxRanks(sheet, each));
  if (kind === undefined) return null;
  const places = placesOn(sheet, kind);
  return places === 0
    ? `The score sheet “${sheet.title}” doesn’t rank ${PEOPLE[kind]}.`
    : `The score sheet “${sheet.title}” ranks only the best ${places}.`;
}

/** The place that an entry of a list of ranks means, and whether it is one of the other team. */
export function placeOf(sheet: Sheet, kind: RankKind, index: number): { place: number; isOther: boolean } {
  const places = placesOn(sheet, kind);
  const isOther = isOfEachSide(sheet, kind) && index >= places;
  return { place: (isOther ? index - places : index) + 1, isOther };
}
