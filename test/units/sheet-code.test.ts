// The code of a printed page: what it says is read back, and any other text isn't read as one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeText, readCode, type SheetCode } from '#ballot/sheet/code.ts';

const id = fc.option(fc.uuid());
const code: fc.Arbitrary<SheetCode> = fc.record({
  sheet: fc.constantFrom('college-28', 'try-out', '0b3f7c1e-89ab-4cde-8f01-23456789abcd'),
  version: fc.integer({ min: 1, max: 999_999 }),
  page: fc.integer({ min: 1, max: 9 }),
  schoolId: id,
  roundId: id,
  judge: fc.option(fc.integer({ min: 1, max: 99 })),
});

test('a code says the sheet, version, page, school, round and judge, in letters that keep it small', () => {
  fc.assert(
    fc.property(code, (said) => {
      expect(readCode(codeText(said))).toEqual(said);
      expect(codeText(said)).toMatch(/^[0-9A-Z/-]+$/);
    }),
  );
});

const SCHOOL = '0B3F7C1E89AB4CDE8F0123456789ABCD';
test('codes that were printed before are still read', () => {
  const sheet = { sheet: 'kentucky', version: 2, page: 1, schoolId: null, roundId: null, judge: null };
  expect(codeText(sheet)).toBe('CS1/KENTUCKY/2/1///');
  expect(readCode('CS1/KENTUCKY/2/1///')).toEqual(sheet);
  const schoolId = '0b3f7c1e-89ab-4cde-8f01-23456789abcd';
  const printed = `CS1/${'A-9'.padEnd(40, 'Z')}/123456/3/${SCHOOL}/${SCHOOL}/12`;
  const whole = { sheet: 'a-9'.padEnd(40, 'z'), version: 123_456, page: 3, schoolId, roundId: schoolId, judge: 12 };
  expect(codeText(whole)).toBe(printed);
  expect(readCode(printed)).toEqual(whole);
});

test.each([
  '',
  'https://example.org',
  'CS1/KENTUCKY/1',
  'CS2/KENTUCKY/1/1///',
  ' CS1/KENTUCKY/1/1///',
  'CS1/KENTUCKY/1/1/// ',
  'CS1//1/1///',
  `CS1/${'K'.repeat(41)}/1/1///`,
  'CS1/kentucky/1/1///',
  'CS1/KENTUCKY//1///',
  'CS1/KENTUCKY/A/1///',
  'CS1/KENTUCKY/1234567/1///',
  'CS1/KENTUCKY/1/////',
  'CS1/KENTUCKY/1/A///',
  'CS1/KENTUCKY/1/12///',
  'CS1/KENTUCKY/1/1/12///',
  'CS1/KENTUCKY/1/1//12//',
  `CS1/KENTUCKY/1/1/${SCHOOL}0//`,
  `CS1/KENTUCKY/1/1/${SCHOOL.replace('A', 'G')}//`,
  `CS1/KENTUCKY/1/1//${SCHOOL.replace('A', 'G')}/`,
  'CS1/KENTUCKY/1/1///123',
  'CS1/KENTUCKY/1/1///A',
])('%j is not read as a code of a sheet', (text) => {
  expect(readCode(text)).toBeNull();
});
