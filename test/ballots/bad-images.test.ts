import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectImage } from '#recognizer/open/inspect.ts';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { BAD_IMAGES, file, mended, photo } from './bad-images.ts';
import { type Random, randomFrom } from './random.ts';

const SEED = 9;
/** The number of mutations. The long run sets MUTATIONS=1000. */
const MUTATIONS = Number(process.env['MUTATIONS'] ?? 50);

describe('a file that can’t be a photo is rejected with a sentence before it is decoded', () => {
  // How fast and in how little memory is measured by `npm run bench:bad-images`: time on a busy machine proves nothing.
  test.each(BAD_IMAGES)('%s', async (_, bytes, message, name) => {
    expect(() => inspectImage(bytes, name)).toThrow(message);
    await expect(readBallot(bytes, name)).rejects.toBeInstanceOf(UnreadableImage);
  });

  test('a tiny image', async () => {
    const tiny = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await expect(readBallot(tiny)).rejects.toThrow(/too small/);
  });

  test('a file above the size limit', async () => {
    await expect(readBallot(Buffer.alloc(20_000_001))).rejects.toThrow(/larger than 20 MB/);
  });
});

test('a large progressive photo is accepted', async () => {
  const large = await sharp(photo).resize(4000).jpeg({ progressive: true }).toBuffer();
  expect(inspectImage(large)).toMatchObject({ type: 'jpeg', width: 4000 });
});

test('phone photos with an embedded video are accepted', () => {
  const motion = Buffer.concat([photo, file('\0\0\0\x18ftypmp42')]);
  expect(inspectImage(motion)).toMatchObject({ type: 'jpeg' });
});

/** A photo that was damaged in transfer or crafted by an attacker. */
function mutated(bytes: Buffer, random: Random): Buffer {
  let out = Buffer.from(bytes);
  for (let changes = random.whole(1, 12); changes > 0; changes -= 1) {
    // Half of the changes hit the headers, which are the easiest way to confuse a decoder.
    out[random.chance(0.5) ? random.whole(2, 700) : random.whole(2, out.length - 1)] = random.whole(0, 255);
  }
  const from = random.whole(0, out.length - 1);
  const length = random.whole(1, 2000);
  const damage = random.next();
  if (damage < 0.15) out = out.subarray(0, from);
  else if (damage < 0.3) out = Buffer.concat([out.subarray(0, from), out.subarray(from + length)]);
  else if (damage < 0.45) out = Buffer.concat([out.subarray(0, from + length), out.subarray(from)]);
  return out;
}

test(`a photo with any bytes changed is either read or rejected (seed ${SEED})`, async () => {
  const small = sharp(photo).resize(420);
  const originals = [await small.jpeg({ quality: 60 }).toBuffer(), await small.png({ colors: 16 }).toBuffer()];
  const random = randomFrom(SEED);
  for (let round = 0; round < MUTATIONS; round += 1) {
    const [damaged, isPng] = [mutated(originals[round % 2]!, random), round % 2 === 1];
    await readBallot(isPng ? mended(damaged) : damaged).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableImage);
    });
  }
}, 3_600_000);
