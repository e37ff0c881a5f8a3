// The loops over all pixels of a photo run in WebAssembly (assembly/pixels.ts): sixteen pixels at once.
import type { GreyImage, Point } from './grey-image.ts';
import { readFile } from 'node:fs/promises';

const PAGE = 65_536;
/** Bytes that fit into the memory at once: an image at half the size of a photo. */
const ROOM = 24 * PAGE;
/** Of larger ones, so much is worked out at a time: it stays in the processor's cache. */
const STRIP = 4 * PAGE;
/** Where in memory a part of the image goes, where it comes out, and what else is needed. A page before the first is read too. */
const FROM = PAGE;
const OUT = FROM + ROOM + PAGE;
const PAPER = OUT + ROOM + PAGE;
const ROW = PAPER + ROOM / 4;
const OTHER_ROW = ROW + PAGE;
const END = OTHER_ROW + PAGE;

/** Bytes behind an image that a kernel may read, too. */
const PAST = 32;

/** A part of an image in pixels, from (left, top) up to but without (right, bottom). */
export type Part = { left: number; top: number; right: number; bottom: number };

type Kernels = Record<
  'halve' | 'meanAround' | 'inkOfRow' | 'thicken' | 'ridges' | 'vote' | 'straighten',
  (...numbers: number[]) => void
> &
  Record<'contrast' | 'correlation', (...numbers: number[]) => number>;

const memory = new WebAssembly.Memory({ initial: END / PAGE, maximum: END / PAGE });
const program = await readFile(new URL('./assembly/pixels.wasm', import.meta.url));
const { instance } = await WebAssembly.instantiate(program, { env: { memory } });
const kernels = instance.exports as Kernels;
const bytes = new Uint8Array(memory.buffer);

function put(pixels: Uint8Array, at: number): void {
  if (pixels.length > ROOM) throw new Error('The image is larger than the memory.');
  bytes.set(pixels, at);
}

function putNumbers(numbers: ArrayLike<number>, at: number): void {
  if (numbers.length * Float32Array.BYTES_PER_ELEMENT > PAGE) throw new Error('So many numbers have no room.');
  new Float32Array(memory.buffer, at, numbers.length).set(numbers);
}

/** Half the size, each pixel the mean of four. */
export function halved({ width, height, data }: GreyImage): GreyImage {
  const half = { width: width >> 1, height: height >> 1, data: new Uint8Array((width >> 1) * (height >> 1)) };
  const most = Math.max(1, Math.floor(STRIP / width / 2));
  for (let top = 0; top < half.height; top += most) {
    const rows = Math.min(most, half.height - top);
    put(data.subarray(2 * top * width, 2 * (top + rows) * width), FROM);
    kernels.halve(FROM, width, rows, OUT);
    half.data.set(bytes.subarray(OUT, OUT + rows * half.width), top * half.width);
  }
  return half;
}

/** The mean of the pixels up to `radius` to every side, of those inside the image. @param image a quarter of a photo */
export function meansAround({ width, height, data }: GreyImage, radius: number): GreyImage {
  put(data, FROM);
  bytes.fill(0, ROW, END);
  kernels.meanAround(FROM, width, height, radius, ROW, OTHER_ROW, OUT);
  return { width, height, data: bytes.slice(OUT, OUT + width * height) };
}

/** Every pixel as light as the lightest of its 3 x 3 neighborhood. @param image half a photo */
export function thickened({ width, height, data }: GreyImage): GreyImage {
  put(data, FROM);
  // Beyond the image nothing is light.
  bytes.fill(0, FROM + data.length, FROM + data.length + width + PAST);
  kernels.thicken(FROM, width, data.length, OUT);
  return { width, height, data: bytes.slice(OUT, OUT + data.length) };
}

/**
 * How much darker each pixel is than its paper, from 0 to 255 (black on white). Same size as the image.
 * @param block pixels of this image that share one of the paper
 * @param darkest paper that is darker counts as if it were as light as this
 * @param parts only these parts are filled
 */
export function inkOn(
  image: GreyImage,
  paper: GreyImage,
  block: number,
  darkest: number,
  parts: readonly Part[],
): GreyImage {
  const { width, height, data } = image;
  const ink = new Uint8Array(data.length);
  put(paper.data, PAPER);
  for (const part of parts) {
    const [left, right] = [Math.max(0, part.left), Math.min(width, part.right)];
    const count = right - left;
    if (count <= 0) continue;
    for (let y = Math.max(0, part.top); y < Math.min(height, part.bottom); y += 1) {
      const at = y * width + left;
      bytes.set(data.subarray(at, at + count), FROM);
      const paperRow = PAPER + Math.min(paper.height - 1, Math.floor(y / block)) * paper.width;
      kernels.inkOfRow(FROM, count, paperRow, paper.width, left, block, darkest, ROW, OUT);
      ink.set(bytes.subarray(OUT, OUT + count), at);
    }
  }
  return { width, height, data: ink };
}

