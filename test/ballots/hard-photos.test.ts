// Photos that must be rejected or left partly unread, and unusual ones that must be read.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { COURTSIDE_A4, COURTSIDE_LETTER } from '#ballot/courtside-layout.ts';
import { BLANK_BALLOT, MIN_FIELD_CONFIDENCE, refusalOf, TWO_BALLOTS } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { BallotLayout, Rect } from '#ballot/layout.ts';
import { SCORE_SHEET } from '#ballot/score-sheet-layout.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import { photograph } from './camera.ts';
import { drawSvg, formSvg, type Page, pageSvg } from './draw-form.ts';
import { fillForm } from './fill-form.ts';
import { asBlackAndWhiteScan, asFax } from './fax.ts';
import { makeBallot, type TestBallot } from './make-ballot.ts';
import { type Judged, judged } from './judge.ts';
import { randomFrom } from './random.ts';

/** Joins two photos side by side, or one below the other. */
async function joined(one: Buffer, other: Buffer, isBelow = false): Promise<Buffer> {
  const background = '#5a5a5a';
  const [first, second] = [await sharp(one).metadata(), await sharp(other).metadata()];
  const [left, top] = isBelow ? [0, first.height] : [first.width, 0];
  const width = Math.max(first.width, left + second.width);
  const height = Math.max(first.height, top + second.height);
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([
      { input: one, left: 0, top: 0 },
      { input: other, left, top },
    ])
    .jpeg()
    .toBuffer();
}

test.each([COURTSIDE_LETTER, SCORE_SHEET])(
  'an empty form is a blank ballot: $title, $page.width points wide',
  async (layout) => {
    for (const level of ['L1', 'L3'] as const) {
      const { jpeg } = await photograph(await drawSvg(formSvg(layout)), level, 2000, randomFrom(5));
      expect(refusalOf((await readBallot(jpeg)).documents), level).toBe(BLANK_BALLOT);
    }
  },
);

describe('a photo of two ballots', () => {
  test.each([
    [COURTSIDE_LETTER, COURTSIDE_LETTER],
    [COURTSIDE_LETTER, SCORE_SHEET],
    [SCORE_SHEET, SCORE_SHEET],
    [SCORE_SHEET, COURTSIDE_A4, true],
  ])('is refused, and both are read: $id and $id', async (one, other, isBelow = false) => {
    const ballots = [await makeBallot(one, 'L1', 81, 1500), await makeBallot(other, 'L1', 82, 1500)] as const;
    const { documents } = await readBallot(await joined(ballots[0].jpeg, ballots[1].jpeg, isBelow));
    expect(refusalOf(documents)).toBe(TWO_BALLOTS);
    expect(documents.map(({ form }) => form)).toEqual([one.id, other.id]);
    for (const [index, { scores }] of ballots.entries()) {
      const document = documents[index]!;
      expect(refusalOf([document])).toBeNull();
      const wrong = SCORE_FIELDS.filter(
        (field) => scores[field] !== 'odd' && document.fields[recognitionLabel(field)]!.value !== scores[field],
      );
      expect(wrong.length).toBeLessThanOrEqual(1);
    }
  });

  test('is not a ballot beside another sheet of paper', async () => {
    const { jpeg } = await makeBallot(SCORE_SHEET, 'L1', 83, 1500);
    const notes = Array.from({ length: 24 }, (_, row) => `<path d="M40 ${60 + row * 28}H570" stroke="black"/>`).join(
      '',
    );
    const lined = await photograph(await drawSvg(pageSvg(SCORE_SHEET.page, notes)), 'L1', 1500, randomFrom(1));
    const { documents } = await readBallot(await joined(jpeg, lined.jpeg));
    expect(documents.map(({ form }) => form)).toEqual(['score-sheet']);
  });
});

describe.each([
  { layout: COURTSIDE_A4, seed: 740_002 },
  { layout: SCORE_SHEET, seed: 740_001 },
])('$layout.title', ({ layout, seed }) => {
  test('is read if its page fills a third of the photo', async () => {
    const ballot = await makeBallot(layout, 'L3', seed, 3400, {}, { part: 0.6 });
    expectRead(ballot, judged(ballot, await readBallot(ballot.jpeg)));
  });

  test('is read from a fax with 100 dots an inch', async () => {
    const ballot = await asFax(await makeBallot(layout, 'L1', seed, 2200));
    expectRead(ballot, judged(ballot, await readBallot(ballot.jpeg)));
  });

  test('is read from a scan in black and white with 200 dots an inch', async () => {
    const ballot = await asBlackAndWhiteScan(await makeBallot(layout, 'L1', seed, 2200));
    expectRead(ballot, judged(ballot, await readBallot(ballot.jpeg)));
  });
});

test('a score sheet is read if it fills a fifth of the photo', async () => {
  const ballot = await makeBallot(SCORE_SHEET, 'L3', 740_004, 4000, {}, { part: 0.45 });
  expectRead(ballot, judged(ballot, await readBallot(ballot.jpeg)));
});

test('a score sheet is found if it lies small and tilted on a dark desk', async () => {
  const ballot = await makeBallot(SCORE_SHEET, 'L4', 881_006, 2600, {}, { part: 0.55 });
  expect(judged(ballot, await readBallot(ballot.jpeg)).found).toBe(true);
});

test.each([COURTSIDE_LETTER, SCORE_SHEET])('a form printed with a third of the toner is read: $id', async (layout) => {
  const pale = await drawSvg(formSvg(layout).replaceAll('black', 'rgb(166,166,166)'));
  const random = randomFrom(990_001);
  const { page, ...written } = await fillForm(layout, pale, random, 0);
  const ballot: TestBallot = { layout, level: 'L2', ...written, ...(await photograph(page, 'L2', 2600, random)) };
  expectRead(ballot, judged(ballot, await readBallot(ballot.jpeg)));
});

