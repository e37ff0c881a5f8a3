// Compares the fast loops over whole images with their definitions, pixel by pixel.
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { GreyImage, Point } from '#recognizer/image/grey-image.ts';
import { halved, inkOn, meansAround, outlinesIn, ridges, thickened, votesFor } from '#recognizer/image/pixels.ts';
import { drawn, noise, pixel, range, sum } from './noise-images.ts';

const { CV } = createRequire(import.meta.url)('js-aruco2/src/cv.js') as {
  CV: { findContours(image: GreyImage, space: Int32Array): Point[][] };
};

function allOutlines(image: GreyImage, above: number, shortest: number): Point[][] {
  const all: Point[][] = [];
  outlinesIn(image, above, shortest, (outline) => all.push(outline.map((point) => ({ ...point }))));
  return all;
}

/** All pixels inside the image that are at most `reach` away. */
const around = (image: GreyImage, x: number, y: number, reach: number): number[] =>
  range(Math.max(0, y - reach), Math.min(image.height - 1, y + reach)).flatMap((row) =>
    range(Math.max(0, x - reach), Math.min(image.width - 1, x + reach)).map((column) => pixel(image, column, row)),
  );

// The last size is large enough to be computed in strips.
test.each([
  [64, 48],
  [37, 23],
  [1031, 260],
] as const)('halving an image of %i by %i pixels averages four pixels into one', (width, height) => {
  const image = noise(width, height, width);
  expect(halved(image)).toEqual(
    drawn(width >> 1, height >> 1, (x, y) =>
      Math.floor(sum([0, 1].flatMap((dy) => [0, 1].map((dx) => pixel(image, 2 * x + dx, 2 * y + dy)))) / 4),
    ),
  );
});

// Widths that are and aren't multiples of sixteen pixels.
describe.each([
  [64, 48],
  [37, 23],
  [5, 3],
] as const)('an image of %i by %i pixels', (width, height) => {
  const image = noise(width, height, width);

  test('a local mean covers only pixels inside the image', () => {
    expect(meansAround(image, 4)).toEqual(
      drawn(width, height, (x, y) => {
        const values = around(image, x, y, 4);
        return Math.floor(sum(values) / values.length);
      }),
    );
  });

  test('each pixel of the thickened image is its lightest neighbor, except at the edges', () => {
    const inner = ({ data }: GreyImage): number[] =>
      range(1, height - 2).flatMap((y) => [...data.subarray(y * width + 1, (y + 1) * width - 1)]);
    expect(inner(thickened(image))).toEqual(inner(drawn(width, height, (x, y) => Math.max(...around(image, x, y, 1)))));
  });

  test.each([40, 128, 230])('its outlines above %i are those that js-aruco2 finds', (above) => {
    const ink = drawn(width, height, (x, y) => (pixel(image, x, y) > above ? 1 : 0));
    const all = CV.findContours(ink, new Int32Array((width + 2) * (height + 2))).map((outline) => [...outline]);
    for (const shortest of [1, 12])
      expect(allOutlines(image, above, shortest)).toEqual(all.filter(({ length }) => length >= shortest));
  });

  test.each(['x', 'y'] as const)('ridges across %s are lighter than the pixels three away on both sides', (across) => {
    const inner = (x: number, y: number): boolean => x >= 4 && y >= 4 && x < width - 4 && y < height - 4;
    const expected = drawn(width, height, (x, y) => {
      if (!inner(x, y) || pixel(image, x, y) < 10) return 0;
      /** The sum of a pixel and its neighbors along the line, at this offset across it. */
      const line = (beside: number): number =>
        sum(
          [-1, 0, 1].map((along) =>
            across === 'x' ? pixel(image, x + beside, y + along) : pixel(image, x + along, y + beside),
          ),
        );
      const clear = (line(0) - Math.max(line(-3), line(3))) / 3;
      return line(-1) <= line(0) && line(1) < line(0) && clear >= 10 ? Math.floor(clear) : 0;
    });
    const { map, counts } = ridges(image, across, 10);
    expect(map).toEqual(expected.data);
    for (const value of [10, 60, 150]) {
      expect(counts[value]).toBe(expected.data.filter((other) => other === value).length);
    }
  });

  test('every light pixel votes for all lines through it', () => {
    const angles = [-0.4, 0, 0.7, 1.6];
    const cosines = Float32Array.from(angles, (angle) => Math.cos(angle) / 2);
    const sines = Float32Array.from(angles, (angle) => Math.sin(angle) / 2);
    const middle = width + height;
    const expected = new Uint16Array(angles.length * 2 * middle);
    for (const [at, value] of image.data.entries()) {
      if (value < 250) continue;
      for (const index of angles.keys()) {
        const along = Math.fround(
          Math.fround((at % width) * cosines[index]!) + Math.fround(Math.floor(at / width) * sines[index]!),
        );
        expected[index * 2 * middle + Math.floor(Math.fround(along + middle))]! += 1;
      }
    }
    expect(votesFor(image, 250, cosines, sines, 2 * middle)).toEqual(expected);
  });

  test.each([2, 4])('ink is darker than the paper image, which is %i times smaller', (block) => {
    const paper = noise(Math.floor(width / block), Math.floor(height / block), 5);
    const parts = [
      { left: 3, top: -2, right: 17, bottom: Math.ceil(height / 2) },
      { left: Math.floor(width / 2), top: 1, right: width + 9, bottom: height + 4 },
      { left: width + 2, top: 0, right: width + 8, bottom: 9 },
    ];
    const expected = drawn(width, height, (x, y) => {
      if (!parts.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom)) return 0;
      const light = pixel(
        paper,
        Math.min(paper.width - 1, Math.floor(x / block)),
        Math.min(paper.height - 1, Math.floor(y / block)),
      );
      return Math.max(0, Math.floor((255 * (light - pixel(image, x, y))) / Math.max(80, light)));
    });
    expect(inkOn(image, paper, block, 80, parts)).toEqual(expected);
  });
});

test('outlines longer than that of any square in a photo are skipped', () => {
  const comb = drawn(300, 200, (x, y) => (y === 0 || x % 2 === 0 ? 255 : 0));
  const square = drawn(40, 40, (x, y) => (x > 4 && x < 15 && y > 7 && y < 18 ? 255 : 0));
  expect(allOutlines(comb, 100, 1)).toEqual([]);
  expect(allOutlines(square, 100, 36)).toEqual([
    [
      ...range(7, 16).map((y) => ({ x: 5, y: y + 1 })),
      ...range(6, 14).map((x) => ({ x, y: 17 })),
      ...range(8, 16)
        .toReversed()
        .map((y) => ({ x: 14, y })),
      ...range(6, 13)
        .toReversed()
        .map((x) => ({ x, y: 8 })),
    ],
  ]);
});
