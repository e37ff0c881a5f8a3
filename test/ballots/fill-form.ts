// Fills in a drawn form like a judge: scores, names, and common writing mistakes.
import { TEXT_FIELDS, type TextField } from '#ballot/form.ts';
import type { Cell, PrintedForm, Rect } from '#ballot/layout.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf, type PlacedCell } from '#ballot/sheet/sheet.ts';
import { DPP, type Page } from './draw-form.ts';
import { someWriter, type Writer } from './handwriting.ts';
import { afterScore, line, put, ring, type Pen, type Spot } from './ink.ts';
import type { Random } from './random.ts';
import { someRealWriter } from './real-writers.ts';
import { someScores, strangeScores } from './score-sets.ts';
import { someStranger } from './strangers.ts';

/** The intended score, null for an empty cell, or 'odd' for writing that is not a whole score (9.5, 8+). */
export type Truth = Record<string, number | null | 'odd'>;
/** `overwritten`: the cells in which a score was written over another; the upper one counts. */
export type Filled = {
  page: Page;
  scores: Truth;
  overwritten: string[];
  texts: Record<TextField, string>;
  writer: string;
  pen?: string;
};
/** Whose hands: people's pen paths, hands drawn by us, or those of the usual table; no training has seen any of them. */
export const HANDS = ['real', 'strangers', 'usual'] as const;
export type Hands = (typeof HANDS)[number];
/**
 * Who writes, and how many of a stranger's or a real writer's scores are written over another: one cell in 80 by default.
 * `penPaths`: the file with the real writers' digits.
 */
export type Writing = { hands?: Hands; overwritten?: number; penPaths?: string };
const OVERWRITTEN = 0.012;

const JUDGES = [
  'Dana Whitlock',
  'R. Okafor',
  'Priya Raman',
  'Tomas Lind',
  'J. Ferreira',
  'Amy Sato',
  'Neil Barrow',
  'Ines Duarte',
];

/** A form without a list of scores has the 28. */
export type FormToFill = PrintedForm & { scores?: readonly PlacedCell[] };

/** @param given texts to write instead of made-up ones */
export async function fillForm(
  { scores: asked = cellsOf(COLLEGE_28), cells, textFields }: FormToFill,
  empty: Page,
  random: Random,
  badly: number,
  given: Partial<Record<TextField, string>> = {},
  { hands = 'usual', overwritten: share = OVERWRITTEN, penPaths = '' }: Writing = {},
): Promise<Filled> {
  const page = { ...empty, data: Uint8Array.from(empty.data) };
  const strange = hands !== 'usual';
  const writer = {
    real: () => someRealWriter(random, penPaths),
    strangers: () => someStranger(random),
    usual: () => someWriter(random),
  }[hands]();
  const pencil = random.chance(0.15 + 0.1 * badly);
  const pen: Pen = {
    strength: pencil ? random.between(0.35, 0.65) : random.between(0.65, 0.95),
    grain: pencil ? 0.35 : 0.05,
    slant: random.normal(0.1),
    turn: random.normal(0.04),
    size: random.between(0.62, 0.95),
  };
  const scores: Truth = {};
  const overwritten: string[] = [];
  const values = strange ? strangeScores(random, asked) : someScores(random, asked);
  for (const [index, { key: field }] of asked.entries()) {
    const value = values[index]!;
    const cell = cells[field]!;
    if (strange && random.chance(share)) {
      await overwrite(page, cell, value, writer, pen, random);
      overwritten.push(field);
      scores[field] = value;
    } else scores[field] = await fillCell(page, cell, value, writer, pen, random, badly);
  }
  const texts: Record<TextField, string> = {
    judgeName: random.pick(JUDGES),
    pTeam: String(random.whole(1000, 1999)),
    dTeam: String(random.whole(1000, 1999)),
    ...given,
  };
  for (const field of TEXT_FIELDS) {
    const place = textFields[field];
    if (!place) continue;
    const { x, y, width, height } = place;
    const glyph = await writer.text(texts[field]);
    const tall = Math.min(height * 0.7, (width * 0.8 * glyph.height) / glyph.width);
    put(
      page,
      glyph,
      { x: x + 6, y: y + height - tall - 2, width: (tall * glyph.width) / glyph.height, height: tall },
      pen,
      random,
    );
  }
  return { page, scores, overwritten, texts, writer: writer.name, ...(writer.pen && { pen: writer.pen }) };
}

