// When a photo of a sheet is refused, and when it is read again with a sheet of the school.
import { expect, test } from 'vitest';
import { extractedFrom } from '#ballot/extracted.ts';
import type { SheetCode } from '#ballot/sheet/code.ts';
import { isOfAnother, NO_CODE, readOwnSheet } from '#ballot/sheet/refusals.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { row, sheetOf } from './sheets.ts';

const UNKNOWN =
  'This sheet is not one of this school’s. Choose the school whose sheet it is, or print the sheet again.';
const CODE: SheetCode = { sheet: 'our-sheet', version: 1, page: 1, schoolId: 'Elm', roundId: null, judge: null };
const SHEET = sheetOf([{ title: null, rows: [row('Opening')] }]);
const image = { width: 800, height: 1000 };

test.each<[string | null, string | undefined, boolean]>([
  ['Elm', 'Oak', true],
  ['Elm', 'Elm', false],
  [null, 'Oak', false],
  ['Elm', undefined, false],
])('whether a sheet of %j is another school’s than %j: %j', (schoolId, readFor, isAnother) => {
  expect(isOfAnother({ ...CODE, schoolId }, readFor)).toBe(isAnother);
});

type Document = { code?: SheetCode; refusal?: string };
const OWN: Document = { code: CODE, refusal: UNKNOWN };
test.each<[string, Document[], school: string | undefined, known: Sheet | null | undefined, reads: number]>([
  ['one of this school', [OWN], 'Elm', SHEET, 2],
  ['one of this school after another document', [{ refusal: NO_CODE }, OWN], 'Elm', SHEET, 2],
  ['one that names no school', [{ ...OWN, code: { ...CODE, schoolId: null } }], 'Elm', SHEET, 2],
  ['one that the school no longer has', [OWN], 'Elm', null, 1],
  ['one of another school', [OWN], 'Oak', SHEET, 1],
  ['one that is read for no school', [OWN], undefined, SHEET, 1],
  ['one that was refused for something else', [{ ...OWN, refusal: NO_CODE }], 'Elm', SHEET, 1],
  ['one that was read', [{ code: CODE }], 'Elm', SHEET, 1],
  ['one without a code', [{ refusal: UNKNOWN }], 'Elm', SHEET, 1],
  ['no sheet', [], 'Elm', SHEET, 1],
])('a photo of %s', async (_, documents, school, known, reads) => {
  const read: (readonly Sheet[])[] = [];
  const found = await readOwnSheet(
    school,
    (sheets) => Promise.resolve({ documents, reading: read.push(sheets) }),
    (schoolId, { sheet, version }) => {
      expect([schoolId, sheet, version]).toEqual(['Elm', 'our-sheet', 1]);
      return Promise.resolve(known);
    },
  );
  expect(read).toEqual([[], [SHEET]].slice(0, reads));
  expect(found).toEqual({ documents, reading: reads });
});

const fields = { 'P Opening': { value: 7, confidence: 0.9 } };
const read = { confidence: 0.9, fields };
const other = { confidence: 0.8, fields: {} };
const TWO = { refusal: 'This photo shows two ballots. Photograph one at a time.' };
const coded = { ...read, code: CODE };

test.each<[object, Parameters<typeof extractedFrom>[0]['documents'], Parameters<typeof extractedFrom>[1]]>([
  [{ ...read, image }, [read], {}],
  [TWO, [read, other], {}],
  [{ ...read, image }, [read, other], { ballot: 'first' }],
  [{ ...other, image }, [read, other], { ballot: 'second' }],
  [{ refusal: 'No forms were recognized' }, [read], { ballot: 'second' }],
  [{ refusal: 'No forms were recognized' }, [], { schoolId: 'Elm', anySheet: true }],
  [
    {
      refusal:
        'This is another score sheet. Its photos are read with the season’s ballots, under “Ballots from photos”.',
    },
    [coded],
    { schoolId: 'Elm' },
  ],
  [{ ...coded, image }, [coded], { schoolId: 'Elm', anySheet: true }],
  [{ ...coded, image }, [coded], { anySheet: true }],
  [
    { refusal: 'This sheet was printed for another school. Choose that school to read it.' },
    [coded],
    { schoolId: 'Oak', anySheet: true },
  ],
  [{ ...read, image }, [read], { schoolId: 'Oak', anySheet: true }],
  [{ refusal: UNKNOWN }, [{ ...coded, refusal: UNKNOWN }], { schoolId: 'Elm', anySheet: true }],
  [
    { refusal: 'This ballot is blank.' },
    // Texts don't count, however many there are.
    [
      {
        ...coded,
        fields: { 'P Opening': { value: null, confidence: 0.1 }, 'Judge Name': { value: 'Ada', confidence: 1 } },
      },
    ],
    { schoolId: 'Elm', anySheet: true },
  ],
])('what a photo gives the form, or why it is refused: %#', (given, documents, asked) => {
  expect(extractedFrom({ image, documents }, asked)).toEqual(given);
});
