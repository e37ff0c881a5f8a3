// Samples an image at arbitrary positions, four at a time, in AssemblyScript: part of pixels.wasm.
// Addresses and widths are in bytes, and each byte is a grey value.

/** The pixels at four positions, 0 outside the image. @param inside all bits set where a position is inside the image */
@inline
function gathered(from: usize, at: v128, inside: v128): v128 {
  const index = v128.and(at, inside);
  let pixels = v128.load8_lane(from + i32x4.extract_lane(index, 0), i32x4.splat(0), 0);
  pixels = v128.load8_lane(from + i32x4.extract_lane(index, 1), pixels, 4);
  pixels = v128.load8_lane(from + i32x4.extract_lane(index, 2), pixels, 8);
  pixels = v128.load8_lane(from + i32x4.extract_lane(index, 3), pixels, 12);
  return v128.and(pixels, inside);
}

/** Sets all bits where a number is from 0 to `end - 1`. */
@inline
function within(numbers: v128, end: i32): v128 {
  return i32x4.lt_u(numbers, i32x4.splat(end));
}

/** The pixels nearest to four points projected by a plane, limited to `most`. @param plane nine 32-bit floats; the last is 1 */
@inline
function seenAt(from: usize, width: i32, height: i32, plane: usize, x: v128, y: v128, most: v128): v128 {
  const w = f32x4.add(combined(plane + 24, x, y), f32x4.splat(1));
  const half = f32x4.splat(0.5);
  const column = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(f32x4.div(shifted(plane, x, y), w), half)));
  const row = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(f32x4.div(shifted(plane + 12, x, y), w), half)));
  const inside = v128.and(within(column, width), within(row, height));
  const at = i32x4.add(i32x4.mul(row, i32x4.splat(width)), column);
  return i32x4.min_s(gathered(from, at, inside), most);
}

@inline
function combined(row: usize, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.mul(v128.load32_splat(row), x), f32x4.mul(v128.load32_splat(row + 4), y));
}

@inline
function shifted(row: usize, x: v128, y: v128): v128 {
  return f32x4.add(combined(row, x, y), v128.load32_splat(row + 8));
}

/**
 * The sum, times two, of how much lighter the image is on points than beside them. Black points don't count.
 * @param points in groups of four: positions (four x, four y), then the positions on one side and on the other, as 32-bit floats
 * @param count number of points, a multiple of four
 * @param glance stops after this many points and returns 0 if the sum is below `least`
 * @param cap lighter pixels count as this
 */
export function contrast(
  from: usize,
  width: i32,
  height: i32,
  plane: usize,
  points: usize,
  count: i32,
  glance: i32,
  least: i32,
  cap: i32,
): i32 {
  const most = i32x4.splat(cap);
  let sums = i32x4.splat(0);
  for (let done = 4; done <= count; done += 4) {
    const on = seenAt(from, width, height, plane, v128.load(points), v128.load(points, 16), most);
    if (v128.any_true(on)) {
      const one = seenAt(from, width, height, plane, v128.load(points, 32), v128.load(points, 48), most);
      const other = seenAt(from, width, height, plane, v128.load(points, 64), v128.load(points, 80), most);
      const clear = i32x4.sub(i32x4.shl(on, 1), i32x4.add(one, other));
      sums = i32x4.add(sums, v128.and(clear, i32x4.gt_s(on, i32x4.splat(0))));
    }
    points += 96;
    if (done === glance && sumOf(sums) < least) return 0;
  }
  return sumOf(sums);
}

