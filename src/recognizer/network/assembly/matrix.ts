// Matrix multiplications in 16-bit integers, in AssemblyScript, because one instruction multiplies eight of them, but only
// four floats. Part of network.wasm.
import { BLOCK, FLOAT, FOUR, putInteger } from './outputs';

export const SHORT: usize = 2;
const PAIR: usize = 2 * SHORT;
/** Space for the sums of four rows. */
const SUMS: usize = memory.data(4 * <i32>BLOCK * 4, 16);

@inline
function shortened(at: usize, gain: v128): v128 {
  const low = f32x4.nearest(f32x4.mul(v128.load(at), gain));
  const high = f32x4.nearest(f32x4.mul(v128.load(at, FOUR), gain));
  return i16x8.narrow_i32x4_s(i32x4.relaxed_trunc_f32x4_s(low), i32x4.relaxed_trunc_f32x4_s(high));
}

/**
 * Quantizes floats to 16-bit integers. Positions are `stride` bytes apart in the input, and `length` integers long in the
 * output, padded with 0 after their channels.
 * @param limit the largest integer. With 8191 and the weights of packing.ts, no sum of products exceeds 32 bits
 * @returns the value of one unit
 */
export function shorten(from: usize, stride: usize, channels: i32, places: i32, out: usize, length: i32, limit: f32): f32 {
  const whole = <usize>(channels & ~7) * FLOAT;
  const all = <usize>channels * FLOAT;
  let largest = f32x4.splat(0);
  let most: f32 = 0;
  for (let place = 0; place < places; place++) {
    const start = from + <usize>place * stride;
    let at = start;
    for (; at < start + whole; at += 2 * FOUR) {
      largest = f32x4.pmax(largest, f32x4.pmax(f32x4.abs(v128.load(at)), f32x4.abs(v128.load(at, FOUR))));
    }
    for (; at < start + all; at += FLOAT) most = max(most, abs(load<f32>(at)));
  }
  most = max(most, max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)));
  most = max(most, max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)));
  if (most == 0) most = 1;
  const gain = f32x4.splat(limit / most);
  for (let place = 0; place < places; place++) {
    const start = from + <usize>place * stride;
    const end = out + <usize>length * SHORT;
    let at = start;
    for (; at < start + whole; at += 2 * FOUR) {
      v128.store(out, shortened(at, gain));
      out += FOUR;
    }
    for (; at < start + all; at += FLOAT) {
      store<i16>(out, <i16>nearest(load<f32>(at) * (limit / most)));
      out += SHORT;
    }
    for (; out < end; out += SHORT) store<i16>(out, 0);
  }
  return most / limit;
}

/** Adds the sum of two products to each of four sums. */
@inline
function plusPair(sum: v128, a: v128, b: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(a, b));
}

/**
 * Sums of the products of four rows with the weights of eight outputs: eight integers for each row, one row after another.
 * The rows share each load of the weights.
 * @param stride of the rows, which are `length` bytes long
 */
@inline
export function multiplyFour(row: usize, stride: usize, length: usize, w: usize, to: usize): void {
  const zero = i32x4.splat(0);
  let a0 = zero, a1 = zero, b0 = zero, b1 = zero, c0 = zero, c1 = zero, d0 = zero, d1 = zero;
  for (let end = row + length; row < end; row += PAIR) {
    const w0 = v128.load(w);
    const w1 = v128.load(w, FOUR);
    let x = v128.load32_splat(row);
    a0 = plusPair(a0, x, w0);
    a1 = plusPair(a1, x, w1);
    x = v128.load32_splat(row + stride);
    b0 = plusPair(b0, x, w0);
    b1 = plusPair(b1, x, w1);
    x = v128.load32_splat(row + 2 * stride);
    c0 = plusPair(c0, x, w0);
    c1 = plusPair(c1, x, w1);
    x = v128.load32_splat(row + 3 * stride);
    d0 = plusPair(d0, x, w0);
    d1 = plusPair(d1, x, w1);
    w += 2 * FOUR;
  }
  v128.store(to, a0);
  v128.store(to, a1, FOUR);
  v128.store(to, b0, 2 * FOUR);
  v128.store(to, b1, 3 * FOUR);
  v128.store(to, c0, 4 * FOUR);
  v128.store(to, c1, 5 * FOUR);
  v128.store(to, d0, 6 * FOUR);
  v128.store(to, d1, 7 * FOUR);
}

/**
 * out = activation(bias + rows of `input` x weights), or added to what is at `out`. Input and weights are pairs of 16-bit
 * integers. Weights: [block of 8 outputs][pair of inputs][8][2]. Strides are in bytes.
 * @param unit the value of one unit of the input
 * @param units the value of one unit of each output's weights
 */
export function multiply(
  input: usize,
  inputStride: usize,
  pairs: i32,
  unit: f32,
  weights: usize,
  units: usize,
  bias: usize,
  out: usize,
  outStride: usize,
  rows: i32,
  blocks: i32,
  onto: bool,
  activation: i32,
  scaling: f32,
  shifting: f32,
): void {
  const scale = f32x4.splat(scaling);
  const shift = f32x4.splat(shifting);
  const length = <usize>pairs * PAIR;
  for (let block = 0; block < blocks; block++) {
    const u0 = f32x4.mul(v128.load(units), f32x4.splat(unit));
    const u1 = f32x4.mul(v128.load(units, FOUR), f32x4.splat(unit));
    let row = input;
    let at = out;
    let left = rows;
    for (; left >= 4; left -= 4) {
      multiplyFour(row, inputStride, length, weights, SUMS);
      for (let sums = SUMS; sums < SUMS + 8 * FOUR; sums += 2 * FOUR) {
        putInteger(at, v128.load(sums), u0, v128.load(bias), onto, activation, scale, shift);
        putInteger(at + FOUR, v128.load(sums, FOUR), u1, v128.load(bias, FOUR), onto, activation, scale, shift);
        at += outStride;
      }
      row += 4 * inputStride;
    }
    for (; left > 0; left--) {
      let w = weights;
      let x0 = row;
      let a0 = i32x4.splat(0), a1 = i32x4.splat(0);
      const end = x0 + length;
      while (x0 < end) {
        const x = v128.load32_splat(x0);
        a0 = plusPair(a0, x, v128.load(w));
        a1 = plusPair(a1, x, v128.load(w, FOUR));
        w += 2 * FOUR;
        x0 += PAIR;
      }
      putInteger(at, a0, u0, v128.load(bias), onto, activation, scale, shift);
      putInteger(at + FOUR, a1, u1, v128.load(bias, FOUR), onto, activation, scale, shift);
      row += inputStride;
      at += outStride;
    }
    weights += <usize>BLOCK * length;
    units += 2 * FOUR;
    bias += 2 * FOUR;
    out += 2 * FOUR;
  }
}
