// Follows the outlines of shapes, in AssemblyScript (S. Suzuki and K. Abe, "Topological structural analysis of digitized
// binary images by border following", 1985). Part of pixels.wasm.

const SIXTEEN: usize = 16;
const WORD: usize = 4;

// What a pixel is: paper, ink, ink of an outline that was followed, or the last pixel of a row of such ink.
const PAPER: i32 = 0;
const INK: i32 = 1;
const FOLLOWED: i32 = 2;
const LAST: i32 = 3;

/** Directions are counterclockwise from the right. */
const LEFT: u32 = 4;
/** The addresses of all eight neighbors, less that of the pixel, twice. */
const STEPS: usize = memory.data(2 * 8 * 4);

/** Marks pixels above `threshold` as ink, with a pixel of paper added on all sides. Pixels are one byte. */
export function markInk(from: usize, width: usize, height: i32, threshold: i32, map: usize): void {
  const most = i8x16.splat(<i8>threshold);
  const ink = i8x16.splat(<i8>INK);
  memory.fill(map, <u8>PAPER, width + 2);
  map += width + 2;
  for (let y = 0; y < height; y++) {
    store<u8>(map, PAPER);
    // The last sixteen may reach into the next row, which is written after this one.
    for (let x: usize = 0; x < width; x += SIXTEEN) {
      v128.store(map + 1 + x, v128.and(i8x16.gt_u(v128.load(from + x), most), ink));
    }
    store<u8>(map + 1 + width, PAPER);
    from += width;
    map += width + 2;
  }
  memory.fill(map, <u8>PAPER, width + 2);
}

/**
 * Follows the next outline of at least `shortest` pixels.
 * @param width of the map from `markInk`, in which followed outlines are marked
 * @param at where to look from, in the map
 * @param end of the map, without the paper added below
 * @param longest longer outlines are skipped
 * @param out takes the number of pixels, then their addresses
 * @returns where to look next, or 0 after the last outline
 */
export function nextOutline(width: i32, at: usize, end: usize, shortest: i32, longest: i32, out: usize): usize {
  setSteps(1, 1 - width, -width, -1 - width, -1, width - 1, width, width + 1);
  while (at < end) {
    if (!v128.any_true(v128.load(at))) {
      at += SIXTEEN;
      continue;
    }
    const pixel = <i32>load<u8>(at);
    const isOuter = pixel == INK && load<u8>(at - 1) == PAPER;
    const isHole = !isOuter && (pixel == INK || pixel == FOLLOWED) && load<u8>(at + 1) == PAPER;
    if (isOuter || isHole) {
      const count = follow(at, isOuter ? LEFT : 0, longest, out + WORD);
      if (count >= shortest && count <= longest) {
        store<i32>(out, count);
        return at + 1;
      }
    }
    at++;
  }
  return 0;
}

function setSteps(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, g: i32, h: i32): void {
  for (let at = STEPS; at < STEPS + 16 * WORD; at += 8 * WORD) {
    store<i32>(at, a);
    store<i32>(at, b, WORD);
    store<i32>(at, c, 2 * WORD);
    store<i32>(at, d, 3 * WORD);
    store<i32>(at, e, 4 * WORD);
    store<i32>(at, f, 5 * WORD);
    store<i32>(at, g, 6 * WORD);
    store<i32>(at, h, 7 * WORD);
  }
}

@inline
function neighbor(at: usize, direction: u32): usize {
  return at + <usize>load<i32>(STEPS + WORD * <usize>direction);
}

/**
 * Stores the addresses of an outline's pixels, `longest` at most.
 * @param paper the direction of the paper beside the first pixel
 * @returns how many pixels there are
 */
function follow(start: usize, paper: u32, longest: i32, out: usize): i32 {
  let direction = paper;
  do direction = (direction - 1) & 7;
  while (direction != paper && load<u8>(neighbor(start, direction)) == PAPER);
  if (direction == paper) {
    store<u8>(start, LAST);
    store<u32>(out, <u32>start);
    return 1;
  }
  const last = neighbor(start, direction);
  let at = start;
  let count = 0;
  while (true) {
    const from = direction;
    let next: usize;
    do next = neighbor(at, ++direction);
    while (load<u8>(next) == PAPER);
    direction &= 7;
    // Whether the paper to the right was passed.
    if (direction - 1 < from) store<u8>(at, LAST);
    else if (load<u8>(at) == INK) store<u8>(at, FOLLOWED);
    if (count < longest) store<u32>(out + WORD * <usize>count, <u32>at);
    count++;
    if (next == start && at == last) return count;
    at = next;
    direction = (direction + 4) & 7;
  }
}