@inline
function sumOf(numbers: v128): i32 {
  const pairs = i32x4.add(numbers, i32x4.shuffle(numbers, numbers, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

@inline
function sumOfFloats(numbers: v128): f64 {
  const low = f64x2.promote_low_f32x4(numbers);
  const high = f64x2.promote_low_f32x4(i32x4.shuffle(numbers, numbers, 2, 3, 0, 1));
  const pairs = f64x2.add(low, high);
  return f64x2.extract_lane(pairs, 0) + f64x2.extract_lane(pairs, 1);
}

/**
 * The correlation of an image with samples of what it should look like, or -1 if half of them are outside the image.
 * @param samples in groups of four: positions (four x, four y) and expected values, as 32-bit floats
 * @param count number of samples, a multiple of four
 */
export function correlation(from: usize, width: i32, height: i32, samples: usize, count: i32, right: f32, down: f32): f64 {
  const end = samples + 12 * <usize>count;
  const dx = f32x4.splat(right);
  const dy = f32x4.splat(down);
  const zero = f32x4.splat(0);
  let n = zero;
  let a = zero;
  let b = zero;
  let aa = zero;
  let bb = zero;
  let ab = zero;
  for (; samples < end; samples += 48) {
    const column = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(v128.load(samples), dx)));
    const row = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(v128.load(samples, 16), dy)));
    const inside = v128.and(within(column, width), within(row, height));
    const seen = f32x4.convert_i32x4_s(gathered(from, i32x4.add(i32x4.mul(row, i32x4.splat(width)), column), inside));
    const print = v128.and(v128.load(samples, 32), inside);
    n = i32x4.sub(n, inside);
    a = f32x4.add(a, seen);
    b = f32x4.add(b, print);
    aa = f32x4.add(aa, f32x4.mul(seen, seen));
    bb = f32x4.add(bb, f32x4.mul(print, print));
    ab = f32x4.add(ab, f32x4.mul(seen, print));
  }
  const many = <f64>sumOf(n);
  if (2 * many <= <f64>count) return -1;
  const sumA = sumOfFloats(a);
  const sumB = sumOfFloats(b);
  const spread = (sumOfFloats(aa) - (sumA * sumA) / many) * (sumOfFloats(bb) - (sumB * sumB) / many);
  return spread > 0 ? (sumOfFloats(ab) - (sumA * sumB) / many) / Math.sqrt(spread) : -1;
}

/**
 * Straightens a quadrangle of the image. Each pixel is interpolated.
 * @param corners clockwise from the top left, x and y as 32-bit floats; pixel centers are whole numbers
 * @param outside the grey beyond the image
 * @param out `columns` x `rows` 32-bit floats; three more may be written behind them
 */
export function straighten(
  from: usize,
  width: i32,
  height: i32,
  corners: usize,
  outside: f32,
  columns: i32,
  rows: i32,
  out: usize,
): void {
  for (let row = 0; row < rows; row++) {
    const down = (<f32>row + 0.5) / <f32>rows;
    const leftX = between(corners, corners + 24, down);
    const leftY = between(corners + 4, corners + 28, down);
    const acrossX = f32x4.splat((between(corners + 8, corners + 16, down) - leftX) / <f32>columns);
    const acrossY = f32x4.splat((between(corners + 12, corners + 20, down) - leftY) / <f32>columns);
    for (let column = 0; column < columns; column += 4) {
      const along = f32x4.add(f32x4.splat(<f32>column), f32x4(0.5, 1.5, 2.5, 3.5));
      const x = f32x4.add(f32x4.splat(leftX), f32x4.mul(acrossX, along));
      const y = f32x4.add(f32x4.splat(leftY), f32x4.mul(acrossY, along));
      v128.store(out + <usize>(row * columns + column) * 4, interpolated(from, width, height, x, y, outside));
    }
  }
}

/** The image at four positions. */
@inline
function interpolated(from: usize, width: i32, height: i32, x: v128, y: v128, outside: f32): v128 {
  const left = f32x4.floor(x);
  const top = f32x4.floor(y);
  const column = i32x4.trunc_sat_f32x4_s(left);
  const row = i32x4.trunc_sat_f32x4_s(top);
  const inside = v128.and(within(column, width - 1), within(row, height - 1));
  const at = v128.and(inside, i32x4.add(i32x4.mul(row, i32x4.splat(width)), column));
  const right = f32x4.sub(x, left);
  const above = mixed(pairs(from, at), right);
  const under = mixed(pairs(from + width, at), right);
  const grey = f32x4.add(above, f32x4.mul(f32x4.sub(under, above), f32x4.sub(y, top)));
  return v128.bitselect(grey, f32x4.splat(outside), inside);
}

/** Interpolates between two numbers in memory. */
@inline
function between(start: usize, end: usize, part: f32): f32 {
  const from = load<f32>(start);
  return from + (load<f32>(end) - from) * part;
}

/** For four positions, the pixel and the one to its right, in the two low bytes of a 32-bit number. */
@inline
function pairs(from: usize, at: v128): v128 {
  let two = v128.load16_lane(from + i32x4.extract_lane(at, 0), i32x4.splat(0), 0);
  two = v128.load16_lane(from + i32x4.extract_lane(at, 1), two, 2);
  two = v128.load16_lane(from + i32x4.extract_lane(at, 2), two, 4);
  return v128.load16_lane(from + i32x4.extract_lane(at, 3), two, 6);
}

@inline
function mixed(two: v128, right: v128): v128 {
  const one = f32x4.convert_i32x4_s(v128.and(two, i32x4.splat(255)));
  const other = f32x4.convert_i32x4_s(i32x4.shr_u(two, 8));
  return f32x4.add(one, f32x4.mul(f32x4.sub(other, one), right));
}
