// How much darker each pixel is than the paper around it: light, shadow and shaded columns drop out, lines and ink stay.
import type { GreyImage } from './decode.ts';

/** Half the edge of the neighborhood that counts as "the paper around", in pixels of a quarter of the image. */
const BLOCK_RADIUS = 4;

/**
 * 255 by the paper's grey. On a surface darker than 80 the relative contrast is mostly noise: no paper in any light to
 * write by is darker.
 */
const CONTRAST = Float32Array.from({ length: 256 }, (_, grey) => 255 / Math.max(80, grey));

/** A part of an image in pixels, from (left, top) up to but without (right, bottom). */
export type Part = { left: number; top: number; right: number; bottom: number };

/** The paper's grey at a quarter of the full image's size: it changes slowly. @param half the image at half its size */
export const paperOf = (half: GreyImage): GreyImage => paperAround(halved(half));

/**
 * 0: as light as its surroundings; 255: black on white. Same size as the image.
 * @param image the full image, or one made smaller by a power of two
 * @param block pixels of this image that share one of the paper: 4 for the full image, 2 for its half
 * @param parts only these parts are filled; without them all of it
 */
export function inkMap(image: GreyImage, paper: GreyImage, block: number, parts?: readonly Part[]): GreyImage {
  const { width, height } = image;
  const ink = { width, height, data: new Uint8Array(width * height) };
  for (const part of parts ?? [{ left: 0, top: 0, right: width, bottom: height }]) fill(ink, image, paper, block, part);
  return ink;
}

function fill(ink: GreyImage, image: GreyImage, paper: GreyImage, block: number, part: Part): void {
  const { width, height, data } = image;
  const out = ink.data;
  const [right, bottom] = [Math.min(width, part.right), Math.min(height, part.bottom)];
  const first = Math.max(0, (part.left / block) | 0);
  for (let y = Math.max(0, part.top); y < bottom; y += 1) {
    const row = Math.min(paper.height - 1, (y / block) | 0) * paper.width;
    for (let column = first, x = first * block; x < right; column += 1) {
      const around = paper.data[row + Math.min(paper.width - 1, column)]!;
      const contrast = CONTRAST[around]!;
      const end = Math.min(right, x + block);
      for (let at = y * width + x; x < end; x += 1, at += 1) {
        const darker = around - data[at]!;
        if (darker > 0) out[at] = (darker * contrast) | 0;
      }
    }
  }
}

/** The mean grey around each pixel. */
function paperAround({ width, height, data }: GreyImage): GreyImage {
  const out = new Uint8Array(width * height);
  const columns = new Int32Array(width);
  const addRow = (y: number, sign: 1 | -1): void => {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) columns[x]! += sign * data[at]!;
  };
  for (let y = 0; y < Math.min(BLOCK_RADIUS, height); y += 1) addRow(y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + BLOCK_RADIUS < height) addRow(y + BLOCK_RADIUS, 1);
    if (y > BLOCK_RADIUS) addRow(y - BLOCK_RADIUS - 1, -1);
    const rows = Math.min(height - 1, y + BLOCK_RADIUS) - Math.max(0, y - BLOCK_RADIUS) + 1;
    let sum = 0;
    for (let x = 0; x < Math.min(BLOCK_RADIUS, width); x += 1) sum += columns[x]!;
    for (let x = 0; x < width; x += 1) {
      if (x + BLOCK_RADIUS < width) sum += columns[x + BLOCK_RADIUS]!;
      if (x > BLOCK_RADIUS) sum -= columns[x - BLOCK_RADIUS - 1]!;
      const across = Math.min(width - 1, x + BLOCK_RADIUS) - Math.max(0, x - BLOCK_RADIUS) + 1;
      out[y * width + x] = sum / (across * rows);
    }
  }
  return { width, height, data: out };
}

/** Half the size, each pixel the mean of four. */
export function halved(image: GreyImage): GreyImage {
  const width = image.width >> 1;
  const height = image.height >> 1;
  const out = new Uint8Array(width * height);
  const { data, width: below } = image;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0, at = 2 * y * below; x < width; x += 1, at += 2, to += 1) {
      out[to] = (data[at]! + data[at + 1]! + data[at + below]! + data[at + below + 1]!) >> 2;
    }
  }
  return { width, height, data: out };
}

/** The value between pixels; `outside` beyond the image. Pixel centers are at whole coordinates. */
export function sample(image: GreyImage, x: number, y: number, outside = 0): number {
  const { width, data } = image;
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < image.height - 1)) return outside;
  const left = x | 0;
  const top = y | 0;
  const dx = x - left;
  const dy = y - top;
  const at = top * width + left;
  const upper = data[at]! * (1 - dx) + data[at + 1]! * dx;
  const lower = data[at + width]! * (1 - dx) + data[at + width + 1]! * dx;
  return upper * (1 - dy) + lower * dy;
}
