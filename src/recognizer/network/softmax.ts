/** Turns logits into probabilities, in place. */
export function softmax(values: Float32Array): Float32Array {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] = Math.exp(values[index]! - most);
  for (let index = 0; index < values.length; index += 1) values[index]! /= sum;
  return values;
}
