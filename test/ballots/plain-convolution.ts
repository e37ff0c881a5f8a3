// The definition of a convolution in plain loops, images for it, and how much the fast one may differ.
import { expect } from 'vitest';
import type { Activation } from '#recognizer/network/arithmetic.ts';
import type { Weights } from '#recognizer/network/packing.ts';
import type { Random } from './random.ts';

/** An image in ONNX order: channel by channel. */
export type Planes = { height: number; width: number; planes: Float32Array[] };

export const numbers = (random: Random, count: number): Float32Array =>
  Float32Array.from({ length: count }, () => random.between(-1, 1));

const activated = (value: number, activation: Activation): number => {
  if (activation.kind === 'hard swish') {
    return value * Math.min(6, Math.max(0, value + 3)) * activation.scale + activation.shift;
  }
  return activation.kind === 'relu' ? Math.max(0, value) : value;
};

/** The definition of a convolution, one loop for each of its dimensions. */
export function convolved(
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

export const largestDifference = (some: Iterable<number>, others: Iterable<number>): number => {
  const [a, b] = [[...some], [...others]];
  expect(a).toHaveLength(b.length);
  return Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));
};

/** Tolerance relative to the largest value: matrices are multiplied as 16-bit integers. */
export const ROUNDING = 2e-3;
