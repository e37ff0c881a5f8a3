// Checks the chunks of a PNG without decompressing them.
import { crc32 } from 'node:zlib';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';

const CUT_OFF = 'The PNG image is cut off.';
const DAMAGED = 'The PNG image is damaged.';
const SIGNATURE_LENGTH = 8;
/** Ordinary images have tens of chunks and large ones a few thousand; more would only keep the reader busy. */
const MAX_CHUNKS = 20_000;

/** Samples per pixel by color type (PNG specification, section 11.2.1). */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * @returns the size in pixels; `held` is the bytes that a decoder must hold at once: the whole image if interlaced, otherwise 0
 * @throws {UnreadableImage} if the image is animated, damaged or cut off, or hides another file after its end
 */
export function inspectPng(bytes: Buffer): { width: number; height: number; held: number } {
  let at = SIGNATURE_LENGTH;
  let size: { width: number; height: number; held: number } | undefined;
  let hasPixels = false;
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    if (at + 12 > bytes.length) throw new UnreadableImage(CUT_OFF);
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new UnreadableImage(CUT_OFF);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(end - 4)) {
      throw new UnreadableImage(DAMAGED);
    }
    if (size === undefined) {
      if (type !== 'IHDR' || length !== 13) throw new UnreadableImage(DAMAGED);
      const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
      if (width === 0 || height === 0) throw new UnreadableImage(DAMAGED);
      const [depth = 8, colorType = 6] = bytes.subarray(at + 16);
      const isInterlaced = bytes[at + 20] === 1;
      size = { width, height, held: isInterlaced ? (width * height * depth * (SAMPLES[colorType] ?? 4)) / 8 : 0 };
    } else if (type === 'acTL') throw new UnreadableImage('The PNG image is animated. Please upload a photo.');
    else if (type === 'IDAT') hasPixels = true;
    else if (type === 'IEND') {
      if (!hasPixels) throw new UnreadableImage(DAMAGED);
      if (end !== bytes.length) throw new UnreadableImage('Another file is hidden after the end of this PNG image.');
      return size;
    }
    at = end;
  }
  throw new UnreadableImage(DAMAGED);
}
