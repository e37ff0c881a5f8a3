// Photos of sheets of several pages: whatever their codes say and in whatever order they are read, no page is lost, and no ballot that
// somebody may be checking goes away.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Extracted } from '#ballot/extracted.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { draftFromPhoto, withFacts } from '#web/pages/season/ballots/ballot-draft.ts';
import { joined } from '#web/pages/season/photos/join-pages.ts';
import type { QueuedPhoto } from '#web/pages/season/photos/queue.ts';

const PAGES = 3;
const CELLS = cellsOf(KENTUCKY);
type Code = NonNullable<Extracted['code']>;

/** Two schools, sheets, versions, rounds and judges, a round that the paper doesn't say, and pages that are read twice. */
const anyCode: fc.Arbitrary<Code> = fc.record({
  sheet: fc.constantFrom('kentucky', 'other'),
  version: fc.constantFrom(1, 2),
  page: fc.integer({ min: 1, max: PAGES }),
  schoolId: fc.constant(null),
  roundId: fc.constantFrom('round', 'another', null),
  judge: fc.constantFrom(1, 2, null),
});
/** Null: the photo is refused. */
const anyPhotos = fc
  .array(fc.option(anyCode, { freq: 6 }), { minLength: 2, maxLength: 8 })
  .chain((codes) => fc.tuple(fc.constant(codes), fc.shuffledSubarray([...codes.keys()], { minLength: codes.length })));

/** What was read from a page, on which each score is 7 plus the page. */
function readFrom(code: Code): NonNullable<QueuedPhoto['read']> {
  const fields = Object.fromEntries(
    CELLS.filter((_, index) => index % PAGES === code.page - 1).map(({ label }) => [
      label,
      { value: 6 + code.page, confidence: 1 },
    ]),
  );
  const extracted = { fields, code } as unknown as Extracted;
  return { extracted, sheet: KENTUCKY, draft: draftFromPhoto(KENTUCKY, extracted), roundId: code.roundId };
}

const waiting = (index: number): QueuedPhoto => ({
  id: String(index),
  schoolId: 'school',
  name: `${index}.jpg`,
  roundId: null,
  state: 'waiting',
  note: null,
  read: null,
});

const placeOf = ({ page: _page, ...place }: Code): string => JSON.stringify(place);

test('every page is in one ballot of its own sheet, round and judge, and what was typed meanwhile stays', () => {
  fc.assert(
    fc.property(anyPhotos, ([codes, order]) => {
      let photos: readonly QueuedPhoto[] = codes.map((_, index) => waiting(index));
      for (const index of order) {
        const code = codes[index];
        if (!code) continue;
        const id = String(index);
        // The person who checks ballots has typed something into each.
        photos = photos.map((photo) =>
          photo.read === null
            ? photo
            : {
                ...photo,
                read: { ...photo.read, draft: withFacts({ judge: `typed in ${photo.id}` })(photo.read.draft) },
              },
        );
        const before = photos.filter(({ read }) => read !== null);
        photos = joined(
          photos.map((photo) => (photo.id === id ? { ...photo, state: 'read', read: readFrom(code) } : photo)),
          id,
        );
        for (const entry of before)
          expect(photos.find((photo) => photo.id === entry.id)?.read?.draft.facts).toEqual(entry.read!.draft.facts);
      }
      const pagesOf = ({ id, joined: others = [] }: QueuedPhoto): string[] => [id, ...others.map((page) => page.id)];
      expect(photos.flatMap(pagesOf).toSorted()).toEqual([...codes.keys()].map(String).toSorted());
      for (const photo of photos.filter(({ read }) => read !== null)) {
        const own = pagesOf(photo).map((id) => codes[Number(id)]!);
        expect(new Set(own.map(placeOf)).size).toBe(1);
        const pages = own.map(({ page }) => page);
        expect(new Set(pages).size).toBe(pages.length);
        // Each score comes from its page, or was not read.
        for (const [index, { key }] of CELLS.entries()) {
          const page = (index % PAGES) + 1;
          expect(photo.read!.draft.scores[key]).toBe(pages.includes(page) ? 6 + page : null);
        }
      }
    }),
    { numRuns: 100 },
  );
});

/** Which of these pages of blank sheets become one entry, if their photos are read in this order. */
function entriesOf(pages: readonly number[], order: readonly number[]): number[][] {
  const code = { sheet: 'kentucky', version: 1, schoolId: null, roundId: null, judge: null };
  let photos: readonly QueuedPhoto[] = pages.map((_, index) => waiting(index));
  for (const index of order) {
    const read = readFrom({ ...code, page: pages[index]! });
    photos = joined(
      photos.map((photo) => (photo.id === String(index) ? { ...photo, state: 'read', read } : photo)),
      String(index),
    );
  }
  return photos.map(({ id, joined: others = [] }) =>
    [id, ...others.map((page) => page.id)].map(Number).toSorted((one, other) => one - other),
  );
}
const orders = (indexes: readonly number[]): number[][] =>
  indexes.length === 0
    ? [[]]
    : indexes.flatMap((first) => orders(indexes.filter((each) => each !== first)).map((rest) => [first, ...rest]));

test('the photos of two judges’ blank sheets become two ballots, whichever is read first', () => {
  for (const order of orders([0, 1, 2, 3]))
    expect(entriesOf([1, 2, 1, 2], order)).toEqual([
      [0, 1],
      [2, 3],
    ]);
});

test('a page that can’t be read, or is read late, puts no pages of two judges together', () => {
  for (const missing of [0, 1, 2, 3])
    for (const order of orders([0, 1, 2, 3].filter((each) => each !== missing)))
      expect(entriesOf([1, 2, 1, 2], order)).not.toContainEqual([1, 2]);
});
