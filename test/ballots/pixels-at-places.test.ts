// Compares what is measured at points and regions of an image with its definition.
import { describe, expect, test } from 'vitest';
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { project } from '#recognizer/find/homography.ts';
import { sample } from '#recognizer/image/ink-map.ts';
import { agreementIn, contrastIn, straightened } from '#recognizer/image/pixels.ts';
import { randomFrom } from './random.ts';
import { noise, pixel, sum } from './noise-images.ts';

/** The pixel that contains a point, or null outside the image. */
const pixelIn = (image: GreyImage, x: number, y: number): number | null =>
  x >= 0 && y >= 0 && x < image.width && y < image.height ? pixel(image, Math.floor(x), Math.floor(y)) : null;

describe('an image of 300 by 200 pixels', () => {
  const image = noise(300, 200, 11);
  const random = randomFrom(12);
  const places = Array.from({ length: 44 }, () => ({ x: random.between(-20, 320), y: random.between(-20, 220) }));

  test('the contrast at points is how much lighter they are than their surroundings', () => {
    const flanked = places.map(({ x, y }) => ({ on: { x, y }, one: { x: x + 6, y }, other: { x, y: y - 7 } }));
    const plane = [0.9, 0.1, 3, -0.05, 1.1, 2, 0.0002, -0.0004, 1] as const;
    const seen = ({ x, y }: { x: number; y: number }): number => {
      const at = project([...plane], x, y);
      return Math.min(90, pixelIn(image, at.x + 0.5, at.y + 0.5) ?? 0);
    };
    const clear = flanked.map(({ on, one, other }) => (seen(on) > 0 ? seen(on) - (seen(one) + seen(other)) / 2 : 0));
    const contrast = contrastIn(image, flanked, 90, 16, -1000);
    expect(contrast(plane, 44)).toBeCloseTo(sum(clear) / 44, 4);
    expect(contrast(plane, 12)).toBeCloseTo(sum(clear.slice(0, 12)) / 12, 4);
    // Stops after sixteen points whose mean is too low, not before.
    const mean = sum(clear.slice(0, 16)) / 16;
    expect(contrastIn(image, flanked, 90, 16, mean + 1)(plane, 44)).toBe(0);
    expect(contrastIn(image, flanked, 90, 16, mean + 1)(plane, 12)).not.toBe(0);
  });

  test('the agreement is the correlation of the actual with the expected pixels', () => {
    const samples = places.map(({ x, y }) => [x, y, random.between(0, 1)] as const);
    const expected = (right: number, down: number): number => {
      const pairs = samples.flatMap(([x, y, ink]) => {
        const seen = pixelIn(image, x + right + 0.5, y + down + 0.5);
        return seen === null ? [] : [[seen, ink] as const];
      });
      if (pairs.length <= 22) return -1;
      const [a, b] = [sum(pairs.map(([one]) => one)) / pairs.length, sum(pairs.map(([, one]) => one)) / pairs.length];
      const spread = (values: readonly number[], mean: number): number => sum(values.map((one) => (one - mean) ** 2));
      const together = sum(pairs.map(([one, other]) => (one - a) * (other - b)));
      return (
        together /
        Math.sqrt(
          spread(
            pairs.map(([one]) => one),
            a,
          ) *
            spread(
              pairs.map(([, one]) => one),
              b,
            ),
        )
      );
    };
    // The two points after the last group of four are ignored.
    const agreement = agreementIn(image)([...samples, [5, 5, 1], [6, 6, 1]]);
    for (const [right, down] of [
      [0, 0],
      [13.3, -7.8],
      [400, 0],
    ] as const) {
      expect(agreement(right, down)).toBeCloseTo(expected(right, down), 4);
    }
  });

  test.each([
    ['inside', 20, 30],
    ['partly beyond the right edge', 240, 90],
    ['partly beyond the top left corner', -40, -25],
    ['beyond the image', 400, 300],
  ])('a region %s is straightened', (_, x, y) => {
    const [a, b] = [
      { x, y },
      { x: x + 90.5, y: y + 12.25 },
    ];
    const [c, d] = [
      { x: x + 80, y: y + 61.5 },
      { x: x - 7.5, y: y + 50 },
    ];
    const [width, height] = [30, 17];
    const wanted = (column: number, row: number): number => {
      const [u, v] = [(column + 0.5) / width, (row + 0.5) / height];
      const along = (axis: 'x' | 'y'): number => {
        const [left, right] = [a[axis] + (d[axis] - a[axis]) * v, b[axis] + (c[axis] - b[axis]) * v];
        return left + (right - left) * u;
      };
      return sample(image, along('x'), along('y'), 200);
    };
    const out = straightened(image, [a, b, c, d], 200, width, height);
    expect(out).toHaveLength(width * height);
    const worst = out.map((value, at) => Math.abs(value - wanted(at % width, Math.floor(at / width))));
    expect(Math.max(...worst)).toBeLessThan(0.1);
  });
});
