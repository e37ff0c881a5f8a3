export type Norm = { scale: Float32Array; shift: Float32Array };

/** Layer norm: scales the values of one position to mean 0 and standard deviation 1, then scales and shifts each. */
export function normalize(from: Float32Array, to: Float32Array, { scale, shift }: Norm, epsilon: number): void {
  let [mean, variance] = [0, 0];
  for (let at = 0; at < from.length; at += 1) mean += from[at]! / from.length;
  for (let at = 0; at < from.length; at += 1) variance += (from[at]! - mean) ** 2 / from.length;
  const gain = 1 / Math.sqrt(variance + epsilon);
  for (let at = 0; at < from.length; at += 1) to[at] = (from[at]! - mean) * gain * scale[at]! + shift[at]!;
}
