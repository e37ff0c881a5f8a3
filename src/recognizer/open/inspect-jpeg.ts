// Checks the segments of a JPEG up to its pixels, which it does not decode.
import { UnreadableImage } from '#recognizer/ballot-reader.ts';

const CUT_OFF = 'The JPEG image is cut off.';
const DAMAGED = 'The JPEG image is damaged.';
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
/** In a progressive frame every scan refines the whole image, so a decoder holds all of it. */
const PROGRESSIVE_FRAMES = [0xc2, 0xc6, 0xca, 0xce];
/** Start-of-frame markers. C4, C8 and CC mean something else (ITU-T T.81, table B.1). */
const FRAMES = [0xc0, 0xc1, 0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcd, 0xcf, ...PROGRESSIVE_FRAMES];
const BYTES_PER_COEFFICIENT = 2;

/** Coefficients per pixel: color components usually have fewer samples than brightness. */
function coefficients(frame: Buffer): number {
  const samplings = Array.from({ length: frame[9] ?? 0 }, (_, component) => {
    const sampling = frame[11 + 3 * component] ?? 0x11;
    return (sampling >> 4) * (sampling & 15);
  });
  return samplings.reduce((sum, one) => sum + one, 0) / Math.max(1, ...samplings);
}

/** Phones append videos and depth maps to a JPEG, which is harmless. Archives, documents and programs are not. */
const FOREIGN = /^\s*(PK[^ -~]{2}|%PDF|<\?|<html|<!doctype|<svg|<script|Rar!|7z\xbc\xaf|MZ)/i;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');

function refuseHiddenFile(bytes: Buffer, from: number): void {
  const hidden =
    FOREIGN.test(bytes.toString('latin1', from, from + 64)) ||
    bytes.indexOf(ZIP_END, Math.max(from, bytes.length - 66_000)) >= 0;
  if (hidden) throw new UnreadableImage('Another file is hidden after the end of this JPEG image.');
}

/**
 * @returns the size in pixels; `held` is the bytes that a decoder must hold at once: all coefficients if progressive, otherwise 0
 * @throws {UnreadableImage} if the image is damaged or cut off, or hides another file after its end
 */
export function inspectJpeg(bytes: Buffer): { width: number; height: number; held: number } {
  let at = 2;
  let size: { width: number; height: number; held: number } | undefined;
  for (;;) {
    if (at + 4 > bytes.length) throw new UnreadableImage(CUT_OFF);
    if (bytes[at] !== 0xff) throw new UnreadableImage(DAMAGED);
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) throw new UnreadableImage(DAMAGED);
    if (at + 2 + length > bytes.length) throw new UnreadableImage(CUT_OFF);
    if (FRAMES.includes(marker)) {
      if (size || length < 8) throw new UnreadableImage(DAMAGED);
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      if (width === 0 || height === 0) throw new UnreadableImage(DAMAGED);
      const perPixel = PROGRESSIVE_FRAMES.includes(marker)
        ? BYTES_PER_COEFFICIENT * coefficients(bytes.subarray(at, at + 2 + length))
        : 0;
      size = { width, height, held: width * height * perPixel };
    }
    at += 2 + length;
    if (marker === START_OF_SCAN) break;
  }
  if (!size) throw new UnreadableImage(DAMAGED);
  const end = bytes.indexOf(END_OF_IMAGE, at);
  if (end < 0) throw new UnreadableImage(CUT_OFF);
  refuseHiddenFile(bytes, end + 2);
  return size;
}
