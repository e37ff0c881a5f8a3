// The loops over all pixels of a photo run in WebAssembly (assembly/pixels.ts): sixteen pixels at once.
import { readFile } from 'node:fs/promises';
import type { GreyImage } from './decode.ts';

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
  'halve' | 'meanAround' | 'inkOfRow' | 'thicken' | 'ridges' | 'vote',
  (...numbers: number[]) => void
>;

const memory = new WebAssembly.Memory({ initial: END / PAGE, maximum: END / PAGE });
const program = await readFile(new URL('./assembly/pixels.wasm', import.meta.url));
const { instance } = await WebAssembly.instantiate(program, { env: { memory } });
const kernels = instance.exports as Kernels;
const bytes = new Uint8Array(memory.buffer);

function put(pixels: Uint8Array, at: number): void {
  if (pixels.length > ROOM) throw new Error('The image is larger than the memory.');
  bytes.set(pixels, at);
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
  new Float32Array(memory.buffer, ROW).set(cosines);
  new Float32Array(memory.buffer, OTHER_ROW).set(sines);
  kernels.vote(FROM, width, height, threshold, ROW, OTHER_ROW, cosines.length, bins, OUT);
  return new Uint16Array(memory.buffer, OUT, count).slice();
}
