// What keeps scores from being a ballot of a sheet.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import { keysOf, sidesOf } from '#ballot/sheet/sheet.ts';

const SCORES = Object.fromEntries(keysOf(COLLEGE_28).map((key): [string, number] => [key, 7]));

test('the scores of a ballot fit its sheet if each is there, in its range, and no other is', () => {
  const scores: Record<string, number | null> = { ...SCORES, pOpen: null };
  expect(whyNotOnSheet(COLLEGE_28, { scores })).toBeNull();
  expect(whyNotOnSheet(COLLEGE_28, { scores: { ...scores, pRebuttal: 5 } })).toMatch(/has no score “pRebuttal”\.$/);
  expect(whyNotOnSheet(COLLEGE_28, { scores: { ...scores, dClose: 11 } })).toMatch(/ is 11\. It goes from 0 to 10\.$/);
  const { dClose: _dClose, ...others } = scores;
  expect(whyNotOnSheet(COLLEGE_28, { scores: others })).toMatch(/ is missing\.$/);
});

test('a ballot’s scores are checked with one look at the rows of each side', () => {
  let looks = 0;
  const sheet = Object.defineProperty({ ...COLLEGE_28 }, 'sections', {
    get: () => {
      looks += 1;
      return COLLEGE_28.sections;
    },
  });
  whyNotOnSheet(sheet, { scores: SCORES });
  expect(looks).toBe(sidesOf(COLLEGE_28).length);
});
