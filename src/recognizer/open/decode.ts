// Decodes an inspected file into grey pixels. The recognizer does not use color.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { halved } from '#recognizer/image/pixels.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import sharp, { type Sharp } from 'sharp';
import {
  DAMAGED,
  LONG_SIDE,
  longSide,
  MAX_IMAGE_PIXELS,
  type OpenPhoto,
  type PhotoPart,
  TOLERANCE,
} from './open-photo.ts';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';

/** A photo takes 0.2 seconds; files made to be slow are stopped. */
const DECODE_SECONDS = 20;

// Each worker reads one photo at a time, so a cache or more threads would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Of JPEG photos up to this size, one channel is decoded in full and scaled by our own loops, in two thirds of the decoder's
 * time. Larger ones would take too much memory.
 */
const MAX_PLAIN_PIXELS = 20_000_000;

const INSIDE = { width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true } as const;

// Grey is the green channel, in which red and blue ink are dark too. A weighted sum of all channels would add a third to
// the time of decoding.

/** @throws {UnreadableImage} if the pixels are damaged or take too long to decode */
export async function openPhoto(bytes: Uint8Array): Promise<OpenPhoto> {
  // Decoding twice takes less memory than keeping all pixels of every photo.
  const part = async (wanted: PhotoPart): Promise<GreyImage> =>
    scaledDown(await pixelsOf(opened(bytes).extract(wanted).extractChannel('green')));
  try {
    const image = opened(bytes);
    const { width, height, orientation = 1, format, space } = await image.metadata();
    const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
    const isPlainPhoto = format === 'jpeg' && space === 'srgb' && width * height <= MAX_PLAIN_PIXELS;
    if (!isPlainPhoto) {
      const grey = await pixelsOf(image.flatten({ background: '#ffffff' }).resize(INSIDE));
      return { grey, upright, hasMore: false, part };
    }
    const full = await pixelsOf(image.extractChannel('green'));
    const grey = await scaledDown(full);
    return { grey, upright, hasMore: grey !== full, part };
  } catch (error) {
    // A timeout on a busy machine doesn't mean that the photo is damaged.
    if (error instanceof Error && error.message.includes('timeout')) {
      throw new UnreadableImage('Opening the image took too long. Please try again.');
    }
    // The decoder's own message ("VipsJpeg: Corrupt JPEG data") would not help the person who uploaded the photo.
    throw new UnreadableImage(DAMAGED);
  }
}

function opened(bytes: Uint8Array): Sharp {
  const image = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 });
  return image.autoOrient().timeout({ seconds: DECODE_SECONDS });
}

async function pixelsOf(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 1) return { width, height, data };
  const green = new Uint8Array(width * height);
  for (let from = channels > 2 ? 1 : 0, to = 0; to < green.length; from += channels, to += 1) green[to] = data[from]!;
  return { width, height, data: green };
}

/** An image with a long side of about 2000 pixels: the same one if it has no more, or else a smaller one in its place. */
async function scaledDown(image: GreyImage): Promise<GreyImage> {
  let grey = image;
  while (longSide(grey) >= 2 * LONG_SIDE) {
    const half = halved(grey);
    releaseBuffers(grey.data);
    grey = half;
  }
  if (longSide(grey) <= TOLERANCE * LONG_SIDE) return grey;
  const raw = { width: grey.width, height: grey.height, channels: 1 } as const;
  const smaller = await pixelsOf(
    sharp(grey.data, { raw })
      .resize({ ...INSIDE, kernel: 'linear' })
      .toColourspace('b-w'),
  );
  releaseBuffers(grey.data);
  return smaller;
}
