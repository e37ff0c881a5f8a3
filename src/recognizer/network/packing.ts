// How weights are ordered and rounded for the kernels. In memory, a position's channels are adjacent, and so are the weights of
// the outputs that are computed together.

/** Weights as they are in ONNX files: [output][input][row][column] and one bias for each output. */
export type Weights = {
  outputs: number;
  inputs: number;
  height: number;
  width: number;
  values: Float32Array;
  bias: Float32Array;
};

/** Outputs that a kernel computes together. */
export const BLOCK = 8;

/** The largest rounded input of `multiply`. */
export const MAX_VALUE = 8191;
const MAX_WEIGHT = 32_767;
/** Limits of the sum of an output's rounded weights. With them, no output exceeds 32 bits. */
const MAX_WEIGHTS = 2 ** 31 / 8192;
const MAX_WEIGHTS_OF_TILES = 2 ** 31 / 2048;

/** Reorders [output][channel][place] as [output][place][channel]. */
export function channelsLast(values: Float32Array, channels: number, places: number): Float32Array {
  if (places === 1) return values;
  const ordered = new Float32Array(values.length);
  const size = channels * places;
  let at = 0;
  for (let output = 0; output < values.length; output += size)
    for (let place = 0; place < places; place += 1)
      for (let channel = 0; channel < channels; channel += 1)
        ordered[at++] = values[output + channel * places + place]!;
  return ordered;
}

/** Stores values, given output by output, in blocks of adjacent outputs, padded with 0 to full blocks. */
export function inBlocks(values: Float32Array, outputs: number): Float32Array {
  const size = values.length / outputs;
  const packed = new Float32Array(Math.ceil(outputs / BLOCK) * size * BLOCK);
  for (let output = 0; output < outputs; output += 1) {
    const start = Math.floor(output / BLOCK) * size * BLOCK + (output % BLOCK);
    for (let index = 0; index < size; index += 1) packed[start + index * BLOCK] = values[output * size + index]!;
  }
  return packed;
}

/** Rounded weights in blocks of pairs of inputs, and the value of one unit of each output's weights. */
export type Rounded = { packed: Int16Array; units: Float32Array };

/** The weights of the kernel `multiply`. */
export const forMatrix = ({ values, outputs, inputs, height, width }: Weights): Rounded =>
  rounded(channelsLast(values, inputs, height * width), outputs, MAX_WEIGHTS);

/** The weights of the kernel `convolveTiles`, from those of 3 x 3 places. */
export const forTiles = (weights: Weights): Rounded =>
  rounded(transformed(weights), weights.outputs, MAX_WEIGHTS_OF_TILES);

function rounded(values: Float32Array, outputs: number, maxSum: number): Rounded {
  const size = values.length / outputs;
  const units = new Float32Array(outputs);
  const pairs = Math.ceil(size / 2);
  const packed = new Int16Array(Math.ceil(outputs / BLOCK) * pairs * BLOCK * 2);
  for (let output = 0; output < outputs; output += 1) {
    let [most, sum] = [0, 0];
    for (let at = output * size; at < (output + 1) * size; at += 1) {
      most = Math.max(most, Math.abs(values[at]!));
      sum += Math.abs(values[at]!);
    }
    // Rounding may add half a unit to each, and in tiles, an input counts up to four times.
    units[output] = Math.max(most / MAX_WEIGHT, sum / (maxSum - 2 * size)) || 1;
    const start = Math.floor(output / BLOCK) * pairs * BLOCK * 2 + (output % BLOCK) * 2;
    for (let index = 0; index < size; index += 1) {
      const place = start + (index >> 1) * BLOCK * 2 + (index & 1);
      packed[place] = Math.round(values[output * size + index]! / units[output]!);
    }
  }
  return { packed, units: inBlocks(units, outputs) };
}

/** How the three weights of a row become four (Winograd's F(2, 3), see assembly/tiles.ts). */
const FOUR_OF_THREE = [
  [1, 0, 0],
  [0.5, 0.5, 0.5],
  [0.5, -0.5, 0.5],
  [0, 0, 1],
] as const;

/** [output][input][3][3] transformed to [output][4][4][input]. */
function transformed({ outputs, inputs, values }: Weights): Float32Array {
  const all = new Float32Array(outputs * 16 * inputs);
  let at = 0;
  for (let output = 0; output < outputs; output += 1)
    for (const down of FOUR_OF_THREE)
      for (const across of FOUR_OF_THREE)
        for (let input = 0; input < inputs; input += 1) {
          const from = (output * inputs + input) * 9;
          let sum = 0;
          for (let row = 0; row < 3; row += 1)
            for (let column = 0; column < 3; column += 1)
              sum += down[row]! * across[column]! * values[from + 3 * row + column]!;
          all[at++] = sum;
        }
  return all;
}
