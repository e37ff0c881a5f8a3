// The loops over all pixels of a photo. They run in WebAssembly (assembly/pixels.ts), sixteen pixels at a time.
import { fileAt } from '#recognizer/file-beside';
import type { GreyImage, Point } from './grey-image.ts';

const PAGE = 65_536;
/** Bytes of one image in memory: enough for a photo at half its size. */
const ROOM = 24 * PAGE;
/** Larger images are processed in strips of this size, which stay in the processor's cache. */
const STRIP = 4 * PAGE;
/** Addresses of input, output and other data. The kernels also read the page before the input. */
const FROM = PAGE;
const OUT = FROM + ROOM + PAGE;
const PAPER = OUT + ROOM + PAGE;
const ROW = PAPER + ROOM / 4;
const OTHER_ROW = ROW + PAGE;
const END = OTHER_ROW + PAGE;

/** Bytes after an image that a kernel may also read. */
const PAST = 32;

/** A part of an image in pixels, excluding the column `right` and the row `bottom`. */
export type Part = { left: number; top: number; right: number; bottom: number };

type Kernels = Record<
  'halve' | 'meanAround' | 'inkOfRow' | 'thicken' | 'markInk' | 'ridges' | 'vote' | 'straighten',
  (...numbers: number[]) => void
> &
  Record<'contrast' | 'correlation' | 'nextOutline', (...numbers: number[]) => number>;

const memory = new WebAssembly.Memory({ initial: END / PAGE, maximum: END / PAGE });
const program = await fileAt(new URL('./assembly/pixels.wasm', import.meta.url));
const { instance } = await WebAssembly.instantiate(program, { env: { memory } });
const kernels = instance.exports as Kernels;
const bytes = new Uint8Array(memory.buffer);

function put(pixels: Uint8Array, at: number): void {
  if (pixels.length > ROOM) throw new Error('The image does not fit in memory.');
  bytes.set(pixels, at);
}

function putNumbers(numbers: ArrayLike<number>, at: number): void {
  if (numbers.length * Float32Array.BYTES_PER_ELEMENT > PAGE) throw new Error('The numbers do not fit in memory.');
  new Float32Array(memory.buffer, at, numbers.length).set(numbers);
}

/** The image at half its size; each pixel is the mean of four. */
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

/** The mean of all pixels of the image within `radius` of each. @param image at most a quarter of a photo */
export function meansAround({ width, height, data }: GreyImage, radius: number): GreyImage {
  put(data, FROM);
  bytes.fill(0, ROW, END);
  kernels.meanAround(FROM, width, height, radius, ROW, OTHER_ROW, OUT);
  return { width, height, data: bytes.slice(OUT, OUT + width * height) };
}

/** The lightest pixel of each 3 x 3 neighborhood. @param image at most half a photo */
export function thickened({ width, height, data }: GreyImage): GreyImage {
  put(data, FROM);
  // Beyond the image, everything is black.
  bytes.fill(0, FROM + data.length, FROM + data.length + width + PAST);
  kernels.thicken(FROM, width, data.length, OUT);
  return { width, height, data: bytes.slice(OUT, OUT + data.length) };
}

/**
 * How much darker each pixel is than its paper, from 0 to 255 (black on white), in the size of the image.
 * @param block pixels of the image per pixel of `paper`
 * @param darkest darker paper counts as this grey
 * @param parts the rest stays 0
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

/** Outlines of more pixels are skipped: in half a photo, no square has one. */
const MAX_OUTLINE = PAGE / Uint32Array.BYTES_PER_ELEMENT - 1;

/** Reused for every outline. */
const outlinePoints: Point[] = [];

/**
 * Goes through the outlines of all shapes whose pixels are lighter than `above`, and of the holes in them: pixel by pixel, from
 * top to bottom.
 * @param image at most half a photo
 * @param shortest outlines of fewer pixels are left out
 * @param see its points are valid until it returns
 */
