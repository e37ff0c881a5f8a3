// The weights of an operation, and how neighboring operations are folded into them.
import type { Weights } from './packing.ts';
import type { Operation } from './onnx-file.ts';

/** PaddleOCR's epsilon, which keeps a norm from dividing by 0. */
export const EPSILON = 1e-5;

/** The weights of a convolution or a matrix, output by output; a bias of 0 where the file has none. */
export function weightsOf({ constants: [kernel, bias] }: Operation): Weights {
  const [outputs = 0, inputs = 0, height = 1, width = 1] = kernel!.shape;
  return { outputs, inputs, height, width, values: kernel!.values, bias: bias?.values ?? new Float32Array(outputs) };
}

/** Multiplies each output's weights, in place, and its bias by its gain. */
export function scaled(weights: Weights, gain: (output: number) => number): Weights {
  const { values } = weights;
  const size = values.length / weights.outputs;
  for (let output = 0; output < weights.outputs; output += 1) {
    const factor = gain(output);
    for (let at = output * size; at < (output + 1) * size; at += 1) values[at]! *= factor;
  }
  return { ...weights, bias: weights.bias.map((value, output) => value * gain(output)) };
}

/** Folds the batch norm after a convolution into its weights. */
export function withBatchNorm(weights: Weights, { constants }: Operation): Weights {
  const [gamma, beta, mean, variance] = constants.map(({ values }) => values);
  const changed = scaled(weights, (output) => gamma![output]! / Math.sqrt(variance![output]! + EPSILON));
  const bias = changed.bias.map((value, output) => {
    const gain = gamma![output]! / Math.sqrt(variance![output]! + EPSILON);
    return value + beta![output]! - mean![output]! * gain;
  });
  return { ...changed, bias };
}

/** The weights for an image whose channels are all equal. */
export function ofOneChannel(weights: Weights): Weights {
  const area = weights.height * weights.width;
  const values = Float32Array.from({ length: weights.outputs * area }, (_, index) => {
    const [output, place] = [Math.floor(index / area), index % area];
    let sum = 0;
    for (let input = 0; input < weights.inputs; input += 1)
      sum += weights.values[(output * weights.inputs + input) * area + place]!;
    return sum;
  });
  return { ...weights, inputs: 1, values };
}
