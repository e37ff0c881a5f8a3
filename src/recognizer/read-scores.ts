// Reads cut-out cells with the trained network (training/train.py). Numbers only: where the cells are is settled before.
import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-web/wasm';
import { CROP } from './cut-cells.ts';

/** The network's classes: the scores 0 to 10, a blank cell, and writing that is no whole score. */
const CLASSES = 13;
const BLANK = 11;
const MODEL = new URL('./model/score-reader.onnx', import.meta.url);

/** Without an arena: memory of the widest input would be held for ever. */
export const LEAN: ort.InferenceSession.SessionOptions = { enableCpuMemArena: false, enableMemPattern: false };

/** Chances of the 13 classes, summing to 1. */
export type Chances = Float32Array;

// One thread: the worker has one core, and more threads would need more workers.
ort.env.wasm.numThreads = 1;

let session: Promise<ort.InferenceSession> | undefined;

/** Loads the network once; about 0.2 s. Call it early to make the first photo as fast as the others. */
export function loadScoreReader(): Promise<ort.InferenceSession> {
  session ??= readFile(MODEL).then((weights) => ort.InferenceSession.create(weights, LEAN));
  return session;
}

/** @param crops normalized crops of 64 x 40 */
export async function readScores(crops: readonly Float32Array[]): Promise<Chances[]> {
  if (crops.length === 0) return [];
  const reader = await loadScoreReader();
  const size = CROP.width * CROP.height;
  const input = new Float32Array(crops.length * size);
  crops.forEach((crop, index) => input.set(crop, index * size));
  const cells = new ort.Tensor('float32', input, [crops.length, 1, CROP.height, CROP.width]);
  const { chances } = await reader.run({ cells });
  const data = chances!.data as Float32Array;
  return crops.map((_, index) => data.slice(index * CLASSES, (index + 1) * CLASSES));
}

/** Mean of several looks at the same cell. */
export function meanChances(looks: readonly Chances[]): Chances {
  return Float32Array.from(
    { length: CLASSES },
    (_, i) => looks.reduce((sum, look) => sum + look[i]!, 0) / looks.length,
  );
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