export function outlinesIn(
  { width, height, data }: GreyImage,
  above: number,
  shortest: number,
  see: (outline: readonly Point[]) => void,
): void {
  // The kernel adds a pixel on all sides.
  const across = width + 2;
  if (across * (height + 2) > ROOM) throw new Error('The image does not fit in memory.');
  put(data, FROM);
  kernels.markInk(FROM, width, height, above, OUT);
  const end = OUT + across * (height + 1);
  let at = OUT + across;
  while ((at = kernels.nextOutline(across, at, end, shortest, MAX_OUTLINE, ROW)) !== 0) {
    const [count = 0] = new Uint32Array(memory.buffer, ROW, 1);
    const places = new Uint32Array(memory.buffer, ROW + Uint32Array.BYTES_PER_ELEMENT, count);
    while (outlinePoints.length < count) outlinePoints.push({ x: 0, y: 0 });
    for (let index = 0; index < count; index += 1) {
      const place = places[index]! - OUT;
      outlinePoints[index]!.x = (place % across) - 1;
      outlinePoints[index]!.y = Math.floor(place / across) - 1;
    }
    see(outlinePoints.slice(0, count));
  }
}

/**
 * How far each pixel stands out from the pixels three to its sides (0 if it does not), and how many pixels have each value.
 * @param across 'x' for upright lines, 'y' for level ones
 * @param image at most half a photo
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
 * Lets every pixel of at least `threshold` vote for all lines through it (Hough transform).
 * @param cosines of the lines' angles, times bins per pixel; `sines` has as many
 * @returns `bins` counts for every angle; the middle one is the line through the image's first pixel
 */
export function votesFor(
  { width, height, data }: GreyImage,
  threshold: number,
  cosines: Float32Array,
  sines: Float32Array,
  bins: number,
): Uint16Array {
  const count = cosines.length * bins;
  if (2 * count > ROOM) throw new Error('The image does not fit in memory.');
  put(data, FROM);
  bytes.fill(0, OUT, OUT + 2 * count);
  putNumbers(cosines, ROW);
  putNumbers(sines, OTHER_ROW);
  kernels.vote(FROM, width, height, threshold, ROW, OTHER_ROW, cosines.length, bins, OUT);
  return new Uint16Array(memory.buffer, OUT, count).slice();
}

/** A point and one to each side of it. */
export type Flanked = Record<'on' | 'one' | 'other', Point>;

/**
 * Returns a function that measures how much lighter an image is on points than beside them. It is valid until another
 * function of this file is called.
 * @param image at most half a photo
 * @param points a multiple of four
 * @param most lighter pixels count as this
 * @returns a function of a plane, whose last number is 1, and the number of points to use, a multiple of four: their mean
 * contrast, or 0 if it is below `least` after the first `glance` points
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

/** A position in an image, and the ink expected there. */
export type Sample = readonly [x: number, y: number, ink: number];

/**
 * Returns a function that correlates an image with samples of what it should look like. It is valid until another function
 * of this file is called.
 * @param image at most half a photo
 * @returns a function of samples (up to three at the end are ignored), and then of how far all are moved right and down:
 * their correlation, or -1 if half of them are outside the image
 */
export function agreementIn({ width, height, data }: GreyImage) {
  put(data, FROM);
  return (samples: readonly Sample[]) => {
    const count = samples.length & ~3;
    putNumbers(inFours(samples.slice(0, count)), ROW);
    return (right: number, down: number): number =>
      // A pixel begins half a pixel before its center.
      kernels.correlation(FROM, width, height, ROW, count, right + 0.5, down + 0.5);
  };
}

/** Groups rows by four and transposes each group: the four first numbers, the four second ones, and so on. */
function inFours(rows: readonly (readonly number[])[]): number[] {
  return rows.flatMap((row, at) =>
    at % 4 === 0 ? row.flatMap((_, index) => rows.slice(at, at + 4).map((one) => one[index]!)) : [],
  );
}

/**
 * Straightens a quadrangle of a photo to `width` x `height` grey values, row by row.
 * @param corners clockwise from the top left; pixel centers are whole numbers
 * @param outside the grey beyond the photo
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
    throw new Error('The part does not fit in memory.');
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
