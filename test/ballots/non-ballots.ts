// Pictures that are not a ballot of a known form, though some are similar. Each must be rejected, never partly read.
import type { PrintedText } from '#ballot/layout.ts';
import { LEVELS, type Photo, photograph } from './camera.ts';
import { drawSvg, pageSvg } from './draw-form.ts';
import { randomFrom, type Random } from './random.ts';

const LETTER = { width: 612, height: 792 };
const WORDS = 'opening closing witness direct cross attorney score judge round team case exhibit motion court'.split(
  ' ',
);

const rule = (x1: number, y1: number, x2: number, y2: number, width = 0.7): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="black" stroke-width="${width}"/>`;
const box = (x: number, y: number, width: number, height: number, fill = 'none'): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" stroke="black" stroke-width="0.8"/>`;
const words = ({ x, y, size, text }: PrintedText): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="DejaVu Sans, sans-serif">${text}</text>`;
const sentence = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick(WORDS)).join(' ');

/** A form of another league: 11 scores in one column, no second box. */
function otherLeague(random: Random): string {
  const rows = random.whole(9, 13);
  const x = random.between(340, 460);
  const parts = Array.from({ length: rows }, (_, row) => {
    const y = 140 + row * 44;
    return (
      words({ x: 60, y: y + 16, size: 11, text: sentence(random, 3) }) +
      box(x, y, 60, 24) +
      rule(50, y + 34, 560, y + 34)
    );
  });
  return (
    box(40, 110, 530, rows * 44 + 30) + words({ x: 180, y: 70, size: 18, text: 'Trial score card' }) + parts.join('')
  );
}

/** Two boxed columns like the score sheet's, but with other entries in other places. */
function twoColumns(random: Random): string {
  const column = (x: number): string =>
    box(x, 100, 250, 560, random.chance(0.5) ? '#ddd' : 'none') +
    Array.from({ length: random.whole(9, 12) }, (_, row) => {
      const y = 150 + row * 42;
      return rule(x + 190, y, x + 240, y) + words({ x: x + 10, y, size: 9, text: sentence(random, 3) });
    }).join('');
  return column(40) + column(320);
}

const lined = (): string =>
  Array.from({ length: 27 }, (_, row) => rule(0, 80 + row * 25, 612, 80 + row * 25)).join('') + rule(70, 0, 70, 792);
const table = (random: Random): string => {
  const [columns, rows] = [random.whole(3, 9), random.whole(8, 30)];
  const [w, h] = [520 / columns, 660 / rows];
  return Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [46 + (i % columns) * w, 60 + Math.floor(i / columns) * h];
    return (
      box(x, y, w, h) +
      words({ x: x + 4, y: y + h * 0.7, size: Math.min(9, h * 0.6), text: String(random.whole(0, 999)) })
    );
  }).join('');
};
const letter = (random: Random): string =>
  Array.from({ length: 48 }, (_, row) =>
    words({ x: 60, y: 80 + row * 14, size: 10, text: sentence(random, random.whole(6, 12)) }),
  ).join('');
const shapes = (random: Random): string =>
  Array.from({ length: 40 }, () => {
    const level = random.whole(0, 255);
    return `<ellipse cx="${random.between(0, 612)}" cy="${random.between(0, 792)}" rx="${random.between(10, 200)}" ry="${random.between(10, 200)}" fill="rgb(${level},${level},${level})"/>`;
  }).join('');
const squares = (random: Random): string =>
  Array.from({ length: 30 }, () => {
    const size = random.between(15, 60);
    const [x, y] = [random.between(0, 560), random.between(0, 740)];
    return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="black"/><rect x="${x + size / 3}" y="${y + size / 6}" width="${size / 3}" height="${size / 3}" fill="white"/>`;
  }).join('');

const KINDS: Record<string, (random: Random) => string> = {
  'other league': otherLeague,
  'two columns': twoColumns,
  'blank page': () => '',
  'lined paper': lined,
  table,
  letter,
  shapes,
  squares,
};

export type NonBallot = Photo & { kind: string };

export async function makeNonBallot(seed: number, longSide = 2600): Promise<NonBallot> {
  const random = randomFrom(seed * 31 + 7);
  const kinds = Object.keys(KINDS);
  const kind = kinds[seed % kinds.length]!;
  const page = await drawSvg(pageSvg(LETTER, KINDS[kind]!(random)));
  return { kind, ...(await photograph(page, LEVELS[seed % 5]!, longSide, random)) };
}
