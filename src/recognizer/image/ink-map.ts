// How much darker each pixel is than the paper around it: light, shadow and shaded columns drop out, lines and ink stay.
import type { GreyImage } from './grey-image.ts';
import { halved, inkOn, meansAround, type Part } from './pixels.ts';

/** Half the edge of the neighborhood that counts as "the paper around", in pixels of a quarter of the image. */
const BLOCK_RADIUS = 4;

/** Grey of the darkest paper: on darker surfaces contrast is mostly noise, and nobody writes in such light. */
const DARKEST = 80;

/** The paper's grey at a quarter of the full image's size: it changes slowly. @param half the image at half its size */
export const paperOf = (half: GreyImage): GreyImage => meansAround(halved(half), BLOCK_RADIUS);

/**
 * 0: as light as its surroundings; 255: black on white. Same size as the image.
 * @param image the full image, or one made smaller by a power of two
 * @param block pixels of this image that share one of the paper: 4 for the full image, 2 for its half
 * @param parts only these parts are filled; without them all of it
 */
export function inkMap(image: GreyImage, paper: GreyImage, block: number, parts?: readonly Part[]): GreyImage {
  const { width, height } = image;
  return inkOn(image, paper, block, DARKEST, parts ?? [{ left: 0, top: 0, right: width, bottom: height }]);
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
