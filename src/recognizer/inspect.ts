// Decides from the bytes alone, before anything is decoded, whether an upload is a photo worth decoding.
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPng } from './inspect-png.ts';
import { UnreadableImage } from './unreadable-image.ts';

/** Limit in pixels, read from the header: what is decoded costs memory whatever the file's size. */
export const MAX_IMAGE_PIXELS = 64_000_000;
/** Limit in bytes for what the decoder must hold at once of a picture that is not stored row by row. */
const MOST_HELD = 120_000_000;
const MIN_EDGE = 200;

export type ImageHeader = { type: 'jpeg' | 'png'; width: number; height: number };

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** What people upload by mistake, and what to tell them. */
function nameOfOther(bytes: Buffer): string {
  const brand = bytes.toString('latin1', 8, 12);
  if (startsWith(bytes, 'ftyp', 4)) {
    if (/^(hei|hev|mif|msf|heic)/.test(brand)) {
      return 'This is a HEIC photo. Set the camera of your iPhone to "Most Compatible" or export the photo as JPEG.';
    }
    if (brand.startsWith('avi')) return 'This is an AVIF image. Please upload a PNG or JPEG image.';
    return 'This is a video. Please upload a PNG or JPEG image.';
  }
  if (startsWith(bytes, 'GIF8')) return 'This is a GIF image. Please upload a PNG or JPEG image.';
  if (startsWith(bytes, 'RIFF') && brand === 'WEBP') return 'This is a WebP image. Please upload a PNG or JPEG image.';
  if (startsWith(bytes, '%PDF')) return 'This is a PDF. Please upload a PNG or JPEG image.';
  if (startsWith(bytes, 'II*') || startsWith(bytes, 'MM\0*')) {
    return 'This is a TIFF image. Please upload a PNG or JPEG image.';
  }
  if (/^\s*<(\?xml|svg|!doctype)/i.test(bytes.toString('latin1', 0, 200))) {
    return 'This is a text file. Please upload a PNG or JPEG image.';
  }
  return 'This is not a PNG or JPEG image.';
}

/**
 * The header of an image that may be decoded.
 * @param fileName when known: its extension must be png, jpg or jpeg (product's specification, section 2)
 * @throws {UnreadableImage} with a sentence to show: not a PNG or JPEG, too large, animated, damaged or cut off
 */
export function inspectImage(bytes: Uint8Array, fileName?: string): ImageHeader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length === 0) throw new UnreadableImage('The file is empty.');
  if (buffer.length > MAX_IMAGE_BYTES) throw new UnreadableImage(TOO_LARGE);
  const isPng = startsWith(buffer, '\x89PNG\r\n\x1a\n');
  const isJpeg = startsWith(buffer, '\xff\xd8\xff');
  if (!isPng && !isJpeg) throw new UnreadableImage(nameOfOther(buffer));
  if (fileName !== undefined && !/\.(png|jpe?g)$/i.test(fileName)) {
    throw new UnreadableImage('Only files that end in png, jpg or jpeg can be read.');
  }
  const { held, ...size } = isPng ? inspectPng(buffer) : inspectJpeg(buffer);
  if (size.width * size.height > MAX_IMAGE_PIXELS) {
    throw new UnreadableImage(`The image has more than ${MAX_IMAGE_PIXELS / 1_000_000} million pixels.`);
  }
  if (held > MOST_HELD) {
    throw new UnreadableImage(
      `The image is too large for the way it is stored (${isPng ? 'interlaced' : 'progressive'}). Please make it smaller, or save it as an ordinary photo.`,
    );
  }
  if (Math.min(size.width, size.height) < MIN_EDGE) {
    throw new UnreadableImage(`The image is too small: each side must have at least ${MIN_EDGE} pixels.`);
  }
  return { type: isPng ? 'png' : 'jpeg', ...size };
}
