// The score reader of training/train.py: convolutions, some of them residual, then two dense layers.
import type { Arithmetic, Convolution } from './arithmetic.ts';
import { channelsLast } from './packing.ts';
import { type Operation, readOperations } from './onnx-file.ts';
import { softmax } from './softmax.ts';
import { weightsOf } from './weights.ts';

/** Pixels of a crop, two rows of two, that are the channels of one position. */
const FOUR = 4;
/** Floats per position in the largest feature maps. */
const LARGEST = 8;

type Step = { layer: Convolution; corrects: boolean };
/** A cell's features, and the probability of each class. */
export type SeenCell = { features: Float32Array; chances: Float32Array };
/** Reads normalized crops of `height` x `width` pixels, both even, row by row. */
export type ScoreNetwork = (crops: readonly Float32Array[], height: number, width: number) => SeenCell[];

/**
 * @param file the ONNX file that training exports
 */
export function scoreNetwork(arithmetic: Arithmetic, file: Uint8Array): ScoreNetwork {
  const operations = readOperations(file);
  const steps: Step[] = [];
  const dense: Operation[] = [];
  let temperature = 1;
  operations.forEach((operation, index) => {
    const { type, constants, steps: strides } = operation;
    if (type === 'Conv') {
      const layer = arithmetic.convolution(weightsOf(operation), { kind: 'relu' }, strides);
      steps.push({ layer, corrects: operations[index + 1]?.type === 'Add' });
    } else if (type === 'Gemm') dense.push(operation);
    else if (type === 'Div') temperature = constants[0]!.values[0]!;
  });
  const [hidden, last] = dense;
  if (!hidden || !last) throw new Error('This is not a score reader.');
  // ONNX orders a dense layer's inputs by channel, but here they are ordered by position.
  const weights = weightsOf(hidden);
  const { channels } = steps.at(-1)!.layer;
  const values = channelsLast(weights.values, channels, weights.inputs / channels);
  const gather = arithmetic.convolution({ ...weights, values }, { kind: 'relu' });
  const judge = arithmetic.convolution(weightsOf(last));

  return (crops, height, width) => {
    const { room, run, rows } = arithmetic;
    arithmetic.begin();
    const seen = room(1, crops.length, gather.inputs);
    const cell = room(height / 2, width / 2, FOUR);
    // Layers alternate between two buffers. The first feature maps are the largest.
    const places = [room(height / 2, width / 2, LARGEST), room(height / 2, width / 2, LARGEST)] as const;
    rows(seen).forEach((row, index) => {
      putByFours(crops[index]!, width, arithmetic.values(cell));
      let maps = cell;
      for (const { layer, corrects } of steps) {
        const other = places[maps.at === places[0].at ? 1 : 0].at;
        maps = run(maps, layer, corrects ? maps : { at: other }, corrects);
      }
      row.set(arithmetic.values(maps));
    });
    const features = run(seen, gather);
    const answers = rows(run(features, judge));
    return rows(features).map((row, index) => ({
      features: row.slice(),
      chances: softmax(answers[index]!.map((value) => value / temperature)),
    }));
  };
}

/** Writes every four pixels, two rows of two, side by side. */
function putByFours(crop: Float32Array, width: number, out: Float32Array): void {
  for (let top = 0, to = 0; top < crop.length; top += 2 * width) {
    for (let at = top; at < top + width; at += 2, to += FOUR) {
      out[to] = crop[at]!;
      out[to + 1] = crop[at + 1]!;
      out[to + 2] = crop[at + width]!;
      out[to + 3] = crop[at + width + 1]!;
    }
  }
}