/**
 * Pixels that stand out from what lies three pixels beside them, each by how much (0: it does not), and how many have each value.
 * @param across 'x': lines nearer to the vertical, whose ink is a ridge across x; 'y': nearer to the horizontal
 * @param image half a photo
 */
export function ridges(
  { width, height, data }: GreyImage,
  across: 'x' | 'y',
  least: number,
): { map: Uint8Array; counts: Uint32Array } {
  put(data, FROM);
  const [next, along] = across === 'x' ? [1, width] : [width, 1];
  kernels.ridges(FROM, width, height, next, along, least, OUT, ROW);
  return { map: bytes.slice(OUT, OUT + data.length), counts: new Uint32Array(memory.buffer, ROW, 256).slice() };
}

/**
 * Every pixel of at least `threshold` votes for all lines through it.
 * @param cosines of the lines' angles, in bins a pixel; as many `sines`
 * @returns of every angle `bins` counts; the middle one is of a line through the image's first pixel
 */
export function votesFor(
  { width, height, data }: GreyImage,
  threshold: number,
  cosines: Float32Array,
  sines: Float32Array,
  bins: number,
): Uint16Array {
  const count = cosines.length * bins;
  if (2 * count > ROOM) throw new Error('The image is larger than the memory.');
  put(data, FROM);
  bytes.fill(0, OUT, OUT + 2 * count);
  putNumbers(cosines, ROW);
  putNumbers(sines, OTHER_ROW);
  kernels.vote(FROM, width, height, threshold, ROW, OTHER_ROW, cosines.length, bins, OUT);
  return new Uint16Array(memory.buffer, OUT, count).slice();
}

/** A point and what lies to both sides of it. */
export type Flanked = Record<'on' | 'one' | 'other', Point>;

/**
 * Makes what tells how much lighter an image is on points than beside them; it holds until another loop is run.
 * @param image half a photo
 * @param points a multiple of four
 * @param most lighter pixels count as this
 * @returns the mean over the first `count` points (a multiple of four) seen through a plane whose last number is 1; 0 where
 * after `glance` of them it is below `least`
 */
export function contrastIn(
  { width, height, data }: GreyImage,
  points: readonly Flanked[],
  most: number,
  glance: number,
  least: number,
): (plane: ArrayLike<number>, count: number) => number {
  put(data, FROM);
  const places = points.map(({ on, one, other }) => [on.x, on.y, one.x, one.y, other.x, other.y]);
  putNumbers(inFours(places), ROW);
  return (plane, count) => {
    putNumbers(plane, OTHER_ROW);
    return kernels.contrast(FROM, width, height, OTHER_ROW, ROW, count, glance, 2 * glance * least, most) / 2 / count;
  };
}

/** Where a place of an image is and how dark it should be there. */
export type Sample = readonly [x: number, y: number, ink: number];

/**
 * Makes what tells how well an image agrees with samples of what it should look like; it holds until another loop is run.
 * @param image half a photo or less
 * @returns for samples (those behind the last four are left out) their correlation when all are moved to the right and down:
 * -1 where half of them are out of the image
 */
export function agreementIn({ width, height, data }: GreyImage) {
  put(data, FROM);
  return (samples: readonly Sample[]) => {
    const count = samples.length & ~3;
    putNumbers(inFours(samples.slice(0, count)), ROW);
    return (right: number, down: number): number =>
      // The pixel that a place is in begins half a pixel before it.
      kernels.correlation(FROM, width, height, ROW, count, right + 0.5, down + 0.5);
  };
}

/** The first numbers of four, their second numbers and so on, then those of the next four. */
function inFours(rows: readonly (readonly number[])[]): number[] {
  return rows.flatMap((row, at) =>
    at % 4 === 0 ? row.flatMap((_, index) => rows.slice(at, at + 4).map((one) => one[index]!)) : [],
  );
}

/**
 * The grey of a part of a photo, straightened, row by row: each pixel the mean of four places, each between four pixels.
 * @param corners of the part, clockwise from its top left; pixel centers are at whole coordinates
 * @param outside the grey beyond the photo
 * @param width of what comes out
 */
export function straightened(
  image: GreyImage,
  corners: readonly Point[],
  outside: number,
  width: number,
  height: number,
): Float32Array {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  const right = Math.min(image.width, Math.ceil(Math.max(...xs)) + 2);
  const bottom = Math.min(image.height, Math.ceil(Math.max(...ys)) + 2);
  const [columns, rows] = [right - left, bottom - top];
  if (columns < 2 || rows < 2) return new Float32Array(width * height).fill(outside);
  if (Math.max(columns * rows, width * height * Float32Array.BYTES_PER_ELEMENT) > ROOM) {
    throw new Error('The part is larger than the memory.');
  }
  for (let row = 0; row < rows; row += 1) {
    const start = (top + row) * image.width + left;
    bytes.set(image.data.subarray(start, start + columns), FROM + row * columns);
  }
  putNumbers(
    corners.flatMap(({ x, y }) => [x - left, y - top]),
    ROW,
  );
  kernels.straighten(FROM, columns, rows, ROW, outside, width, height, OUT);
  return new Float32Array(memory.buffer, OUT, width * height).slice();
}
