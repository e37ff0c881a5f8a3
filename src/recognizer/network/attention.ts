// The parts of the text network's two mixing blocks that are not matrices. Lines are short, so plain loops are fast enough.
import { softmax } from './softmax.ts';

export type Norm = { scale: Float32Array; shift: Float32Array };

/** Layer norm: scales the values of one position to mean 0 and standard deviation 1, then scales and shifts each. */
export function normalize(from: Float32Array, to: Float32Array, { scale, shift }: Norm, epsilon: number): void {
  let [mean, variance] = [0, 0];
  for (const value of from) mean += value / from.length;
  for (const value of from) variance += (value - mean) ** 2 / from.length;
  const gain = 1 / Math.sqrt(variance + epsilon);
  for (let at = 0; at < from.length; at += 1) to[at] = (from[at]! - mean) * gain * scale[at]! + shift[at]!;
}

/**
 * Multi-head attention.
 * @param asked per step, the queries of all heads, then their keys, then their values
 */
export function attend(asked: Float32Array, stride: number, to: Float32Array[], heads: number): void {
  const channels = to[0]?.length ?? 0;
  const size = channels / heads;
  const chances = new Float32Array(to.length);
  for (let head = 0; head < channels; head += size) {
    for (const [step, out] of to.entries()) {
      const question = step * stride + head;
      for (let at = 0; at < to.length; at += 1) {
        const key = at * stride + channels + head;
        let sum = 0;
        for (let index = 0; index < size; index += 1) sum += asked[question + index]! * asked[key + index]!;
        chances[at] = sum / Math.sqrt(size);
      }
      softmax(chances);
      for (let index = 0; index < size; index += 1) {
        let sum = 0;
        for (let at = 0; at < to.length; at += 1) {
          sum += chances[at]! * asked[at * stride + 2 * channels + head + index]!;
        }
        out[head + index] = sum;
      }
    }
  }
}
