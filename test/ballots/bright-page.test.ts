import { expect, test } from 'vitest';
import { brightPart } from '#recognizer/find/bright-page.ts';
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { randomFrom } from './random.ts';

const [width, height] = [800, 600];
type Sheet = { left: number; top: number; right: number; bottom: number };

/** A light sheet with dark writing on a dark desk, with noise. */
function photo(sheet: Sheet, seed: number): GreyImage {
  const random = randomFrom(seed);
  const [desk, paper] = [random.between(20, 90), random.between(140, 240)];
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isOn = x >= sheet.left && x < sheet.right && y >= sheet.top && y < sheet.bottom;
    return (isOn && random.next() > 0.05 ? paper : desk) + random.between(-15, 15);
  });
  return { width, height, data };
}

test('a light sheet on a dark desk is found, wherever it lies', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = randomFrom(seed);
    const [across, down] = [random.whole(160, 420), random.whole(160, 420)];
    const [left, top] = [random.whole(0, width - across), random.whole(0, height - down)];
    const sheet = { left, top, right: left + across, bottom: top + down };
    const part = brightPart(photo(sheet, seed))!;
    expect(part.left, `seed ${seed}`).toBeLessThanOrEqual(sheet.left);
    expect(part.top, `seed ${seed}`).toBeLessThanOrEqual(sheet.top);
    // Less than a step at the edge of the photo is not searched.
    expect(part.right, `seed ${seed}`).toBeGreaterThanOrEqual(Math.min(sheet.right, width - 16));
    expect(part.bottom, `seed ${seed}`).toBeGreaterThanOrEqual(Math.min(sheet.bottom, height - 16));
    expect((part.right - part.left) * (part.bottom - part.top)).toBeLessThan(3.5 * across * down);
  }
});

test('no sheet is searched for if the paper fills the photo or is too small to be read', () => {
  expect(brightPart(photo({ left: 10, top: 10, right: 790, bottom: 590 }, 1))).toBeNull();
  expect(brightPart(photo({ left: 300, top: 300, right: 400, bottom: 360 }, 3))).toBeNull();
});
