// Ink maps: how much darker each pixel is than the paper around it. Light and shadow cancel out; lines and writing remain.
import type { GreyImage } from './grey-image.ts';
import { halved, inkOn, meansAround, type Part } from './pixels.ts';

/** The paper's grey is the mean over this many pixels to every side, in an image of a quarter of the size. */
const PAPER_RADIUS = 4;

/** Darker surfaces count as paper of this grey: contrast on them is mostly noise. */
const MIN_PAPER_GREY = 80;

/** The grey of the paper, in a quarter of the photo's size because it changes slowly. @param half the photo at half its size */
export const paperOf = (half: GreyImage): GreyImage => meansAround(halved(half), PAPER_RADIUS);

/**
 * The ink of an image, in its size: 0 is as light as the paper around, 255 is black on white.
 * @param image the photo, or the photo at half its size
 * @param block pixels of the image per pixel of `paper`: 4 for the photo, 2 for its half
 * @param parts the rest of the map stays 0; all of it is filled without them
 */
export function inkMap(image: GreyImage, paper: GreyImage, block: number, parts?: readonly Part[]): GreyImage {
  const { width, height } = image;
  return inkOn(image, paper, block, MIN_PAPER_GREY, parts ?? [{ left: 0, top: 0, right: width, bottom: height }]);
}

/** The value at (x, y), interpolated between pixels; `outside` beyond the image. Pixel centers are whole numbers. */
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
