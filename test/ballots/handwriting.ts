// Handwriting for test ballots: digits of MNIST's test writers, or a handwriting font that is not used in training.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { fontFile } from './font-file.ts';
import type { Random } from './random.ts';

/** Ink from 0 to 1, row by row. */
export type Glyph = { width: number; height: number; ink: Float32Array };

// Fonts of the training generator (training/digits.py) must never appear here.
const FONTS = ['handlee', 'gochi-hand', 'schoolbell', 'just-another-hand'] as const;
/** MNIST's file of test images, and the class, series and writer of each. Sources and licenses: training/README.md. */
const DIGITS = new URL('mnist-test-digits.br', import.meta.url);
const WRITERS = new URL('mnist-test-writers.tsv.gz', import.meta.url);
const EDGE = 28;

let images: Buffer | undefined;

/** For each writer, the indexes of their digits in the test set, at least one of every digit. */
function testWriters(): number[][][] {
  const byWriter = new Map<string, number[][]>();
  const rows = gunzipSync(readFileSync(WRITERS)).toString().trimEnd().split('\n');
  rows.forEach((row, index) => {
    const [digit, series, writer] = row.split('\t');
    const own = byWriter.get(`${series}/${writer}`) ?? Array.from({ length: 10 }, () => []);
    own[Number(digit)]!.push(index);
    byWriter.set(`${series}/${writer}`, own);
  });
  return [...byWriter.values()].filter((digits) => digits.filter((of) => of.length > 0).length >= 8);
}
let known: number[][][] | undefined;

/** A glyph, or a function that draws it at a height in points, for pens whose width doesn't scale. */
type Drawing = Glyph | ((height: number) => Glyph);
/** `name` tells one writer's ballots from another's. A glyph's height is the writer's usual digit height. */
export type Writer = {
  name: string;
  pen?: string;
  digit(value: number): Promise<Drawing>;
  text(words: string): Promise<Glyph>;
};

export function someWriter(random: Random): Writer {
  const font = random.pick(FONTS);
  const text = (words: string): Promise<Glyph> => fontGlyph(font, words);
  if (random.chance(0.12)) return { name: font, digit: (value) => text(String(value)), text };
  known ??= testWriters();
  const own = random.pick(known);
  const others = known;
  const barred = random.chance(0.18);
  const flagged = random.chance(0.1);
  return {
    name: `MNIST ${known.indexOf(own)}`,
    text,
    digit: async (value) => {
      let places = own[value]!;
      while (places.length === 0) places = random.pick(others)[value]!;
      const glyph = mnistGlyph(random.pick(places));
      if (value === 7 && barred) stroke(glyph, 0.15, random.between(0.45, 0.58), 0.85, random.between(0.42, 0.55));
      if (value === 1 && flagged) return withFlag(glyph, random);
      return glyph;
    },
  };
}

function mnistGlyph(place: number): Glyph {
  images ??= brotliDecompressSync(readFileSync(DIGITS));
  const start = 16 + place * EDGE * EDGE;
  const ink = Float32Array.from(images.subarray(start, start + EDGE * EDGE), (value) => value / 255);
  return cropped({ width: EDGE, height: EDGE, ink });
}

export async function fontGlyph(font: string, words: string, packages?: URL): Promise<Glyph> {
  const family = font
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ');
  const { data, info } = await sharp({
    text: { text: words, font: `${family} 40`, fontfile: fontFile(font, packages), dpi: 144 },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = Float32Array.from({ length: info.width * info.height }, (_, index) => data[index * info.channels]! / 255);
  return cropped({ width: info.width, height: info.height, ink });
}

function cropped({ width, height, ink }: Glyph): Glyph {
  let [left, top, right, bottom] = [width, height, 0, 0];
  ink.forEach((value, index) => {
    if (value < 0.2) return;
    const x = index % width;
    const y = Math.floor(index / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  const w = Math.max(1, right - left + 1);
  const h = Math.max(1, bottom - top + 1);
  const part = Float32Array.from(
    { length: w * h },
    (_, i) => ink[(top + Math.floor(i / w)) * width + left + (i % w)] ?? 0,
  );
  return { width: w, height: h, ink: part };
}

/** A pen stroke in a glyph, with its ends as fractions of the width and height. */
function stroke({ width, height, ink }: Glyph, x1: number, y1: number, x2: number, y2: number): void {
  for (let step = 0; step <= 60; step += 1) {
    const x = (x1 + ((x2 - x1) * step) / 60) * (width - 1);
    const y = (y1 + ((y2 - y1) * step) / 60) * (height - 1);
    for (let dy = -1; dy <= 1; dy += 1) {
      const row = Math.round(y + dy);
      if (row < 0 || row >= height) continue;
      const at = row * width + Math.max(0, Math.min(width - 1, Math.round(x)));
      ink[at] = Math.max(ink[at]!, dy === 0 ? 1 : 0.6);
    }
  }
}

/** A one with the up-stroke of European hands. */
function withFlag(glyph: Glyph, random: Random): Glyph {
  const reach = Math.round(glyph.height * random.between(0.2, 0.4));
  const width = glyph.width + reach;
  const ink = new Float32Array(width * glyph.height);
  glyph.ink.forEach((value, index) => {
    ink[Math.floor(index / glyph.width) * width + reach + (index % glyph.width)] = value;
  });
  const topRow = ink.subarray(width, 2 * width);
  const tip = Math.max(reach, topRow.indexOf(Math.max(...topRow)));
  const flagged = { width, height: glyph.height, ink };
  stroke(flagged, tip / width, 0.06, (tip - reach) / width, random.between(0.2, 0.42));
  return flagged;
}
