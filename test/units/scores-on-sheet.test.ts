// What keeps scores from being a ballot of a sheet.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import { keysOf, sidesOf } from '#ballot/sheet/sheet.ts';
import { row, sheetOf } from './sheets.ts';

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

/** Up to 15 points for P and 5 for D. */
const UNEVEN = sheetOf([
  {
    title: null,
    rows: [
      { ...row('Opening'), min: 1, max: 5 },
      { ...row('Motion'), d: null },
    ],
  },
]);

test.each<[Parameters<typeof whyNotOnSheet>[1], string | null]>([
  [{ scores: { pOpening: 1, dOpening: 5, pMotion: 0 } }, null],
  [{ scores: { dOpening: 0 }, isPart: true }, 'The score “D Opening” is 0. It goes from 1 to 5.'],
  [{ scores: { dOpening: 6 }, isPart: true }, 'The score “D Opening” is 6. It goes from 1 to 5.'],
  [{ scores: { dOpening: 1.5 }, isPart: true }, 'The score “D Opening” is 1.5. It goes from 1 to 5.'],
  [{ tabMargin: 15 }, null],
  [{ tabMargin: -15 }, null],
  [{ tabMargin: null }, null],
  [{ tabMargin: 16 }, 'The margin is 16. On this score sheet it goes from -15 to 15.'],
  [{ tabMargin: -16 }, 'The margin is -16. On this score sheet it goes from -15 to 15.'],
  [{ ranks: { attorney: [1] } }, 'The score sheet “Our sheet” doesn’t rank attorneys.'],
])('what a ballot of an uneven sheet can say: %#', (said, why) => {
  expect(whyNotOnSheet(UNEVEN, said)).toBe(why);
});
