import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectImage } from '#recognizer/inspect.ts';
import { readBallot, UnreadableImage } from '#recognizer/read-ballot.ts';
import { randomFrom } from './random.ts';

const photo = readFileSync(new URL('fixtures/sheet-photo.jpg', import.meta.url));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
function png(width: number, height: number, ...before: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', deflateSync(Buffer.alloc(200_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const file = (start: string, length = 5000): Buffer =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(length)]);

const REFUSED: [string, Buffer, RegExp, string?][] = [
  ['an empty file', Buffer.alloc(0), /empty/],
  ['a picture of 1.6 gigapixels in a small file', png(40_000, 40_000), /million pixels/],
  ['a header with the largest size there is', png(0xff_ff_ff_ff, 0xff_ff_ff_ff), /million pixels/],
  ['an animated PNG', png(800, 800, chunk('acTL', Buffer.alloc(8))), /animated/],
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

describe('what cannot be a photo is refused with a sentence, before anything is decoded', () => {
  test.each(REFUSED)('%s', async (_, bytes, message, name) => {
    const start = performance.now();
    await expect(readBallot(bytes, name)).rejects.toThrow(message);
    await expect(readBallot(bytes, name)).rejects.toBeInstanceOf(UnreadableImage);
    expect(performance.now() - start).toBeLessThan(200);
  });

  test('a tiny image', async () => {
    const tiny = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await expect(readBallot(tiny)).rejects.toThrow(/too small/);
  });

  test('a file above the size limit', async () => {
    await expect(readBallot(Buffer.alloc(26 * 1024 * 1024))).rejects.toThrow(/larger than 25 MB/);
  });
});

test('photos of phones that carry a video behind the picture are accepted', () => {
  const motion = Buffer.concat([photo, file('\0\0\0\x18ftypmp42')]);
  expect(inspectImage(motion)).toMatchObject({ type: 'jpeg' });
});

test('a photo with any bytes changed is read or refused, never anything else', async () => {
  const small = await sharp(photo).resize(420).jpeg({ quality: 60 }).toBuffer();
  const random = randomFrom(9);
  for (let round = 0; round < 150; round += 1) {
    let bytes = Buffer.from(small);
    for (let changes = random.whole(1, 12); changes > 0; changes -= 1) {
      // Half of the changes hit the headers, where a reader is easiest to confuse.
      bytes[random.chance(0.5) ? random.whole(2, 700) : random.whole(2, bytes.length - 1)] = random.whole(0, 255);
    }
    if (random.chance(0.2)) bytes = bytes.subarray(0, random.whole(0, bytes.length));
    await readBallot(bytes).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableImage);
    });
  }
});
