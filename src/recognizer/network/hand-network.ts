// The hand reader of training/train_hand.py. It reads all cells of a ballot together, because one judge wrote them.
import type { Arithmetic } from './arithmetic.ts';
import { readOperations } from './onnx-file.ts';
import type { SeenCell } from './score-network.ts';
import { softmax } from './softmax.ts';
import { weightsOf } from './weights.ts';

const HEADS = 4;
/** Smaller probabilities count as this. */
const MIN_PROBABILITY = 1e-6;

/** @returns each cell's class probabilities, from the features of all cells of a ballot */
export type HandNetwork = (cells: readonly SeenCell[]) => Float32Array[];

/** @param file the ONNX file that training exports */
export function handNetwork(arithmetic: Arithmetic, file: Uint8Array): HandNetwork {
  const operations = readOperations(file);
  const layers = operations.filter(({ type }) => type === 'Gemm').map((operation) => weightsOf(operation));
  const temperature = operations.findLast(({ type }) => type === 'Div')?.constants[0]?.values[0];
  const [first, last] = [layers.shift(), layers.pop()];
  if (!first || !last || layers.length % 4 !== 0 || !temperature) throw new Error('This is not a hand reader.');
  const enter = arithmetic.convolution(first, { kind: 'relu' });
  const judge = arithmetic.convolution(last);
  const blocks = Array.from({ length: layers.length / 4 }, (_, block) => {
    const [ask, answer, widen, narrow] = layers.slice(4 * block);
    return {
      ask: arithmetic.convolution(ask!),
      answer: arithmetic.convolution(answer!),
      widen: arithmetic.convolution(widen!, { kind: 'relu' }),
      narrow: arithmetic.convolution(narrow!),
    };
  });

  return (cells) => {
    const { room, run, rows } = arithmetic;
    arithmetic.begin();
    const seen = room(1, cells.length, enter.inputs);
    const likely = cells.map(({ chances }) => chances.map((chance) => Math.log(Math.max(MIN_PROBABILITY, chance))));
    rows(seen).forEach((row, index) => {
      row.set(cells[index]!.features);
      row.set(likely[index]!, cells[index]!.features.length);
    });
    const x = run(seen, enter);
    for (const { ask, answer, widen, narrow } of blocks) {
      run(arithmetic.attend(run(x, ask), HEADS), answer, x, true);
      run(run(x, widen), narrow, x, true);
    }
    return rows(run(x, judge)).map((row, cell) =>
      softmax(row.map((value, index) => (value + likely[cell]![index]!) / temperature)),
    );
  };
}
