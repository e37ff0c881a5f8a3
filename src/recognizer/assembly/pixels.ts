// The loops over all pixels of a photo, in AssemblyScript: compiled to pixels.wasm by `npm run build:kernels`.
// Addresses and widths are bytes, and a byte is a grey value; sixteen are worked out at once, so that up to 31 bytes behind
// what is meant are read, and up to 15 are written.

const SIXTEEN: usize = 16;

/** Sums of neighbors, two by two, of the row and the one below it. */
@inline
function foursomes(row: usize, width: usize): v128 {
  return i16x8.add(i16x8.extadd_pairwise_i8x16_u(v128.load(row)), i16x8.extadd_pairwise_i8x16_u(v128.load(row + width)));
}

/** Half the width and height, each pixel the mean of four, rounded down. */
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

/** Four quotients of whole numbers, rounded down. */
@inline
function quotients(numbers: v128, divisors: v128): v128 {
  return i32x4.relaxed_trunc_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(numbers), f32x4.convert_i32x4_s(divisors)));
}

/**
 * The mean of the pixels up to `radius` away, of those inside the image, rounded down.
 * @param sums room for a row of 16-bit numbers, with `radius` more before and behind it, all 0
 * @param counts room for another
 */
export function meanAround(from: usize, width: i32, height: i32, radius: i32, sums: usize, counts: usize, out: usize): void {
  const first = sums + 2 * <usize>radius;
  for (let x = 0; x < width; x++) {
    store<u16>(counts + 2 * <usize>x, <u16>(min(width - 1, x + radius) - max(0, x - radius) + 1));
  }
  for (let y = -radius; y < height; y++) {
    const enters = from + <usize>((y + radius) * width);
    const leaves = from + <usize>((y - radius - 1) * width);
    // What lies behind the row's end must stay 0: it is summed as well.
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
 * How much darker each pixel of a row is than the paper: 255 is black on white. On paper darker than `darkest` it counts as
 * if it were as light.
 * @param left of the first pixel: how far from the image's edge; `block` pixels share one of the paper's
 * @param around room for a row
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

/** Every pixel as light as the lightest of its 3 x 3 neighborhood; rows are taken to follow each other without an edge. */
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

/** Grey of a pixel and its two neighbors along a line: eight sums. */
@inline
function along3(at: usize, along: usize): v128 {
  const sides = i16x8.add(v128.load8x8_u(at - along), v128.load8x8_u(at + along));
  return i16x8.add(sides, v128.load8x8_u(at));
}

/**
 * How much lighter each pixel is than what lies three pixels beside it, where it is the lightest of its neighbors: 0 elsewhere and on a
 * border of four pixels.
 * @param next to the neighbor across the line; `along`: to the neighbor on it
 * @param least anything less is no ridge
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
      // A third of it, rounded down.
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
 * Every pixel of at least `threshold` votes for all lines through it.
 * @param cosines of the lines' angles, in bins a pixel, 32-bit floats; as many `sines`
 * @param votes of every angle `bins` numbers of 16 bits, all 0; the middle one is of a line through the first pixel
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
    // The largest of them is at least the threshold where the larger of both is itself.
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

/** Pixels at four places: 0 beyond the image. @param inside all bits of a place's number where it is in the image */
@inline
function gathered(from: usize, at: v128, inside: v128): v128 {
  const index = v128.and(at, inside);
  let pixels = v128.load8_lane(from + i32x4.extract_lane(index, 0), i32x4.splat(0), 0);
  pixels = v128.load8_lane(from + i32x4.extract_lane(index, 1), pixels, 4);
  pixels = v128.load8_lane(from + i32x4.extract_lane(index, 2), pixels, 8);
  pixels = v128.load8_lane(from + i32x4.extract_lane(index, 3), pixels, 12);
  return v128.and(pixels, inside);
}

/** All bits where four whole numbers are from 0 to below `end`. */
@inline
function within(numbers: v128, end: i32): v128 {
  return i32x4.lt_u(numbers, i32x4.splat(end));
}

/** The pixels nearest to four points seen through a plane, no lighter than `most`. @param plane nine 32-bit floats, the last of which is 1 */
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
 * Twice how much lighter the image is on points than beside them, summed; where a point is black, what is beside it does not count.
 * @param points of every four: where they are (four x, four y), then what lies to one side of them and to the other; 32-bit floats
 * @param count of points, a multiple of four
 * @param glance after so many points a sum below `least` is given up: 0
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
 * The correlation of an image with what it should look like; -1 where less than half of it is in the image.
 * @param samples of every four: where they are (four x, four y) and what should be there; 32-bit floats
 * @param count of samples, a multiple of four
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
 * A quadrangle of the image, straightened: each pixel the mean of four places in it, each between four pixels.
 * @param corners clockwise from the top left, x and y, 32-bit floats; pixel centers are at whole coordinates
 * @param outside the grey of what is beyond the image
 * @param out `columns` x `rows` 32-bit floats
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
  const beyond = f32x4.splat(outside);
  const lastColumn = f32x4.splat(<f32>(width - 1));
  const lastRow = f32x4.splat(<f32>(height - 1));
  const zero = f32x4.splat(0);
  for (let row = 0; row < rows; row++) {
    // The upper two of the four places, then the lower two.
    const upper = (<f32>row + 0.25) / <f32>rows;
    const lower = (<f32>row + 0.75) / <f32>rows;
    const down = f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(upper), 2, lower), 3, lower);
    const leftX = between(corners, corners + 24, down);
    const leftY = between(corners + 4, corners + 28, down);
    const acrossX = f32x4.div(f32x4.sub(between(corners + 8, corners + 16, down), leftX), f32x4.splat(<f32>columns));
    const acrossY = f32x4.div(f32x4.sub(between(corners + 12, corners + 20, down), leftY), f32x4.splat(<f32>columns));
    for (let column = 0; column < columns; column++) {
      const along = f32x4.add(f32x4.splat(<f32>column), f32x4(0.25, 0.75, 0.25, 0.75));
      const x = f32x4.add(leftX, f32x4.mul(acrossX, along));
      const y = f32x4.add(leftY, f32x4.mul(acrossY, along));
      let inside = v128.and(f32x4.ge(x, zero), f32x4.lt(x, lastColumn));
      inside = v128.and(inside, v128.and(f32x4.ge(y, zero), f32x4.lt(y, lastRow)));
      const left = f32x4.floor(x);
      const top = f32x4.floor(y);
      const at = v128.and(
        inside,
        i32x4.add(
          i32x4.mul(i32x4.trunc_sat_f32x4_s(top), i32x4.splat(width)),
          i32x4.trunc_sat_f32x4_s(left),
        ),
      );
      const right = f32x4.sub(x, left);
      const above = mixed(pairs(from, at), right);
      const under = mixed(pairs(from + width, at), right);
      const grey = f32x4.add(above, f32x4.mul(f32x4.sub(under, above), f32x4.sub(y, top)));
      store<f32>(out, <f32>sumOfFloats(v128.bitselect(grey, beyond, inside)) / 4);
      out += 4;
    }
  }
}

/** From one number in memory to another. */
@inline
function between(start: usize, end: usize, part: v128): v128 {
  const from = v128.load32_splat(start);
  return f32x4.add(from, f32x4.mul(f32x4.sub(v128.load32_splat(end), from), part));
}

/** Of four places a pixel and the one to its right, in the two bytes of a 32-bit number. */
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
