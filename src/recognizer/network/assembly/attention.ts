// Multi-head attention, in AssemblyScript. Part of network.wasm.
import { FLOAT } from './outputs';

/**
 * For each step and head, the mean of all steps' values, weighted by how much their keys agree with the step's query. Strides
 * are in bytes.
 * @param asked per step, the queries of all heads, then their keys, then their values: `channels` of each
 * @param chances space for one float a step
 */
export function attend(
  asked: usize,
  stride: usize,
  steps: i32,
  channels: i32,
  heads: i32,
  out: usize,
  outStride: usize,
  chances: usize,
): void {
  const all = <usize>channels * FLOAT;
  const size = all / <usize>heads;
  const scale: f32 = 1 / sqrt<f32>(<f32>(channels / heads));
  const end = asked + <usize>steps * stride;
  for (let step = 0; step < steps; step++) {
    memory.fill(out, 0, all);
    for (let head: usize = 0; head < all; head += size) {
      const query = asked + <usize>step * stride + head;
      let chance = chances;
      let most = -f32.MAX_VALUE;
      for (let key = asked + all + head; key < end; key += stride) {
        let sum: f32 = 0;
        for (let at: usize = 0; at < size; at += FLOAT) sum += load<f32>(query + at) * load<f32>(key + at);
        store<f32>(chance, sum * scale);
        most = max(most, sum * scale);
        chance += FLOAT;
      }
      let total: f32 = 0;
      for (let at = chances; at < chance; at += FLOAT) {
        const weight = NativeMathf.exp(load<f32>(at) - most);
        store<f32>(at, weight);
        total += weight;
      }
      chance = chances;
      for (let value = asked + 2 * all + head; value < end; value += stride) {
        const weight = load<f32>(chance) / total;
        for (let at: usize = 0; at < size; at += FLOAT) {
          store<f32>(out + head + at, load<f32>(out + head + at) + weight * load<f32>(value + at));
        }
        chance += FLOAT;
      }
    }
    out += outStride;
  }
}
