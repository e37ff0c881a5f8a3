// How a layer's sums become its outputs: activations, and where they are stored. For network.ts and filter.ts.

/** Activations, with the same numbers as in arithmetic.ts. */
const RELU: i32 = 1;
const HARD_SWISH: i32 = 2;

export const FLOAT: usize = 4;
export const FOUR: usize = 16;
/** Outputs computed together: two vectors. */
export const BLOCK: i32 = 8;

@inline
export function plus(sum: v128, a: v128, b: v128): v128 {
  return f32x4.relaxed_madd(a, b, sum);
}

/** With `pmax` and `pmin`, because each is one instruction; `max` and `min` are nine. */
@inline
function finish(sum: v128, activation: i32, scale: v128, shift: v128): v128 {
  const zero = f32x4.splat(0);
  if (activation == RELU) return f32x4.pmax(sum, zero);
  if (activation == HARD_SWISH) {
    const gate = f32x4.pmin(f32x4.pmax(f32x4.add(sum, f32x4.splat(3)), zero), f32x4.splat(6));
    return plus(shift, f32x4.mul(sum, gate), scale);
  }
  return sum;
}

@inline
export function put(at: usize, low: v128, high: v128, activation: i32, scale: v128, shift: v128): void {
  v128.store(at, finish(low, activation, scale, shift));
  v128.store(at, finish(high, activation, scale, shift), FOUR);
}

/** Stores the outputs of four positions that are `apart` bytes apart. */
@inline
export function putFour(
  at: usize,
  apart: usize,
  a0: v128,
  a1: v128,
  c0: v128,
  c1: v128,
  d0: v128,
  d1: v128,
  e0: v128,
  e1: v128,
  activation: i32,
  scale: v128,
  shift: v128,
): void {
  put(at, a0, a1, activation, scale, shift);
  put(at + apart, c0, c1, activation, scale, shift);
  put(at + 2 * apart, d0, d1, activation, scale, shift);
  put(at + 3 * apart, e0, e1, activation, scale, shift);
}

/** Converts the integer sums of four outputs to floats and stores them, or adds them to what is there before the activation. */
@inline
export function putInteger(
  at: usize,
  sums: v128,
  units: v128,
  bias: v128,
  onto: bool,
  activation: i32,
  scale: v128,
  shift: v128,
): void {
  const before = onto ? f32x4.add(bias, v128.load(at)) : bias;
  v128.store(at, finish(plus(before, f32x4.convert_i32x4_s(sums), units), activation, scale, shift));
}
