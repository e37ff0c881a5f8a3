// A sheet of several pages is one ballot of as many photos. What their codes say belongs together becomes one entry of the list.
import type { SheetCode } from '#ballot/sheet/code.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import type { QueuedPhoto } from './queue.ts';

type Read = NonNullable<QueuedPhoto['read']>;
type ReadPage = QueuedPhoto & { read: Read & { extracted: { code: SheetCode } } };

const isPage = (photo: QueuedPhoto | undefined): photo is ReadPage => photo?.read?.extracted.code !== undefined;
const codeOf = ({ read }: ReadPage): SheetCode => read.extracted.code;
/** The pages that an entry has, with those joined to it. */
const pagesOf = (photo: ReadPage): number[] => [codeOf(photo).page, ...(photo.joined ?? []).map(({ page }) => page)];

/**
 * Whether two entries are pages of one ballot. Without a round and a judge on the paper, only photos taken one after the other are.
 * `isUnsure`: the photo before both isn't read, and may be of the first one's other page. Then they must be in the order of the paper.
 */
function belongTogether(one: ReadPage, other: ReadPage, distance: number, isUnsure: boolean): boolean {
  const [a, b] = [codeOf(one), codeOf(other)];
  const isSameSheet = one.schoolId === other.schoolId && a.sheet === b.sheet && a.version === b.version;
  if (!isSameSheet || pagesOf(one).some((page) => pagesOf(other).includes(page))) return false;
  if (a.roundId !== b.roundId || a.judge !== b.judge) return false;
  if (a.roundId !== null && a.judge !== null) return true;
  return Math.abs(distance) === 1 && (!isUnsure || (b.page - a.page) * distance > 0);
}

/** An entry with what another page says. What a person has checked, typed and chosen for the entry stays. */
function withPage(entry: ReadPage, other: ReadPage): QueuedPhoto {
  const { extracted, draft, sheet, roundId } = entry.read;
  const added = other.read.draft;
  const isNew = (key: string, label: string): boolean =>
    label in other.read.extracted.fields && draft.checked[key] === undefined && !(label in extracted.fields);
  const keys = cellsOf(sheet).flatMap(({ key, label }) => (isNew(key, label) ? [key] : []));
  const only = <Value>(of: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(of).filter(([key]) => keys.includes(key)));
  const fields = Object.entries(other.read.extracted.fields).map(([label, field]) => [
    label,
    { photo: other.id, ...field },
  ]);
  return {
    ...entry,
    joined: [
      ...(entry.joined ?? []),
      { page: codeOf(other).page, name: other.name, id: other.id },
      ...(other.joined ?? []),
    ],
    read: {
      ...entry.read,
      extracted: { ...extracted, fields: { ...Object.fromEntries(fields), ...extracted.fields } },
      draft: {
        ...draft,
        facts: { ...draft.facts, judge: draft.facts.judge || added.facts.judge },
        scores: { ...draft.scores, ...only(added.scores) },
        checked: { ...draft.checked, ...only(added.checked) },
      },
      roundId: roundId ?? other.read.roundId,
    },
  };
}

/**
 * The list after the photo with this id was read: with the entry that it is a page of, if there is one. That entry stays, whichever page
 * it began with, because a person may be checking it.
 */
export function joined(photos: readonly QueuedPhoto[], id: string): readonly QueuedPhoto[] {
  const at = photos.findIndex((photo) => photo.id === id);
  const read = photos[at];
  if (!isPage(read)) return photos;
  const isUnreadBefore = (index: number): boolean => photos[index - 1]?.read === null;
  const entry = photos.find(
    (photo, index): photo is ReadPage =>
      photo.id !== id && isPage(photo) && belongTogether(read, photo, index - at, isUnreadBefore(Math.min(index, at))),
  );
  if (!entry) return photos;
  return photos.flatMap((photo) => (photo.id === id ? [] : [photo.id === entry.id ? withPage(entry, read) : photo]));
}
