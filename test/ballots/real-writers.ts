// Six of the 30 people whose digits a tablet took down as their pens moved (Alpaydin and Alimoglu, 1998). The file is not in
// the repository: training/README.md says where to get it. Training and every choice in it go without these six
// (training/pen_paths.py).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fontGlyph, type Glyph, type Writer } from './handwriting.ts';
import { drawn } from './pen-strokes.ts';
import type { Random } from './random.ts';

export const REAL_WRITERS = [5, 10, 15, 20, 25, 30] as const;
/** Widths of pens in points; the width stays the same, however high the digit is. */
const PENS = [0.9, 1.6, 2.4] as const;
const SHA256 = 'a66225d68d7d68591e62944df1ad33b3f5aa608e2df2505844b41f5568a80da4';
/** A path's height here; less of it where the digit is wider than high. */
const EDGE = 100;

/** Strokes as lists of coordinates x, y, x, y ..., y down. */
type Path = readonly number[][];
const known = new Map<string, Map<number, Path[][]>>();

export function someRealWriter(random: Random, file: string): Writer {
  const byWriter = known.get(file) ?? writersIn(file);
  known.set(file, byWriter);
  const number = random.pick(REAL_WRITERS);
  const pen = random.pick(PENS);
  const digits = byWriter.get(number)!;
  return {
    name: `person ${number}`,
    pen: `${pen} pt`,
    text: (words) => fontGlyph('handlee', words),
    digit: (value) => {
      const path = random.pick(digits[value]!);
      return Promise.resolve((height) => inked(path, pen, height));
    },
  };
}

/** The digit, so many points high with its ink. */
function inked(path: Path, pen: number, height: number): Glyph {
  const half = (EDGE * pen) / 2 / Math.max(height / 2, height - pen);
  return drawn(path, half, 1);
}

/** Each writer's drawings of each digit. */
function writersIn(file: string): Map<number, Path[][]> {
  const content = gunzipSync(readFileSync(file));
  if (createHash('sha256').update(content).digest('hex') !== SHA256)
    throw new Error(`${file} holds something else than the file that the benchmark was made for.`);
  const byWriter = new Map(
    REAL_WRITERS.map((number) => [number as number, Array.from({ length: 10 }, (): Path[] => [])]),
  );
  for (const segment of content.toString().split('.SEGMENT').slice(1)) {
    const [, digit, writer] = /^\.COMMENT\s+(\d+)\s+(\d+)/m.exec(segment)!;
    byWriter.get(Number(writer))?.[Number(digit)]!.push(pathOf(segment));
  }
  return byWriter;
}

function pathOf(segment: string): Path {
  const strokes = segment
    .split('.PEN_DOWN')
    .slice(1)
    .map((part) => part.split('.PEN_UP')[0]!.trim().split(/\s+/).map(Number));
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0));
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1));
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  const scale = EDGE / Math.max(1, top - Math.min(...ys));
  // The tablet's y goes up.
  return strokes.map((stroke) => stroke.map((value, index) => (index % 2 === 0 ? value - left : top - value) * scale));
}
