// Handwriting that no training has seen: pen strokes drawn here, and fonts that are used nowhere else. Keep them apart: when a
// shape moves into training/, take it out of here.
import { existsSync } from 'node:fs';
import { fontGlyph, type Glyph, type Writer } from './handwriting.ts';
import { drawn } from './pen-strokes.ts';
import type { Random } from './random.ts';

// Fonts of the training generator (training/digits.py) must never appear here.
const FONTS = ['gaegu', 'yomogi', 'bad-script', 'sriracha', 'cedarville-cursive', 'rock-salt', 'long-cang'] as const;

/** Ways to write each digit: SVG paths in a square of 100, with the commands M, L, Q and C only. */
const SHAPES = {
  0: {
    round: 'M52 0 C4 2 -2 98 48 100 C100 98 96 0 50 1',
    slashed: 'M52 0 C4 2 -2 98 48 100 C100 98 96 0 50 1 M92 6 L8 94',
    crossed: 'M52 0 C14 2 8 98 48 100 C90 98 86 0 50 1 M98 -10 L2 110',
    level: 'M52 0 C4 2 -2 98 48 100 C100 98 96 0 50 1 M2 60 L98 40',
    square: 'M50 2 L8 4 L10 98 L92 96 L90 3 L48 2',
    open: 'M40 6 C0 20 -2 100 50 100 C104 98 92 16 62 4',
    looped: 'M78 16 C40 -16 0 40 18 80 C34 116 98 92 86 36 C80 2 44 -4 34 18',
  },
  1: {
    plain: 'M50 0 L48 100',
    leaning: 'M62 0 L38 100',
    roofAndFoot: 'M22 26 L52 0 L52 100 M20 100 L84 99',
    longRoofAndFoot: 'M4 46 L56 0 L54 100 M16 98 L94 98',
    upstroke: 'M0 70 L58 0 L56 100',
    beam: 'M24 2 L78 0 M50 0 L50 100 M22 100 L80 100',
    foot: 'M50 0 L50 100 M18 99 L84 99',
    flag: 'M28 20 L54 0 L50 100',
  },
  2: {
    round: 'M10 26 C14 -8 84 -8 78 30 C74 54 30 76 8 98 L92 96',
    looped: 'M12 20 C30 -12 88 0 76 36 C64 66 30 96 10 92 C0 84 20 70 40 84 C60 98 80 100 96 86',
    angular: 'M8 6 L84 6 L8 96 L92 98',
    flowing: 'M8 14 Q46 -10 74 12 Q90 40 8 100 Q50 90 94 98',
  },
  3: {
    round: 'M14 10 C50 -10 96 12 70 38 C62 46 50 46 38 46 C64 46 96 56 84 82 C70 106 24 104 6 88',
    flat: 'M10 2 L84 2 L42 40 C92 42 96 92 50 100 C30 102 14 98 4 90',
    flowing: 'M12 6 Q90 0 66 34 Q54 46 34 48 Q92 44 82 80 Q66 106 8 94',
  },
  4: {
    triangle: 'M56 0 L4 92 L96 92 M56 0 L60 98',
    tight: 'M62 2 L8 88 L74 90 M62 2 L66 96',
    closed: 'M64 100 L66 0 L6 66 L96 64',
    open: 'M22 0 L12 54 L90 50 M70 8 L64 100',
    chair: 'M14 2 L14 48 L82 48 M82 0 L82 100',
    short: 'M50 0 L6 66 L92 62 M66 40 L58 100',
    flowing: 'M18 4 C10 30 10 50 36 50 C60 50 76 24 80 2 C78 40 70 70 62 100',
  },
  5: {
    hat: 'M84 2 L24 4 L18 44 C60 26 96 54 84 80 C72 104 26 104 6 90',
    loose: 'M26 6 L20 46 C64 34 92 62 78 84 C62 104 24 100 8 92 M28 6 L92 0',
    flowing: 'M82 6 C60 0 40 0 30 10 C14 40 30 44 56 50 C96 60 84 100 40 100 Q16 100 4 90',
    square: 'M80 0 L20 0 L20 46 L70 44 Q92 60 80 86 Q60 104 6 96',
  },
  6: {
    round: 'M70 0 C30 20 2 60 14 84 C26 106 80 104 82 76 C82 50 30 48 14 76',
    upright: 'M34 0 C16 30 6 76 18 90 C34 106 78 102 80 78 C80 56 40 54 14 72',
    square: 'M22 0 L12 96 L80 96 L80 56 L14 58',
    wide: 'M56 0 Q4 46 8 78 Q14 102 50 100 Q92 96 84 72 Q70 50 20 70',
  },
  7: {
    hooked: 'M12 30 L10 4 L90 4 L44 100',
    curled: 'M20 36 C6 30 6 6 18 6 L92 2 C74 40 56 60 50 100',
    barred: 'M8 8 L90 4 L40 100 M22 54 L78 48',
    hookedAndBarred: 'M10 26 L12 4 L92 4 L46 100 M26 52 L84 46',
    upright: 'M6 10 L84 6 L82 100',
    wavy: 'M6 16 Q20 -4 46 10 Q70 20 90 2 Q60 50 46 100',
    plain: 'M6 4 L90 6 L34 100',
    corner: 'M10 32 L12 6 L84 6 L78 100',
  },
  8: {
    flowing: 'M74 14 C50 -12 6 6 24 34 C36 50 92 60 84 84 C72 108 14 104 16 78 C20 56 76 44 80 22 C80 14 78 12 70 8',
    rings: 'M50 0 C10 2 12 44 50 46 C88 44 90 2 50 0 M50 46 C0 50 4 100 50 100 C98 100 96 50 50 46',
    open: 'M88 4 C60 -6 12 4 26 32 C40 54 82 62 76 86 C68 106 20 104 18 82 C20 56 70 36 90 6',
  },
  9: {
    boxy: 'M78 4 L18 6 L16 44 L76 42 M78 2 L76 100',
    boxyFromInside: 'M76 42 L14 46 L14 6 L78 2 L74 100',
    boxyHooked: 'M80 5 L20 3 L22 40 L78 38 M80 5 L72 78 Q68 98 30 96',
    flat: 'M84 14 C70 -4 20 0 10 14 C8 32 60 34 84 14 L66 100',
    flatBox: 'M86 4 L8 8 L10 30 L82 26 M86 4 C84 40 70 80 54 100',
    waved: 'M82 18 C60 -8 16 2 18 26 C20 46 66 44 80 16 C88 50 56 58 66 78 C74 96 36 106 14 90',
    curled: 'M78 10 C40 -6 10 12 18 32 C30 52 76 40 78 10 C82 42 92 64 74 84 C56 102 22 100 8 84',
    angular: 'M80 4 L10 28 L74 46 L82 2 L70 100',
    open: 'M66 8 C30 -2 6 20 16 40 C28 56 60 46 76 20 M80 4 L70 100',
    round: 'M80 24 C80 -8 14 -8 14 24 C14 56 80 54 80 24 L78 100',
  },
} as const;

