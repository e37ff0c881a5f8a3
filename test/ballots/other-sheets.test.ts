// Photos of printed score sheets other than the form of 28 scores: their code says which they are.
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { BLANK_BALLOT, extractedFrom, MIN_FIELD_CONFIDENCE, refusalOf } from '#ballot/extracted.ts';
import type { Paper } from '#ballot/drawing.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { codeText, type SheetCode } from '#ballot/sheet/code.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import { readOwnSheet, UNKNOWN_SHEET } from '#ballot/sheet/refusals.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { ReadDocument } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { type Level, photograph } from './camera.ts';
import { drawSvg, formSvg } from './draw-form.ts';
import { judged } from './judge.ts';
import { makeBallot, type TestBallot } from './make-ballot.ts';
import { randomFrom } from './random.ts';

const OTHERS = BUILT_IN.filter((sheet) => sheet !== COLLEGE_28);

const codeOf = (sheet: Sheet, page = 1): SheetCode => ({
  sheet: sheet.id,
  version: sheet.version,
  page,
  schoolId: '6f1c2a4e-93b7-4d58-8a0e-5c7d1b2f3a49',
  roundId: 'b48e0d17-2f6a-4c93-9e51-7a3c8d5f6e20',
  judge: 2,
});

type Shot = { level?: Level; seed: number; page?: number; paper?: Paper };
const photoOf = (sheet: Sheet, { level = 'L2', seed, page = 1, paper = 'Letter' }: Shot): Promise<TestBallot> =>
  makeBallot(readablePage(sheet, paper, page)!, level, seed, 2400, {}, { code: codeText(codeOf(sheet, page)) });

/** A school's own sheet. */
const own = (rows: number, max = 10): Sheet => ({
  ...KENTUCKY,
  id: '3d7a9c51-0b2e-4f86-9d14-8e6a5b7c2f03',
  version: 3,
  sections: [
    {
      title: null,
      rows: Array.from({ length: rows }, (_, index) => ({
        label: `Criterion ${index + 1}`,
        min: 0,
        max,
        weight: 1,
        p: { key: `p${index}`, label: `P ${index + 1}`, role: 'criterion', number: index + 1 },
        d: { key: `d${index}`, label: `D ${index + 1}`, role: 'criterion', number: index + 1 },
      })),
    },
  ],
});

function expectRight(ballot: TestBallot, read: Awaited<ReturnType<typeof readBallot>>): void {
  expect(refusalOf(read.documents)).toBeNull();
  const { found, fields } = judged(ballot, read);
  expect(found).toBe(true);
  const misread = fields.filter(({ truth, value }) => truth !== 'odd' && truth !== value);
  expect(misread.filter(({ confidence }) => confidence >= MIN_FIELD_CONFIDENCE)).toEqual([]);
  expect(misread.length).toBeLessThanOrEqual(0.05 * fields.length);
}

// The sheets take turns: a sheet's rows don't depend on its paper.
test.each(OTHERS.map((sheet, at) => ({ id: sheet.id, paper: (['Letter', 'A4'] as const)[at % 2]!, sheet })))(
  'the scores of $id on $paper paper are read, and what its code says',
  async ({ sheet, paper }) => {
    const ballot = await photoOf(sheet, { seed: 930_001, paper });
    const read = await readBallot(ballot.jpeg);
    expectRight(ballot, read);
    expect(read.documents).toMatchObject([{ code: codeOf(sheet) }]);
  },
);

describe('a sheet is read from a photo', () => {
  let jpeg: Buffer;
  let upright: ReadDocument;
  beforeAll(async () => {
    ({ jpeg } = await photoOf(KENTUCKY, { seed: 930_002 }));
    upright = (await readBallot(jpeg)).documents[0]!;
  });

  test.each([90, 180, 270])('turned by %i degrees', async (angle) => {
    const [turned] = (await readBallot(await sharp(jpeg).rotate(angle).jpeg({ quality: 92 }).toBuffer())).documents;
    const values = ({ fields }: ReadDocument) =>
      Object.fromEntries(Object.entries(fields).map(([label, { value }]) => [label, value]));
    expect(turned!.code).toEqual(upright.code);
    const [one, other] = [values(upright), values(turned!)];
    const differing = Object.keys(one).filter((label) => one[label] !== other[label] && !/Team|Judge/.test(label));
    expect(differing.length).toBeLessThanOrEqual(1);
  });
});

