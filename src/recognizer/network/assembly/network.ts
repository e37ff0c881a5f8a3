// The inner loops of the networks, in AssemblyScript, compiled to network.wasm by `npm run build:kernels`.
// Addresses are in bytes, and the channels of a position are adjacent. Values are 32-bit floats, or 16-bit integers where they
// are multiplied.
import { FOUR } from './outputs';
import { SHORT } from './matrix';

export { multiply, shorten } from './matrix';
export { filter } from './filter';
export { convolveTiles } from './tiles';
export { attend } from './attention';
export { packWeights, transformWeights } from './packing';

@inline
function copy(from: usize, to: usize, length: usize): void {
  const end = from + length;
  while (from + FOUR <= end) {
    v128.store(to, v128.load(from));
    from += FOUR;
    to += FOUR;
  }
  while (from < end) {
    store<i16>(to, load<i16>(from));
    from += SHORT;
    to += SHORT;
  }
}

/**
 * Copies the input of each position of a convolution into a row of `length` 16-bit integers: [position][kernel row][kernel
 * column][channel], with 0 outside the image and as padding.
 */
export function unfold(
  input: usize,
  height: i32,
  width: i32,
  channels: i32,
  kernelHeight: i32,
  kernelWidth: i32,
  stepDown: i32,
  stepAcross: i32,
  outHeight: i32,
  outWidth: i32,
  out: usize,
  length: i32,
): void {
  const pixel = <usize>channels * SHORT;
  const line = <usize>kernelWidth * pixel;
  for (let y = 0; y < outHeight; y++) {
    const top = y * stepDown - (kernelHeight >> 1);
    for (let x = 0; x < outWidth; x++) {
      const left = x * stepAcross - (kernelWidth >> 1);
      const first = max(0, -left);
      const seen = min(kernelWidth, width - left) - first;
      const end = out + <usize>length * SHORT;
      for (let v = top; v < top + kernelHeight; v++) {
        if (v < 0 || v >= height) memory.fill(out, 0, line);
        else {
          if (seen < kernelWidth) memory.fill(out, 0, line);
          copy(input + <usize>(v * width + left + first) * pixel, out + <usize>first * pixel, <usize>seen * pixel);
        }
        out += line;
      }
      for (; out < end; out += SHORT) store<i16>(out, 0);
    }
  }
}
