// The kernels, and each layer that they compute, compared with the definition of a convolution.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Activation, openArithmetic } from '#recognizer/network/arithmetic.ts';
import { HASHES, hashesOfKernels } from '../../scripts/kernels/hashes.ts';
import { randomFrom } from './random.ts';
import { convolved, largestDifference, numbers, ROUNDING, type Planes } from './plain-convolution.ts';

const channelsLast = ({ planes }: Planes): number[] =>
  [...planes[0]!.keys()].flatMap((place) => planes.map((plane) => plane[place]!));

const largest = (values: Iterable<number>): number => Math.max(1, ...[...values].map(Math.abs));

const NONE: Activation = { kind: 'none' };
const RELU: Activation = { kind: 'relu' };
const HARD_SWISH: Activation = { kind: 'hard swish', scale: 0.7, shift: 0.2 };

describe('the networks', () => {
  test('run kernels that were compiled from their checked-in sources', async () => {
    // After a change: npm run build:kernels. The long tests compile them again and compare.
    expect(hashesOfKernels()).toBe(await readFile(HASHES, 'utf8'));
  });

  test.each([
    { size: [9, 13], inputs: 3, outputs: 16, kernel: [3, 3], steps: { down: 2, across: 2 }, activation: RELU },
    { size: [10, 7], inputs: 1, outputs: 24, kernel: [5, 5], steps: { down: 1, across: 1 }, activation: HARD_SWISH },
    { size: [1, 6], inputs: 40, outputs: 13, kernel: [1, 3], steps: { down: 1, across: 1 }, activation: NONE },
    { size: [5, 5], inputs: 60, outputs: 8, kernel: [1, 1], steps: { down: 1, across: 1 }, activation: HARD_SWISH },
    { size: [2, 2], inputs: 8, outputs: 8, kernel: [3, 3], steps: { down: 2, across: 1 }, activation: RELU },
    { size: [10, 16], inputs: 48, outputs: 16, kernel: [3, 3], steps: { down: 1, across: 1 }, activation: RELU },
    { size: [5, 7], inputs: 8, outputs: 24, kernel: [3, 3], steps: { down: 1, across: 1 }, activation: HARD_SWISH },
    { size: [1, 1], inputs: 16, outputs: 8, kernel: [3, 3], steps: { down: 1, across: 1 }, activation: NONE },
  ] as const)(
    'convolve $inputs channels by $kernel as the definition says',
    async ({ size, inputs, outputs, kernel, steps, activation }) => {
      const random = randomFrom(inputs * 31 + outputs);
      const [[height, width], [rows, columns]] = [size, kernel];
      const weights = {
        inputs,
        outputs,
        height: rows,
        width: columns,
        values: numbers(random, outputs * inputs * rows * columns),
        bias: numbers(random, outputs),
      };
      const image = { height, width, planes: Array.from({ length: inputs }, () => numbers(random, height * width)) };
      const arithmetic = await openArithmetic();
      const layer = arithmetic.convolution(weights, activation, steps);
      arithmetic.begin();
      const input = arithmetic.room(height, width, inputs);
      const values = channelsLast(image);
      arithmetic.rows(input).forEach((row, place) => row.set(values.slice(place * inputs, (place + 1) * inputs)));
      const out = arithmetic.run(input, layer);
      const expected = convolved(image, weights, activation, steps, false);
      expect(
        largestDifference(
          arithmetic.rows(out).flatMap((row) => [...row]),
          channelsLast(expected),
        ),
      ).toBeLessThan(ROUNDING * largest(channelsLast(expected)));
      // Again, added to the previous result.
      arithmetic.run(input, layer, out, true);
      const twice = convolved(image, weights, activation, steps, false, expected);
      expect(
        largestDifference(
          arithmetic.rows(out).flatMap((row) => [...row]),
          channelsLast(twice),
        ),
      ).toBeLessThan(ROUNDING * largest(channelsLast(twice)));
    },
  );

  test.each([1, 2])('do not overflow when all inputs and weights are equal (step %d)', async (step) => {
    const [size, inputs] = [4, 256];
    const values = new Float32Array(8 * inputs * 9).fill(1);
    const weights = { inputs, outputs: 8, height: 3, width: 3, values, bias: new Float32Array(8) };
    const arithmetic = await openArithmetic();
    const layer = arithmetic.convolution(weights, NONE, { down: step, across: step });
    arithmetic.begin();
    const input = arithmetic.room(size, size, inputs);
    arithmetic.values(input).fill(1);
    const sums = arithmetic.values(arithmetic.run(input, layer));
    const inside = 9 * inputs;
    expect(Math.abs(Math.max(...sums) - inside)).toBeLessThan(ROUNDING * inside);
    expect(Math.min(...sums)).toBeGreaterThan(0);
  });

  test.each([
    { size: [7, 9], channels: 16, kernel: 3, steps: { down: 1, across: 1 } },
    { size: [6, 11], channels: 24, kernel: 5, steps: { down: 2, across: 1 } },
    { size: [3, 2], channels: 8, kernel: 5, steps: { down: 1, across: 2 } },
  ] as const)(
    'filter $channels channels by $kernel as the definition says',
    async ({ size, channels, kernel, steps }) => {
      const random = randomFrom(channels);
      const [height, width] = size;
      const weights = {
        inputs: 1,
        outputs: channels,
        height: kernel,
        width: kernel,
        values: numbers(random, channels * kernel * kernel),
        bias: numbers(random, channels),
      };
      const image = { height, width, planes: Array.from({ length: channels }, () => numbers(random, height * width)) };
      const arithmetic = await openArithmetic();
      const layer = arithmetic.filter(weights, HARD_SWISH, steps);
      arithmetic.begin();
      const input = arithmetic.room(height, width, channels);
      arithmetic.values(input).set(channelsLast(image));
      const out = arithmetic.rows(arithmetic.run(input, layer)).flatMap((row) => [...row]);
      expect(largestDifference(out, channelsLast(convolved(image, weights, HARD_SWISH, steps, true)))).toBeLessThan(
        1e-4,
      );
    },
  );
});
