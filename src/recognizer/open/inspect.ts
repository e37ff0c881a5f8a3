// Checks a file from its bytes alone, so that nothing dangerous or useless is ever decoded.
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPng } from './inspect-png.ts';
import { type BallotReader, UnreadableImage } from '#recognizer/ballot-reader.ts';
import { refuseSize } from './open-photo.ts';

/** Bytes that the decoder may have to hold for an image that is not stored row by row. */
const MAX_HELD_BYTES = 120_000_000;

export type ImageHeader = { type: 'jpeg' | 'png'; width: number; height: number };

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** The message for a file that is neither a PNG nor a JPEG. */
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
 * Returns the type and size of an image that is safe to decode.
 * @param fileName its extension, if given, must be png, jpg or jpeg
 * @throws {UnreadableImage} if the file is not a PNG or JPEG, too large, too small, animated, damaged or cut off
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
  refuseSize(size);
  if (held > MAX_HELD_BYTES) {
    throw new UnreadableImage(
      `The image is too large to be stored as ${isPng ? 'an interlaced PNG' : 'a progressive JPEG'}. Please make it smaller, or save it again without that option.`,
    );
  }
  return { type: isPng ? 'png' : 'jpeg', ...size };
}

/** A reader that refuses files that are not photos before they wait for it or cost money. */
export const inspecting = <Reader extends BallotReader>(reader: Reader): Reader => ({
  ...reader,
  read: async (bytes, sheets, fileName) => {
    inspectImage(bytes, fileName);
    return reader.read(bytes, sheets);
  },
});
