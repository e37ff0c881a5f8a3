// How weights are ordered for the kernels, which round most of them (assembly/packing.ts). In memory, a position's channels are
// adjacent, and so are the weights of the outputs that are computed together.

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

/** The largest rounded input of the kernel `multiply`. */
export const MAX_VALUE = 8191;
/** Limits of the sum of an output's rounded weights. With them, no output exceeds 32 bits. */
export const MAX_WEIGHTS = { convolution: 2 ** 31 / 8192, tiles: 2 ** 31 / 2048 };

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
