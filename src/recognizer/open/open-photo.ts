// An opened photo, decoded by the server with sharp (`decode.ts`) or by the browser (`in-page/`).
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import type { GreyImage } from '#recognizer/image/grey-image.ts';

export type Size = { width: number; height: number };
/** A part of the upright photo, in its pixels. */
export type PhotoPart = Size & { left: number; top: number };

/**
 * `upright` is the full size in pixels after the rotation in the EXIF data; `grey` is that image, scaled down. `hasMore`: whether
 * `part` can show a part of it in more pixels.
 */
export type OpenPhoto = {
  grey: GreyImage;
  upright: Size;
  hasMore: boolean;
  /** A part of the photo, in all of its pixels or scaled down to a long side of about 2000. */
  part(part: PhotoPart): Promise<GreyImage>;
};

/** Long side of the grey image in pixels. A cell's line is then two pixels wide; more pixels were not read better. */
export const LONG_SIDE = 2000;
/** An image this much larger is not resized again: half of a camera's 4032 pixels is 2016. */
export const TOLERANCE = 1.03;

/** In pixels. */
export const longSide = ({ width, height }: Size): number => Math.max(width, height);

export const DAMAGED = 'The image is damaged and cannot be opened.';
/** A small file can decode to any number of pixels, which is what costs memory. */
export const MAX_IMAGE_PIXELS = 64_000_000;
const MIN_EDGE = 200;

/** @throws {UnreadableImage} if the image has too many pixels or too few */
export function refuseSize({ width, height }: Size): void {
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new UnreadableImage(`The image has more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels.`);
  }
  if (Math.min(width, height) < MIN_EDGE) {
    throw new UnreadableImage(`The image is too small: each side must have at least ${MIN_EDGE} pixels.`);
  }
}