async function fillCell(
  page: Page,
  { rect, kind }: Cell,
  value: number,
  writer: Writer,
  pen: Pen,
  random: Random,
  badly: number,
): Promise<number | null | 'odd'> {
  const full = kind === 'box' ? rect.height * 0.86 : 15;
  const height = full * pen.size * random.between(0.9, 1.1);
  const careless = random.chance(0.01 + 0.02 * badly);
  const base = rect.y + rect.height - (kind === 'box' ? random.between(0.08, 0.2) * rect.height : 0.5);
  const at = (x: number): { x: number; base: number } => ({
    x,
    base: base + random.normal(careless ? 2.5 : 0.9),
  });
  const center = rect.x + rect.width / 2 + random.normal(careless ? 9 : 3.5);
  const kindOfWriting = random.next();
  if (kindOfWriting < 0.006) return null;
  if (kindOfWriting < 0.011) {
    const spot = await write(page, writer, value === 10 ? 9 : value, { ...at(center - 4) }, height, pen, random);
    afterScore(page, spot, rect, pen, random);
    return 'odd';
  }
  if (kindOfWriting < 0.011 + 0.012 + 0.012 * badly) {
    const old = await write(
      page,
      writer,
      random.whole(3, 10),
      at(rect.x + rect.width * 0.26),
      height * 0.85,
      pen,
      random,
    );
    for (let lines = random.whole(1, 3); lines > 0; lines -= 1) {
      const y = old.y + old.height * random.between(0.3, 0.7);
      line(page, old.x - 4, y + random.normal(3), old.x + old.width + 4, y + random.normal(3), 3.2, pen.strength);
    }
    await write(page, writer, value, at(rect.x + rect.width * 0.74), height * 0.85, pen, random);
    return value;
  }
  const spot = await write(page, writer, value, at(center), height, pen, random);
  if (random.chance(0.012)) ring(page, spot, pen, random);
  return value;
}

/** Another score, and this one over it. */
async function overwrite(
  page: Page,
  { rect, kind }: Cell,
  value: number,
  writer: Writer,
  pen: Pen,
  random: Random,
): Promise<void> {
  const height = (kind === 'box' ? rect.height * 0.86 : 15) * pen.size;
  const base = rect.y + rect.height - (kind === 'box' ? 0.12 * rect.height : 0.5);
  const x = rect.x + rect.width / 2 + random.normal(2);
  const bold = { ...pen, strength: Math.min(1, pen.strength * 1.2) };
  await write(page, writer, (value + random.whole(1, 10)) % 11, { x, base }, height, pen, random);
  await write(page, writer, value, { x: x + random.normal(0.7), base }, height * random.between(1, 1.1), bold, random);
}

/** Writes a score around `x` so that it stands on `base`, both in points; returns where, in pixels. */
async function write(
  page: Page,
  writer: Writer,
  value: number,
  { x, base }: { x: number; base: number },
  height: number,
  pen: Pen,
  random: Random,
): Promise<Spot> {
  const digits = value === 10 ? [1, 0] : [value];
  const drawings = await Promise.all(digits.map((digit) => writer.digit(digit)));
  const tall = drawings.map((_, index) => height * (index > 0 ? random.between(0.7, 1) : 1));
  const glyphs = drawings.map((drawing, index) => (typeof drawing === 'function' ? drawing(tall[index]!) : drawing));
  const widths = glyphs.map((glyph, index) => (tall[index]! * glyph.width) / glyph.height);
  const gap = random.between(0.02, 0.28) * height;
  let left = x - (widths.reduce((sum, width) => sum + width, 0) + gap * (digits.length - 1)) / 2;
  const start = left;
  for (const [index, glyph] of glyphs.entries()) {
    const box: Rect = {
      x: left,
      y: base - tall[index]! - (index > 0 ? random.between(0, height - tall[index]!) : 0),
      width: widths[index]!,
      height: tall[index]!,
    };
    put(page, glyph, box, pen, random);
    left += widths[index]! + gap;
  }
  return { x: start * DPP, y: (base - height) * DPP, width: (left - gap - start) * DPP, height: height * DPP };
}
