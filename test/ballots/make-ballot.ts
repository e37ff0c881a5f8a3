// Makes a test ballot from a seed. The same seed makes the same photo with the same scores.
import { type Level, LEVELS, type Photo, photograph } from './camera.ts';
import { drawSvg, formSvg, type Page } from './draw-form.ts';
import { fillForm, type Filled, type FormToFill, type Writing } from './fill-form.ts';
import { randomFrom } from './random.ts';

export type TestBallot = Omit<Filled, 'page'> & Photo & { layout: FormToFill; level: Level };

/** By their drawing: two layouts may have the same id. */
const empty = new Map<string, Promise<Page>>();

/** `part`: how much of the photo's width and height the page fills; 1 is nearly all. `code`: what the QR code of a sheet says. */
type How = Writing & { part?: number; code?: string };

export async function makeBallot(
  layout: FormToFill,
  level: Level,
  seed: number,
  longSide = 2600,
  texts: Partial<Filled['texts']> = {},
  { part = 1, code = '', ...writing }: How = {},
): Promise<TestBallot> {
  const random = randomFrom(seed * 5 + LEVELS.indexOf(level));
  const svg = formSvg(layout, code);
  const drawn = empty.get(svg) ?? drawSvg(svg);
  empty.set(svg, drawn);
  const filled = await fillForm(layout, await drawn, random, LEVELS.indexOf(level) / 4, texts, writing);
  const { page, ...written } = filled;
  return { layout, level, ...written, ...(await photograph(page, level, longSide, random, part)) };
}
