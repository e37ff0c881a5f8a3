// Opens a photo with the browser's decoder, which is all that differs from the server's reading (`open/decode.ts`).
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { halved } from '#recognizer/image/pixels.ts';
import {
  DAMAGED,
  LONG_SIDE,
  longSide,
  type OpenPhoto,
  type PhotoPart,
  refuseSize,
  TOLERANCE,
} from '#recognizer/open/open-photo.ts';
import { reduced } from './reduce.ts';

/** Pixels that are drawn at once: some phones draw no larger pictures, and none needs a second copy of the photo. */
const STRIP = 4_000_000;

/** @throws {UnreadableImage} if the browser can't open the photo, or if it has too many pixels or too few */
export async function openPhoto(file: Blob): Promise<OpenPhoto & { close: () => void }> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadableImage(DAMAGED);
  });
  const upright = { width: bitmap.width, height: bitmap.height };
  refuseSize(upright);
  const full = greenOf(bitmap, { left: 0, top: 0, ...upright });
  const grey = scaledDown(full);
  return {
    grey,
    upright,
    hasMore: grey !== full,
    part: async (wanted) => scaledDown(greenOf(bitmap, wanted)),
    close: () => bitmap.close(),
  };
}

/** Grey is the green channel, as on the server. What is transparent is white. */
function greenOf(bitmap: ImageBitmap, { left, top, width, height }: PhotoPart): GreyImage {
  const data = new Uint8Array(width * height);
  const most = Math.min(height, Math.max(1, Math.floor(STRIP / width)));
  const context = new OffscreenCanvas(width, most).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser can’t draw pictures.');
  context.fillStyle = '#fff';
  for (let from = 0; from < height; from += most) {
    const rows = Math.min(most, height - from);
    context.fillRect(0, 0, width, rows);
    context.drawImage(bitmap, left, top + from, width, rows, 0, 0, width, rows);
    const pixels = context.getImageData(0, 0, width, rows).data;
    for (let at = 1, to = from * width; at < pixels.length; at += 4, to += 1) data[to] = pixels[at]!;
  }
  return { width, height, data };
}

/** An image with a long side of about 2000 pixels: the same one if it has no more. */
function scaledDown(image: GreyImage): GreyImage {
  let grey = image;
  while (longSide(grey) >= 2 * LONG_SIDE) grey = halved(grey);
  if (longSide(grey) <= TOLERANCE * LONG_SIDE) return grey;
  const scale = LONG_SIDE / longSide(grey);
  return reduced(grey, Math.round(grey.width * scale), Math.round(grey.height * scale));
}
