// Files that can't be a photo of a ballot, each with its error message.
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

export const photo = readFileSync(new URL('fixtures/sheet-photo.jpg', import.meta.url));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
/** The header bytes after the size: bits per sample, color type, compression, filter, and interlacing. */
type Kind = [depth: number, colorType: number, compression: 0, filter: 0, interlaced: 0 | 1];
function png(width: number, height: number, before: Buffer[] = [], kind: Kind = [8, 0, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', deflateSync(Buffer.alloc(200_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** The photo with a header that claims progressive encoding and 8000 x 8000 pixels. */
function progressive(): Buffer {
  const out = Buffer.from(photo);
  const frame = out.indexOf(Buffer.from([0xff, 0xc0, 0x00]));
  out[frame + 1] = 0xc2;
  out.writeUInt16BE(8000, frame + 5);
  out.writeUInt16BE(8000, frame + 7);
  return out;
}
export const file = (start: string, length = 5000): Buffer =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(length)]);

/** The PNG with corrected checksums, so that the changed bytes reach the decoder. */
export function mended(bytes: Buffer): Buffer {
  const out = Buffer.from(bytes);
  for (let at = 8; at + 12 <= out.length;) {
    const end = at + 12 + out.readUInt32BE(at);
    if (end > out.length) break;
    out.writeUInt32BE(crc32(out.subarray(at + 4, end - 4)), end - 4);
    at = end;
  }
  return out;
}

export const BAD_IMAGES: [what: string, bytes: Buffer, refusal: RegExp, fileName?: string][] = [
  ['an empty file', Buffer.alloc(0), /empty/],
  ['a picture of 1.6 gigapixels in a small file', png(40_000, 40_000), /million pixels/],
  ['a header with the largest size there is', png(0xff_ff_ff_ff, 0xff_ff_ff_ff), /million pixels/],
  ['an animated PNG', png(800, 800, [chunk('acTL', Buffer.alloc(8))]), /animated/],
  ['an interlaced PNG of half a gigabyte', png(8000, 8000, [], [16, 6, 0, 0, 1]), /too large.*interlaced/],
  ['a progressive JPEG of half a gigabyte', progressive(), /too large.*progressive/],
  ['a damaged PNG', Buffer.from(png(800, 800)).fill(7, 60, 64), /damaged/],
  ['a PNG that is cut off', png(800, 800).subarray(0, 150), /cut off/],
  ['a PNG with a zip behind it', Buffer.concat([png(800, 800), Buffer.from('PK\x03\x04')]), /hidden/],
  ['a JPEG that is cut off', photo.subarray(0, photo.length / 2), /cut off/],
  ['a JPEG with a zip behind it', Buffer.concat([photo, file('PK\x03\x04')]), /hidden/],
  ['a JPEG with a web page behind it', Buffer.concat([photo, Buffer.from('<html><script>')]), /hidden/],
  ['a JPEG of nothing but a header', file('\xff\xd8\xff\xe0'), /damaged/],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    /text file/,
  ],
  ['a GIF', file('GIF89a'), /GIF/],
  ['a WebP', file('RIFF\0\0\0\0WEBPVP8 '), /WebP/],
  ['a PDF', file('%PDF-1.7'), /PDF/],
  ['a TIFF', file('II*\0'), /TIFF/],
  ['a HEIC photo', file('\0\0\0\x18ftypheic'), /HEIC.*Most Compatible/],
  ['text', Buffer.from('scores: 9 9 8'), /not a PNG or JPEG/],
  ['a photo under another name', photo, /end in png, jpg or jpeg/, 'ballot.exe'],
];
