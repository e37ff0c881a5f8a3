// Reads cut-out cells with the trained network (training/train.py). Numbers only: where the cells are is settled before.
import { readFile } from 'node:fs/promises';
import { CROP } from './cut-cells.ts';
import { openArithmetic } from './network/arithmetic.ts';
import { type ScoreNetwork, scoreNetwork } from './network/score-network.ts';

/** Of the network's classes: behind the scores 0 to 10 a blank cell, then writing that is no whole score. */
const BLANK = 11;
const MODEL = new URL('./model/score-reader.onnx', import.meta.url);

/** Chances of the 13 classes, summing to 1. */
export type Chances = Float32Array;

let reader: Promise<ScoreNetwork> | undefined;

/** Loads the network once. Call it early to make the first photo as fast as the others. */
export function loadScoreReader(): Promise<ScoreNetwork> {
  reader ??= Promise.all([openArithmetic(), readFile(MODEL)]).then(([arithmetic, file]) =>
    scoreNetwork(arithmetic, file),
  );
  return reader;
}

/** @param crops normalized crops of 64 x 40 */
export async function readScores(crops: readonly Float32Array[]): Promise<Chances[]> {
  const read = await loadScoreReader();
  return read(crops, CROP.height, CROP.width);
}

/** Mean of several looks at the same cell. */
export function meanChances(looks: readonly [Chances, ...Chances[]]): Chances {
  return looks[0].map((_, index) => looks.reduce((sum, look) => sum + look[index]!, 0) / looks.length);
}

/**
 * The likeliest score (null: blank) and its chance. Writing that is no whole score is never an answer: the likeliest
 * score is, with the little chance that is left to it.
 */
export function decide(chances: Chances): { value: number | null; confidence: number } {
  let best = 0;
  for (let index = 1; index <= BLANK; index += 1) if (chances[index]! > chances[best]!) best = index;
  return { value: best === BLANK ? null : best, confidence: chances[best]! };
}