describe('a sheet of a school’s own', () => {
  test('of 60 scores is read page by page', async () => {
    const sheet = own(30);
    expect(sheetPages(sheet, 'Letter')).toHaveLength(2);
    for (const page of [1, 2]) {
      const ballot = await photoOf(sheet, { seed: 930_003, page });
      const read = await readBallot(ballot.jpeg, undefined, [sheet]);
      expectRight(ballot, read);
      expect(read.documents[0]!.code).toEqual(codeOf(sheet, page));
    }
  });

  test('of 60 rows for a single side is read from two columns per page', async () => {
    const rows = own(30).sections.flatMap((section) => section.rows);
    const sheet = {
      ...own(30),
      sections: [
        {
          title: null,
          rows: rows.flatMap((row) => [
            { ...row, d: null },
            { ...row, label: `${row.label} D`, p: null },
          ]),
        },
      ],
    };
    expect(sheetPages(sheet, 'Letter')).toHaveLength(2);
    for (const page of [1, 2]) {
      const ballot = await photoOf(sheet, { seed: 930_013, page });
      expectRight(ballot, await readBallot(ballot.jpeg, undefined, [sheet]));
    }
  });

  test('of 6 scores from 0 to 5 is read, and never with a score above 5', async () => {
    const sheet = own(3, 5);
    const ballot = await photoOf(sheet, { seed: 930_004, level: 'L1' });
    const read = await readBallot(ballot.jpeg, undefined, [sheet]);
    expectRight(ballot, read);
    // The same paper, described as one from 0 to 1: no other score is an answer.
    const narrow = await readBallot(ballot.jpeg, undefined, [own(3, 1)]);
    for (const { value } of Object.values(narrow.documents[0]!.fields))
      if (typeof value === 'number') expect(value).toBeLessThanOrEqual(1);
  });

  test('is refused if it is unknown, in another version, or with scores above 10', async () => {
    const sheet = own(5);
    const { jpeg } = await photoOf(sheet, { seed: 930_005, level: 'L1' });
    const refusalWith = async (sheets: Sheet[]) => refusalOf((await readBallot(jpeg, undefined, sheets)).documents);
    const unknown = 'This sheet is not one of this school’s.';
    expect(await refusalWith([])).toContain(unknown);
    expect(await refusalWith([{ ...sheet, version: 2 }])).toContain(unknown);
    expect(await refusalWith([own(5, 20)])).toBe('Photos of this sheet can’t be read yet.');
    expect(await refusalWith([sheet])).toBeNull();
  });
});

test('a sheet is read from a photo so blurred that the squares of its code run together', async () => {
  const ballot = await photoOf(KENTUCKY, { seed: 930_012, level: 'L4' });
  const read = await readBallot(ballot.jpeg);
  expectRight(ballot, read);
  expect(read.documents[0]!.code).toEqual(codeOf(KENTUCKY));
});

test('a sheet is read that was printed with the smaller code of earlier prints', async () => {
  const form = readablePage(KENTUCKY, 'A4', 1)!;
  const { code, round, boxes } = form;
  const printed = {
    ...form,
    code: { x: code!.x + 17, y: code!.y + 11, width: 48, height: 48 },
    boxes: boxes.map((box) => (box.x === round!.x && box.y === round!.y ? { ...box, x: box.x + 20 } : box)),
  };
  const filled = { code: codeText(codeOf(KENTUCKY)) };
  const ballot = await makeBallot(printed, 'L3', 930_007, 2400, {}, filled);
  const read = await readBallot(ballot.jpeg);
  expectRight({ ...ballot, layout: form }, read);
  expect(read.documents[0]!.code).toEqual(codeOf(KENTUCKY));
});

test('a sheet that nobody has written on is blank, and one without its code is refused', async () => {
  const [form] = sheetPages(KENTUCKY, 'A4');
  const printed = async (code: string | undefined) =>
    refusalOf(
      (await readBallot((await photograph(await drawSvg(formSvg(form!, code)), 'L1', 2000, randomFrom(5))).jpeg))
        .documents,
    );
  expect(await printed(codeText(codeOf(KENTUCKY)))).toBe(BLANK_BALLOT);
  expect(await printed(undefined)).toContain('The code at the top right of this sheet can’t be read.');
});

test('sheets other than the college form are returned only on request, and never another school’s sheet', async () => {
  const { jpeg } = await photoOf(KENTUCKY, { seed: 930_006, level: 'L1' });
  const read = await readBallot(jpeg);
  const { schoolId } = codeOf(KENTUCKY);
  const another = '11111111-2222-4333-8444-555555555555';
  expect(extractedFrom(read, {})).toEqual({ refusal: expect.stringContaining('This is another score sheet.') });
  expect(extractedFrom(read, { anySheet: true, schoolId: schoolId! })).toMatchObject({ code: codeOf(KENTUCKY) });
  expect(extractedFrom(read, { anySheet: true, schoolId: another })).toEqual({
    refusal: 'This sheet was printed for another school. Choose that school to read it.',
  });
});

test('a photo is read again only with a sheet that its own school has', async () => {
  const code: SheetCode = { ...codeOf(own(3)), schoolId: null };
  const asked: string[] = [];
  const reading = (of: SheetCode, readFor: string | undefined, known: Sheet | null) => {
    const read = (sheets: readonly Sheet[]) => {
      asked.push(`read with ${sheets.length}`);
      return Promise.resolve({ documents: [sheets.length > 0 ? { code: of } : { code: of, refusal: UNKNOWN_SHEET }] });
    };
    return readOwnSheet(readFor, read, (school, { version }) => {
      asked.push(`${school} has ${version}?`);
      return Promise.resolve(known);
    });
  };
  await reading(code, 'ours', own(3));
  expect(asked.splice(0)).toEqual(['read with 0', 'ours has 3?', 'read with 1']);
  await reading(code, 'ours', null);
  expect(asked.splice(0)).toEqual(['read with 0', 'ours has 3?']);
  await reading({ ...code, schoolId: 'theirs' }, 'ours', own(3));
  await reading(code, undefined, own(3));
  expect(asked).toEqual(['read with 0', 'read with 0']);
});
