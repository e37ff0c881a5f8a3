import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { COURTSIDE_LETTER } from '#ballot/courtside-layout.ts';
import { MIN_FIELD_CONFIDENCE } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, TEXT_FIELDS } from '#ballot/form.ts';
import type { BallotLayout } from '#ballot/layout.ts';
import { SCORE_SHEET } from '#ballot/score-sheet-layout.ts';
import type { ReadBallot } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { photograph } from './camera.ts';
import { drawSvg, formSvg } from './draw-form.ts';
import { fillForm, type Truth } from './fill-form.ts';
import { judged } from './judge.ts';
import { makeBallot } from './make-ballot.ts';
import { makeNonBallot } from './non-ballots.ts';
import { randomFrom } from './random.ts';

const FIXTURES = new URL('fixtures/', import.meta.url);
/** The minimum quality, which may only rise. */
const MIN_RIGHT = 0.993;
const MAX_WRONG_UNMARKED = 0;

type Expected = { form: string; scores: Truth };
const names = readdirSync(FIXTURES).flatMap((file) => (file.endsWith('.jpg') ? [file.slice(0, -4)] : []));
const photo = (name: string): Buffer => readFileSync(new URL(`${name}.jpg`, FIXTURES));
/** Each fixture is read once for all tests. */
const readings = new Map<string, Promise<ReadBallot>>();
const readingOf = (name: string): Promise<ReadBallot> => {
  const reading = readings.get(name) ?? readBallot(photo(name), `${name}.jpg`);
  readings.set(name, reading);
  return reading;
};
const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), 'utf8')) as Expected;

describe('a photo of a filled ballot', () => {
  test('is found on every form, with all fields under the specified labels', async () => {
    for (const name of names) {
      const { documents } = await readingOf(name);
      expect(documents, name).toHaveLength(1);
      expect(documents[0]!.form, name).toBe(expectedOf(name).form);
      expect(documents[0]!.confidence, name).toBeGreaterThanOrEqual(0.7);
      const labels = [...SCORE_FIELDS, ...TEXT_FIELDS].map(recognitionLabel);
      expect(Object.keys(documents[0]!.fields).toSorted(), name).toEqual(labels.toSorted());
    }
  });

  test('is read with at least the minimum quality, and most errors are marked as doubtful', async () => {
    let [right, fields, wrongUnmarked] = [0, 0, 0];
    for (const name of names) {
      const { scores } = expectedOf(name);
      const [document] = (await readingOf(name)).documents;
      for (const field of SCORE_FIELDS) {
        const { value, confidence } = document!.fields[recognitionLabel(field)]!;
        if (scores[field] === 'odd') continue;
        fields += 1;
        if (value === scores[field]) right += 1;
        else if (confidence >= MIN_FIELD_CONFIDENCE) wrongUnmarked += 1;
      }
    }
    expect(right / fields).toBeGreaterThanOrEqual(MIN_RIGHT);
    expect(wrongUnmarked).toBeLessThanOrEqual(MAX_WRONG_UNMARKED);
  });

  test('is read the same in every rotation', async () => {
    const original = photo('sheet-photo');
    const upright = await readingOf('sheet-photo');
    for (const angle of [90, 180, 270]) {
      const turned = await readBallot(await sharp(original).rotate(angle).jpeg({ quality: 92 }).toBuffer());
      const values = (read: typeof upright): unknown[] =>
        SCORE_FIELDS.map((field) => read.documents[0]?.fields[recognitionLabel(field)]?.value);
      const same = values(turned).filter((value, index) => value === values(upright)[index]);
      expect(same.length, `turned by ${angle}`).toBeGreaterThanOrEqual(27);
    }
  });

  test('has a separate region for every cell inside the upright image', async () => {
    const { image, documents } = await readingOf('letter-photo');
    const corners = SCORE_FIELDS.map((field) => documents[0]!.fields[recognitionLabel(field)]!.box!);
    expect(new Set(corners.map(String)).size).toBe(28);
    for (const [x, y] of corners.flat()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(image.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(image.height);
    }
  });
});

describe('a badly blurred photo', () => {
  test.each([
    { layout: SCORE_SHEET, fault: 'few legible scores', seed: 700_027 },
    { layout: SCORE_SHEET, fault: 'faint lines', seed: 700_061 },
    { layout: COURTSIDE_LETTER, fault: 'faint lines', seed: 700_100 },
    { layout: SCORE_SHEET, fault: 'a small, noisy picture of it', seed: 750_021 },
    { layout: SCORE_SHEET, fault: 'strong curl', seed: 730_093 },
    { layout: SCORE_SHEET, fault: 'words beside its left side', seed: 700_039 },
  ])(
    'of $layout.title with $fault is read when the form is in its place, and what is misread is marked',
    async ({ layout, seed }) => {
      const ballot = await makeBallot(layout, 'L5', seed);
      const { found, fields } = judged(ballot, await readBallot(ballot.jpeg));
      expect(found).toBe(true);
      const misread = fields.filter(({ truth, value }) => truth !== value);
      expect(fields.length - misread.length).toBeGreaterThanOrEqual(14);
      expect(misread.filter(({ confidence }) => confidence >= MIN_FIELD_CONFIDENCE)).toEqual([]);
    },
  );
});

describe('a score beside its cell', () => {
  /** The ballot with every fourth score written this many points to the left or right of its cell. */
  async function written(layout: BallotLayout, aside: number): Promise<{ right: boolean; marked: boolean }[]> {
    const moved = SCORE_FIELDS.filter((_, index) => index % 4 === 0);
    const cells = { ...layout.cells };
    for (const [index, field] of moved.entries()) {
      const { rect, kind } = cells[field];
      cells[field] = { kind, rect: { ...rect, x: rect.x + (index % 2 ? aside : -aside) } };
    }
    const random = randomFrom(12);
    const { page, scores } = await fillForm({ ...layout, cells }, await drawSvg(formSvg(layout)), random, 0);
    const { documents } = await readBallot((await photograph(page, 'L1', 2600, random)).jpeg);
    return moved.map((field) => {
      const { value, confidence } = documents[0]!.fields[recognitionLabel(field)]!;
      return { right: value === scores[field], marked: confidence < MIN_FIELD_CONFIDENCE };
    });
  }

  test.each([
    { layout: COURTSIDE_LETTER, aside: 26 },
    { layout: SCORE_SHEET, aside: 18 },
  ])('on $layout.title is read, or marked if it can’t be read', async ({ layout, aside }) => {
    const scores = await written(layout, aside);
    expect(scores.filter(({ right }) => right).length).toBeGreaterThanOrEqual(4);
    expect(scores.filter(({ right, marked }) => !right && !marked)).toEqual([]);
  });
});

describe('a picture that is not a ballot', () => {
  test('is rejected, whatever it shows', async () => {
    for (let seed = 0; seed < 8; seed += 1) {
      const { jpeg, kind } = await makeNonBallot(seed, 1600);
      const { documents } = await readBallot(jpeg);
      expect(documents[0]?.confidence ?? 0, kind).toBeLessThan(0.7);
    }
  });

  test('is rejected if it is only noise', async () => {
    const random = randomFrom(1);
    const data = Buffer.from(Uint8Array.from({ length: 900 * 700 }, () => random.whole(0, 255)));
    const noise = await sharp(data, { raw: { width: 900, height: 700, channels: 1 } })
      .png()
      .toBuffer();
    expect((await readBallot(noise)).documents).toEqual([]);
  });
});
