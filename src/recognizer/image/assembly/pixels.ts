// The loops over all pixels of a photo, in AssemblyScript, compiled to pixels.wasm by `npm run build:kernels`.
// Addresses and widths are in bytes, and each byte is a grey value. Sixteen are processed at once, so the loops may read up to
// 31 bytes beyond their input and write up to 15 beyond their output.

export { markInk, nextOutline } from './outlines';
export { contrast, correlation, straighten } from './places';

const SIXTEEN: usize = 16;

/** Sums of blocks of 2 x 2 pixels: a row and the row below it. */
@inline
function foursomes(row: usize, width: usize): v128 {
  return i16x8.add(i16x8.extadd_pairwise_i8x16_u(v128.load(row)), i16x8.extadd_pairwise_i8x16_u(v128.load(row + width)));
}

/** Halves the width and height. Each pixel is the mean of four, rounded down. */
export function halve(from: usize, width: usize, rows: i32, out: usize): void {
  const half = width >> 1;
  for (let y = 0; y < rows; y++) {
    for (let x: usize = 0; x < half; x += SIXTEEN) {
      const left = i16x8.shr_u(foursomes(from + 2 * x, width), 2);
      const right = i16x8.shr_u(foursomes(from + 2 * x + SIXTEEN, width), 2);
      v128.store(out + x, i8x16.narrow_i16x8_u(left, right));
    }
    from += 2 * width;
    out += half;
  }
}

/** Four integer divisions, rounded down. */
@inline
function quotients(numbers: v128, divisors: v128): v128 {
  return i32x4.relaxed_trunc_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(numbers), f32x4.convert_i32x4_s(divisors)));
}

/**
 * The mean of the pixels within `radius`, rounded down. Pixels outside the image don't count.
 * @param sums space for a row of 16-bit numbers, with `radius` more on both sides, all 0
 * @param counts space for another row of 16-bit numbers
 */
export function meanAround(from: usize, width: i32, height: i32, radius: i32, sums: usize, counts: usize, out: usize): void {
  const first = sums + 2 * <usize>radius;
  for (let x = 0; x < width; x++) {
    store<u16>(counts + 2 * <usize>x, <u16>(min(width - 1, x + radius) - max(0, x - radius) + 1));
  }
  for (let y = -radius; y < height; y++) {
    const enters = from + <usize>((y + radius) * width);
    const leaves = from + <usize>((y - radius - 1) * width);
    // The numbers beyond the row's end must stay 0, because they are summed too.
    for (let x = 0; x < width; x++) {
      const at = first + 2 * <usize>x;
      let sum = load<u16>(at);
      if (y + radius < height) sum += load<u8>(enters + x);
      if (y > radius) sum -= load<u8>(leaves + x);
      store<u16>(at, sum);
    }
    if (y < 0) continue;
    const rows = i16x8.splat(<i16>(min(height - 1, y + radius) - max(0, y - radius) + 1));
    for (let x = 0; x < width; x += 8) {
      let sum = i16x8.splat(0);
      const at = sums + 2 * <usize>x;
      for (let beside = 0; beside <= 2 * radius; beside++) sum = i16x8.add(sum, v128.load(at + 2 * <usize>beside));
      const count = i16x8.mul(v128.load(counts + 2 * <usize>x), rows);
      const low = quotients(i32x4.extend_low_i16x8_u(sum), i32x4.extend_low_i16x8_u(count));
      const high = quotients(i32x4.extend_high_i16x8_u(sum), i32x4.extend_high_i16x8_u(count));
      const means = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(low, high), i16x8.splat(0));
      v128.store64_lane(out + <usize>(y * width + x), means, 0);
    }
  }
}

/**
 * How much darker each pixel of a row is than its paper; 255 is black on white. Darker paper counts as `darkest`.
 * @param left distance of the first pixel from the image's edge
 * @param block pixels per pixel of `paper`
 * @param around space for a row
 */
export function inkOfRow(
  from: usize,
  count: i32,
  paper: usize,
  paperWidth: i32,
  left: i32,
  block: i32,
  darkest: i32,
  around: usize,
  out: usize,
): void {
  for (let x = 0; x < count; x++) store<u8>(around + x, load<u8>(paper + min(paperWidth - 1, (left + x) / block)));
  const least = i32x4.splat(darkest);
  for (let x: usize = 0; x < <usize>count; x += SIXTEEN) {
    const light = v128.load(around + x);
    const darker = i8x16.sub_sat_u(light, v128.load(from + x));
    if (!v128.any_true(darker)) {
      v128.store(out + x, darker);
      continue;
    }
    const low = contrasts(i16x8.extend_low_i8x16_u(darker), i16x8.extend_low_i8x16_u(light), least);
    const high = contrasts(i16x8.extend_high_i8x16_u(darker), i16x8.extend_high_i8x16_u(light), least);
    v128.store(out + x, i8x16.narrow_i16x8_u(low, high));
  }
}