/** Found in its place, with at most two scores misread, both marked. */
function expectRead({ layout }: TestBallot, { found, fields }: Judged): void {
  expect(found, layout.id).toBe(true);
  const misread = fields.filter(({ truth, value }) => truth !== 'odd' && truth !== value);
  expect(misread.length).toBeLessThanOrEqual(2);
  expect(misread.filter(({ confidence }) => confidence >= MIN_FIELD_CONFIDENCE)).toEqual([]);
}

describe('a cell outside the photo', () => {
  test.each([
    { layout: COURTSIDE_LETTER, edge: 'bottom', part: { left: 0, top: 0, right: 1, bottom: 0.87 } },
    { layout: COURTSIDE_LETTER, edge: 'top', part: { left: 0, top: 0.24, right: 1, bottom: 1 } },
    { layout: SCORE_SHEET, edge: 'left', part: { left: 0.075, top: 0, right: 1, bottom: 1 } },
  ])('is unread while the others are read: $layout.title, cut off at the $edge', async ({ layout, part }) => {
    const { jpeg, scores } = await makeBallot(layout, 'L1', 84, 1700);
    const { width, height } = await sharp(jpeg).metadata();
    const [left, top] = [Math.round(part.left * width), Math.round(part.top * height)];
    const size = { width: Math.round(part.right * width) - left, height: Math.round(part.bottom * height) - top };
    const { documents } = await readBallot(
      await sharp(jpeg)
        .extract({ left, top, ...size })
        .jpeg()
        .toBuffer(),
    );
    const fieldOf = (field: ScoreField) => documents[0]!.fields[recognitionLabel(field)]!;
    expect(refusalOf(documents)).toBeNull();
    const { width: across, height: down } = layout.page;
    /** A margin of a few points, because no photo is perfectly straight. */
    const isInside = ({ x, y, width: w, height: h }: Rect, by: number): boolean =>
      x - by > part.left * across &&
      x + w + by < part.right * across &&
      y - by > part.top * down &&
      y + h + by < part.bottom * down;
    const outside = SCORE_FIELDS.filter((field) => !isInside(layout.cells[field].rect, -4));
    const inside = SCORE_FIELDS.filter((field) => isInside(layout.cells[field].rect, 8));
    expect(outside.length).toBeGreaterThanOrEqual(2);
    for (const field of outside) expect(fieldOf(field), field).toMatchObject({ value: null, confidence: 0 });
    const wrong = inside.filter((field) => scores[field] !== 'odd' && fieldOf(field).value !== scores[field]);
    expect(wrong.length).toBeLessThanOrEqual(1);
  });
});

/** The page with handwritten notes all over it, but not in its cells and markers. */
async function withNotes(page: Page, layout: BallotLayout, count: number): Promise<Page> {
  const random = randomFrom(count);
  const markers = layout.markers.map(({ x, y, size }) => ({ x: x - 8, y: y - 8, width: size + 16, height: size + 16 }));
  const kept = [...SCORE_FIELDS.map((field) => layout.cells[field].rect), ...markers];
  const notes = Array.from({ length: count }, () => {
    const [x, y] = [random.between(20, 520), random.between(90, 800)];
    const [w, h] = [random.between(20, 60), random.between(8, 20)];
    const touches = kept.some(
      (r) => x < r.x + r.width + 6 && r.x < x + w + 6 && y < r.y + r.height + 4 && r.y < y + h + 4,
    );
    const path = `M${x} ${y}q${w / 4} ${h} ${w / 2} ${h / 2}t${w / 2} ${h / 3}q${-w / 2} ${-h} ${-w / 2} ${h / 3}`;
    return touches ? '' : `<path d="${path}" fill="none" stroke="black" stroke-width="${random.between(1.5, 4)}"/>`;
  });
  const { data } = await drawSvg(pageSvg(layout.page, notes.join('')));
  return { ...page, data: page.data.map((grey, at) => Math.min(grey, data[at]!)) };
}

test.each(['L1', 'L3'] as const)(
  'a ballot covered in notes is read if its corner markers are visible (%s)',
  async (level) => {
    const random = randomFrom(120);
    const { page, scores } = await fillForm(COURTSIDE_A4, await drawSvg(formSvg(COURTSIDE_A4)), random, 0);
    const { jpeg } = await photograph(await withNotes(page, COURTSIDE_A4, 120), level, 1700, random);
    const { documents } = await readBallot(jpeg);
    expect(refusalOf(documents)).toBeNull();
    const right = SCORE_FIELDS.filter(
      (field) => documents[0]!.fields[recognitionLabel(field)]!.value === scores[field],
    );
    expect(right.length).toBeGreaterThanOrEqual(26);
  },
);

test('a team number is read as digits even if they look like letters', async () => {
  // In these, a reader that may answer with letters does.
  for (const seed of [3, 6, 7]) {
    const { jpeg } = await makeBallot(SCORE_SHEET, 'L2', seed, 1600, { pTeam: '1950', dTeam: '1505' });
    const [document] = (await readBallot(jpeg)).documents;
    for (const label of ['P Team', 'D Team']) expect(document!.fields[label]!.value, `seed ${seed}`).toMatch(/^\d*$/);
  }
});

test('a team number that fills its box from top to bottom is read', async () => {
  const [document] = (await readBallot(readFileSync(PHOTO_PATH))).documents;
  expect(document!.fields['P Team']!.value).toBe('1715');
  expect(document!.fields['D Team']!.value).toBe('1110');
});
