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

/** @throws {UnreadableImage} if the pixels are damaged or take too long to decode */
export async function openPhoto(bytes: Uint8Array): Promise<OpenPhoto> {
  const part = (wanted: PhotoPart): Promise<GreyImage> => partOf(bytes, wanted);
  try {
    const image = opened(bytes);
    const { width, height, orientation = 1, format, space } = await image.metadata();
    const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
    const isPlainPhoto = format === 'jpeg' && space === 'srgb' && width * height <= MAX_PLAIN_PIXELS;
    if (!isPlainPhoto) return { grey: await greyOfAny(image), upright, hasMore: false, part };
    const full = await pixelsOf(image.extractChannel('green'));
    const grey = await scaledDown(full);
    const hasMore = grey !== full;
    if (hasMore) releaseBuffers(full.data);
    return { grey, upright, hasMore, part };
  } catch (error) {
    // A timeout on a busy machine doesn't mean that the photo is damaged.
    if (error instanceof Error && error.message.includes('timeout')) {
      throw new UnreadableImage('Opening the image took too long. Please try again.');
    }
    // The decoder's own message ("VipsJpeg: Corrupt JPEG data") would not help the person who uploaded the photo.
    throw new UnreadableImage(DAMAGED);
  }
}

// Grey is the green channel, in which red and blue ink are dark too. A weighted sum of all channels would add a third to
// the time of decoding.

/** A part of a camera photo. Decoding twice takes less memory than keeping all pixels of every photo. */
async function partOf(bytes: Uint8Array, wanted: PhotoPart): Promise<GreyImage> {
  const part = await pixelsOf(opened(bytes).extract(wanted).extractChannel('green'));
  const grey = await scaledDown(part);
  if (grey !== part) releaseBuffers(part.data);
  return grey;
}

function opened(bytes: Uint8Array): Sharp {
  const image = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 });
  return image.autoOrient().timeout({ seconds: DECODE_SECONDS });
}

/** An image with a long side of about 2000 pixels: the same one if it has no more. */
async function scaledDown(image: GreyImage): Promise<GreyImage> {
  let grey = image;
  while (longSide(grey) >= 2 * LONG_SIDE) {
    const half = halved(grey);
    if (grey !== image) releaseBuffers(grey.data);
    grey = half;
  }
  if (longSide(grey) <= TOLERANCE * LONG_SIDE) return grey;
  const raw = { width: grey.width, height: grey.height, channels: 1 } as const;
  return pixelsOf(
    sharp(grey.data, { raw })
      .resize({ ...INSIDE, kernel: 'linear' })
      .toColourspace('b-w'),
  );
}

const greyOfAny = (image: Sharp): Promise<GreyImage> =>
  pixelsOf(image.flatten({ background: '#ffffff' }).resize(INSIDE));

async function pixelsOf(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: onlyGreen(data, info.channels) };
}

function onlyGreen(data: Buffer, channels: number): Uint8Array {
  if (channels === 1) return data;
  const out = new Uint8Array(data.length / channels);
  for (let from = channels > 2 ? 1 : 0, to = 0; to < out.length; from += channels, to += 1) out[to] = data[from]!;
  return out;
}