/** Whole hands: the name of each digit's shape, from 0 to 9. */
const HANDS = {
  printed: 'round plain round round open hat round plain flowing round',
  boxes: 'square plain angular flat chair square square hooked rings boxy',
  boxesFromInside: 'round leaning round flat closed hat upright plain open boxyFromInside',
  boxesAndHooks: 'open flag flowing round open loose round hookedAndBarred flowing boxyHooked',
  flatHeads: 'round plain flowing flowing short flowing wide wavy open flat',
  flatBoxes: 'looped flag looped flat flowing hat upright curled rings flatBox',
  waves: 'looped upstroke looped round flowing loose wide curled flowing waved',
  curls: 'open leaning round flowing open flowing round barred open curled',
  roofsAndFeet: 'round roofAndFoot round flat short hat round barred rings round',
  longRoofs: 'slashed longRoofAndFoot flowing round chair square wide hookedAndBarred flowing curled',
  slashes: 'crossed beam angular flat closed hat upright barred rings open',
  levelSlashes: 'level foot flowing flowing tight loose round upright flowing round',
  triangles: 'round plain round round triangle square upright corner open angular',
  tightTriangles: 'slashed flag looped flowing tight hat square corner rings boxy',
} as const;

const PACKAGES = new URL('../../bench/strangers/node_modules/', import.meta.url);

export function someStranger(random: Random): Writer {
  if (!existsSync(PACKAGES)) throw new Error('The strangers’ fonts are missing. Run: npm ci --prefix bench/strangers');
  const font = random.pick(FONTS);
  const text = (words: string): Promise<Glyph> => fontGlyph(font, words, PACKAGES);
  if (random.chance(0.3)) return { name: font, digit: (value) => text(String(value)), text };
  const [name, hand] = random.pick(Object.entries(HANDS));
  const half = random.between(2.5, 6.5);
  const stretch = random.between(0.42, 0.8);
  const drawings = new Map<number, number[][]>();
  return {
    name,
    text,
    digit: (value) => {
      const shapes: Readonly<Record<string, string>> = SHAPES[value as keyof typeof SHAPES];
      // This judge's variation of the shape, the same for the whole ballot; then a small one for each digit.
      const own = drawings.get(value) ?? moved(parsed(shapes[hand.split(' ')[value]!]!), 3, random);
      drawings.set(value, own);
      const narrow = value === 1 ? 0.8 : 1;
      return Promise.resolve(drawn(moved(own, 1.2, random), half, stretch * narrow * random.between(0.94, 1.06)));
    },
  };
}

/** Pen strokes, each a list of coordinates x, y, x, y ... that are joined by straight lines. */
function parsed(path: string): number[][] {
  return path
    .split('M')
    .slice(1)
    .map((part) => {
      const points: number[] = [];
      for (const [, command, list] of `L${part}`.matchAll(/([LQC])([^LQC]*)/g)) {
        const numbers = list!.trim().split(/[ ]+/).map(Number);
        if (command === 'L') points.push(...numbers);
        else points.push(...curve([points.at(-2)!, points.at(-1)!, ...numbers]));
      }
      return points;
    });
}

/** Points of a Bézier curve of any degree, the first left out. */
function curve(control: readonly number[]): number[] {
  const steps = 12;
  return Array.from({ length: steps }, (_, step) => {
    let level = control;
    const t = (step + 1) / steps;
    while (level.length > 2) level = level.slice(2).map((value, index) => level[index]! * (1 - t) + value * t);
    return [...level];
  }).flat();
}

/** Bends strokes by two slow waves, because no hand draws the same line twice. */
function moved(strokes: readonly number[][], by: number, random: Random): number[][] {
  const waves = Array.from({ length: 4 }, () => ({
    size: random.normal(by),
    often: random.between(0.02, 0.06),
    from: random.between(0, 6),
  }));
  const wave = (at: number, along: number): number =>
    waves[at]!.size * Math.sin(waves[at]!.often * along + waves[at]!.from);
  return strokes.map((points) =>
    points.map((value, index) => {
      const [x, y] = index % 2 === 0 ? [value, points[index + 1]!] : [points[index - 1]!, value];
      return index % 2 === 0 ? value + wave(0, y) + wave(1, x) : value + wave(2, x) + wave(3, y);
    }),
  );
}