@inline
function contrasts(darker: v128, light: v128, least: v128): v128 {
  const times = i16x8.splat(255);
  const low = quotients(i32x4.extmul_low_i16x8_u(darker, times), i32x4.max_s(i32x4.extend_low_i16x8_u(light), least));
  const high = quotients(i32x4.extmul_high_i16x8_u(darker, times), i32x4.max_s(i32x4.extend_high_i16x8_u(light), least));
  return i16x8.narrow_i32x4_s(low, high);
}

/** The lightest pixel of each 3 x 3 neighborhood. The left and right edges wrap around to the neighboring rows. */
export function thicken(from: usize, width: usize, count: usize, out: usize): void {
  for (let at: usize = 0; at < count; at += SIXTEEN) {
    const row = from + at;
    const most = i8x16.max_u(lightest(row - width), lightest(row + width));
    v128.store(out + at, i8x16.max_u(most, lightest(row)));
  }
}

@inline
function lightest(at: usize): v128 {
  return i8x16.max_u(v128.load(at), i8x16.max_u(v128.load(at - 1), v128.load(at + 1)));
}

/** Eight sums, each of a pixel and its two neighbors along a line. */
@inline
function along3(at: usize, along: usize): v128 {
  const sides = i16x8.add(v128.load8x8_u(at - along), v128.load8x8_u(at + along));
  return i16x8.add(sides, v128.load8x8_u(at));
}

/**
 * How much lighter each pixel is than the pixels three to its sides, if it is lighter than its neighbors. 0 elsewhere, and on
 * a border of four pixels.
 * @param next offset of the neighbor across the line
 * @param along offset of the neighbor along the line
 * @param least the smallest value that counts as a ridge
 * @param counts how many pixels have each value, 32 bits each
 */
export function ridges(
  from: usize,
  width: i32,
  height: i32,
  next: usize,
  along: usize,
  least: i32,
  out: usize,
  counts: usize,
): void {
  memory.fill(out, 0, <usize>(width * height));
  memory.fill(counts, 0, 4 * 256);
  const leastOfThree = i16x8.splat(<i16>(3 * least));
  const one = i16x8.splat(1);
  for (let y = 4; y < height - 4; y++) {
    for (let x = 4; x < width - 4; x += 8) {
      const at = from + <usize>(y * width + x);
      const here = along3(at, along);
      const clear = i16x8.sub(here, i16x8.max_s(along3(at - 3 * next, along), along3(at + 3 * next, along)));
      let ridge = i16x8.ge_s(clear, leastOfThree);
      ridge = v128.and(ridge, i16x8.le_s(along3(at - next, along), here));
      ridge = v128.and(ridge, i16x8.lt_s(along3(at + next, along), here));
      ridge = v128.and(ridge, i16x8.ge_s(v128.load8x8_u(at), i16x8.splat(<i16>least)));
      if (!v128.any_true(ridge)) continue;
      // A third, rounded down.
      const third = i16x8.q15mulr_sat_s(i16x8.sub(clear, one), i16x8.splat(10923));
      const values = i8x16.narrow_i16x8_u(v128.and(third, ridge), i16x8.splat(0));
      const to = out + <usize>(y * width + x);
      v128.store64_lane(to, values, 0);
      for (let lane: usize = 0; lane < 8; lane++) {
        if (<i32>lane >= width - 4 - x) store<u8>(to + lane, 0);
        const count = counts + 4 * <usize>load<u8>(to + lane);
        store<u32>(count, load<u32>(count) + 1);
      }
    }
  }
}

/**
 * Lets every pixel of at least `threshold` vote for all lines through it (Hough transform).
 * @param cosines of the lines' angles, times bins per pixel, as 32-bit floats; `sines` has as many
 * @param votes `bins` 16-bit counts per angle, all 0; the middle one is the line through the first pixel
 */
export function vote(
  map: usize,
  width: i32,
  height: i32,
  threshold: i32,
  cosines: usize,
  sines: usize,
  angles: i32,
  bins: i32,
  votes: usize,
): void {
  const middle = <f32>(bins >> 1);
  const least = i8x16.splat(<i8>threshold);
  const count = width * height;
  for (let sixteen = 0; sixteen < count; sixteen += 16) {
    // Skips sixteen pixels that are all below the threshold.
    const values = v128.load(map + sixteen);
    if (!v128.any_true(i8x16.eq(i8x16.max_u(values, least), values))) continue;
    for (let at = sixteen; at < min(sixteen + 16, count); at++) {
      if (<i32>load<u8>(map + at) < threshold) continue;
      const x = <f32>(at % width);
      const y = <f32>(at / width);
      let row = votes;
      for (let angle: usize = 0; angle < <usize>angles; angle++) {
        const bin = <i32>(x * load<f32>(cosines + 4 * angle) + y * load<f32>(sines + 4 * angle) + middle);
        const counted = row + 2 * <usize>bin;
        store<u16>(counted, load<u16>(counted) + 1);
        row += 2 * <usize>bins;
      }
    }
  }
}
