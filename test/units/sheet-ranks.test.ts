// Which ranks a ballot of a sheet can have, and what they mean.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { isOfEachSide, maxRanks, placeOf, placesOn } from '#ballot/sheet/ranks.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import { RANKED } from '#ballot/sheet/sheet.ts';
import { rankText, ranksOn, topText } from '#web/pages/season/ballots/rank-words.ts';
import { anyTrial } from './sheets.ts';

test('a ballot can have as many ranks as its sheet asks for, and one more is refused', () => {
  fc.assert(
    fc.property(anyTrial, fc.constantFrom(...RANKED), (sheet, kind) => {
      const most = maxRanks(sheet, kind);
      const list = (length: number) => ({ [kind]: Array.from({ length }, () => null) });
      expect(whyNotOnSheet(sheet, { ranks: list(most) })).toBeNull();
      expect(whyNotOnSheet(sheet, { ranks: list(most + 1) })).toMatch(/^The score sheet “Our sheet” /);
      const places = Array.from({ length: most }, (_, index) => placeOf(sheet, kind, index));
      const once = Array.from({ length: placesOn(sheet, kind) }, (_, index) => index + 1);
      expect(places).toEqual(isOfEachSide(sheet, kind) ? [...once, ...once] : once);
      expect(ranksOn(sheet).find((asked) => asked.kind === kind)?.places ?? []).toHaveLength(once.length);
    }),
  );
});

test('a refusal says what the sheet asks for', () => {
  const one = ['Ann'];
  expect(whyNotOnSheet(COLLEGE_28, { ranks: { attorney: [1, 2, 3, 4], witness: [] } })).toBeNull();
  expect(whyNotOnSheet(COLLEGE_28, { ranks: { attorney: [1, 2, 3, 4, 5] } })).toBe(
    `The score sheet “${COLLEGE_28.title}” ranks only the best 4.`,
  );
  expect(whyNotOnSheet(COLLEGE_28, { ranks: { anyone: one } })).toBe(
    `The score sheet “${COLLEGE_28.title}” doesn’t rank students as a whole.`,
  );
  expect(whyNotOnSheet(CALIFORNIA, { ranks: { witness: one } })).toBe(
    `The score sheet “${CALIFORNIA.title}” doesn’t rank witnesses.`,
  );
});

test('ranks are named as people say them', () => {
  expect(rankText(2, 'attorney')).toBe('2nd attorney');
  expect(rankText(10, 'anyone')).toBe('10th of all');
  expect(topText(ranksOn(COLLEGE_28))).toBe('top four');
  expect(topText(ranksOn(KENTUCKY))).toBe('best');
});
