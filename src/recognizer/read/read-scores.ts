// Reads cut-out cells with the trained networks (training/). Only numbers: where the cells are was decided before.
import { fileAt } from '#recognizer/file-beside';
import type { Range } from '#ballot/sheet/sheet.ts';
import { CROP } from './cut-cells.ts';
import { openArithmetic } from '#recognizer/network/arithmetic.ts';
import { type HandNetwork, handNetwork } from '#recognizer/network/hand-network.ts';
import { type ScoreNetwork, scoreNetwork, type SeenCell } from '#recognizer/network/score-network.ts';

/** The networks' classes are the scores 0 to 10, a blank cell (11), and writing that isn't a whole score (12). */
const BLANK = 11;
const NO_SCORE = 12;
/** Literal addresses, so that a bundler finds the files. */
const SCORE_READER = new URL('../model/score-reader.onnx', import.meta.url);
const HAND_READER = new URL('../model/hand-reader.onnx', import.meta.url);

/** Chances of the 13 classes, summing to 1. */
type Chances = Float32Array;

type Readers = { look: ScoreNetwork; compare: HandNetwork };
let readers: Promise<Readers> | undefined;

/** Loads the networks once. Call it early to make the first photo as fast as the others. */
export function loadScoreReader(): Promise<Readers> {
  readers ??= Promise.all([openArithmetic(), fileAt(SCORE_READER), fileAt(HAND_READER)]).then(
    ([arithmetic, scores, hand]) => ({
      look: scoreNetwork(arithmetic, scores),
      compare: handNetwork(arithmetic, hand),
    }),
  );
  return readers;
}

/**
 * Looks at every cell by itself.
 * @param crops normalized crops of 128 x 80
 */
export async function lookAtCells(crops: readonly Float32Array[]): Promise<SeenCell[]> {
  const { look } = await loadScoreReader();
  return look(crops, CROP.height, CROP.width);
}

/** Mean of several looks at the same cell. */
export function meanLook(looks: readonly [SeenCell, ...SeenCell[]]): SeenCell {
  const mean = (of: (look: SeenCell) => Float32Array): Float32Array =>
    of(looks[0]).map((_, index) => looks.reduce((sum, look) => sum + of(look)[index]!, 0) / looks.length);
  return { features: mean(({ features }) => features), chances: mean(({ chances }) => chances) };
}

/** Each reader's own chances. */
export type BothReadings = { alone: Chances; together: Chances };
let listener: ((readings: readonly BothReadings[]) => void) | undefined;

/** For the benchmark: calls `listen` with both readers' chances for each cell of every ballot. */
export function onBothReadings(listen: typeof listener): void {
  listener = listen;
}

/** The hand reader's share of the result, in logarithms: chosen on ballots kept apart (docs/recognition.md). */
const TOGETHER = 0.6;

/**
 * How many times smaller a cell's doubt about a score can get because the hand reader is sure. Other cells that look alike
 * are weak evidence: they cannot make a cell sure that is less than .6 sure by itself.
 */
const MAX_SUPPORT = 20;

/** Smaller chances count as this, because no network has reason to be more certain. */
const LEAST = 1e-9;

/** A cell that is this certain on its own keeps its score: the other cells can only cast doubt on it. */
const VERY_SURE = 0.95;

/**
 * Reads all cells of a ballot together: one hand wrote them, so each tells something about the others. Where nobody has written,
 * there is no hand to compare.
 */
export async function readTogether(cells: readonly SeenCell[]): Promise<Chances[]> {
  const { compare } = await loadScoreReader();
  const isBlank = cells.every(({ chances }) => decide(chances).value === null);
  const compared = isBlank ? cells.map(({ chances }) => chances) : compare(cells);
  const readings = cells.map(({ chances: alone }, cell): BothReadings => ({ alone, together: compared[cell]! }));
  listener?.(readings);
  return readings.map(combined);
}

/**
 * What a cell says by itself times what it says among the others, each to the power of its share: where the two disagree,
 * neither is sure.
 * @returns chances of the 13 classes, summing to 1 at most
 */
export function combined({ alone, together }: BothReadings): Chances {
  const product = alone.map(
    (chance, index) => Math.max(chance, LEAST) ** (1 - TOGETHER) * Math.max(together[index]!, LEAST) ** TOGETHER,
  );
  const sum = product.reduce((total, chance) => total + chance, 0);
  const both = product.map((chance, index) => Math.min(chance / sum, 1 - (1 - alone[index]!) / MAX_SUPPORT));
  const own = likeliest(alone);
  if (alone[own]! < VERY_SURE) return both;
  return both.map((chance, index) => (index === own ? chance : Math.min(chance, both[own]! / 2)));
}

/** The likeliest score, or `BLANK`. */
function likeliest(chances: Chances): number {
  let best = 0;
  for (let index = 1; index <= BLANK; index += 1) if (chances[index]! > chances[best]!) best = index;
  return best;
}

/** The scores that the networks know. */
const ANY: Range = { min: 0, max: 10 };

/** From 0 to 1: that nothing is written in the cell, and that what is written is no whole score. */
export const chanceOfBlank = (chances: Chances): number => chances[BLANK]!;
export const chanceOfNoScore = (chances: Chances): number => chances[NO_SCORE]!;

/**
 * The likeliest score (null: blank) and its chance. Writing that is no whole score is never an answer: the likeliest
 * score is, with the little chance that is left to it. So is a score that the row does not allow.
 */
export function decide(chances: Chances, { min, max }: Range = ANY): { value: number | null; confidence: number } {
  const best = likeliest(
    chances.map((chance, score) => (score === BLANK || (score >= min && score <= max) ? chance : 0)),
  );
  return { value: best === BLANK ? null : best, confidence: chances[best]! };
}
