// Turns an inspected file into grey pixels of a fixed size range. Color carries nothing that the recognizer uses.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import sharp, { type Sharp } from 'sharp';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { MAX_IMAGE_PIXELS } from './inspect.ts';
import { halved } from '#recognizer/image/pixels.ts';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';

/** `upright` is the size of the whole image after the turn that its EXIF asks for; `grey` is that image made smaller. */
export type DecodedImage = { grey: GreyImage; upright: { width: number; height: number } };

/** Long side of the grey image. A cell's line is then at least two pixels wide, and more pixels read no better. */
const LONG_SIDE = 2000;
/** So much more is left as it is: cameras have 4032 pixels rather than 4000. */
const NEARLY = 1.03;
/** For pictures that are made to take long; a photo takes a fifth of a second. */
const DECODE_SECONDS = 20;

// One photo at a time in one worker: a cache and more threads would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * JPEG photos up to this many pixels are decoded whole, and their one channel is halved here: a third faster than letting the
 * library make three channels smaller. Beyond it, the library's decoder makes them smaller while it decodes.
 */
const MOST_WHOLE_PIXELS = 20_000_000;

const INSIDE = { width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true } as const;

/** @throws {UnreadableImage} when the pixels are damaged */
export async function decodeImage(bytes: Uint8Array): Promise<DecodedImage> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 });
    const { width, height, orientation = 1, format, space } = await image.metadata();
    image.autoOrient().timeout({ seconds: DECODE_SECONDS });
    const isPlainPhoto = format === 'jpeg' && space === 'srgb' && width * height <= MOST_WHOLE_PIXELS;
    const grey = await (isPlainPhoto ? greyOfPhoto(image) : greyOfAny(image));
    const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
    return { grey, upright };
  } catch (error) {
    // A busy machine is no reason to call a good photo damaged.
    if (error instanceof Error && error.message.includes('timeout')) {
      throw new UnreadableImage('Opening the image took too long. Please try again.');
    }
    // The decoder's own words ("VipsJpeg: Corrupt JPEG data") help nobody who holds a phone.
    throw new UnreadableImage('The image is damaged and cannot be opened.');
  }
}

// Grey is the green channel: the decoder's own way to grey goes through linear light and takes a third as long as the
// decoding. Red and blue ink are dark in it too.

async function greyOfPhoto(image: Sharp): Promise<GreyImage> {
  let grey = await pixelsOf(image.extractChannel('green'));
  while (longSide(grey) >= 2 * LONG_SIDE) {
    const whole = grey;
    grey = halved(whole);
    releaseBuffers(whole.data);
  }
  if (longSide(grey) <= NEARLY * LONG_SIDE) return grey;
  const raw = { width: grey.width, height: grey.height, channels: 1 } as const;
  return pixelsOf(
    sharp(grey.data, { raw })
      .resize({ ...INSIDE, kernel: 'linear' })
      .toColourspace('b-w'),
  );
}

const longSide = ({ width, height }: GreyImage): number => Math.max(width, height);

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
