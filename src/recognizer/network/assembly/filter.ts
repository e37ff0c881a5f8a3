// The layer that filters each channel by itself, in AssemblyScript. Part of network.wasm.
import { BLOCK, FLOAT, FOUR, plus, put, putFour } from './outputs';

/** A depthwise convolution. Weights: [block of 8 channels][row][column][8]. */
export function filter(
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
  weights: usize,
  bias: usize,
  out: usize,
  activation: i32,
  scaling: f32,
  shifting: f32,
): void {
  const scale = f32x4.splat(scaling);
  const shift = f32x4.splat(shifting);
  const stride = <usize>channels * FLOAT;
  const step = <usize>stepAcross * stride;
  for (let channel = 0; channel < channels; channel += BLOCK) {
    let at = out;
    for (let y = 0; y < outHeight; y++) {
      const top = y * stepDown - (kernelHeight >> 1);
      const firstRow = max(0, -top);
      const lastRow = min(kernelHeight, height - top);
      let x = 0;
      while (x < outWidth) {
        const left = x * stepAcross - (kernelWidth >> 1);
        // Four positions away from the left and right edges share each load of the weights.
        if (x + 4 <= outWidth && left >= 0 && left + 3 * stepAcross + kernelWidth <= width) {
          let a0 = v128.load(bias), a1 = v128.load(bias, FOUR);
          let c0 = a0, c1 = a1, d0 = a0, d1 = a1, e0 = a0, e1 = a1;
          for (let v = firstRow; v < lastRow; v++) {
            let w = weights + <usize>(v * kernelWidth) * 2 * FOUR;
            let from = input + <usize>((top + v) * width + left) * stride;
            for (let u = 0; u < kernelWidth; u++) {
              const w0 = v128.load(w);
              const w1 = v128.load(w, FOUR);
              a0 = plus(a0, v128.load(from), w0);
              a1 = plus(a1, v128.load(from, FOUR), w1);
              c0 = plus(c0, v128.load(from + step), w0);
              c1 = plus(c1, v128.load(from + step, FOUR), w1);
              d0 = plus(d0, v128.load(from + 2 * step), w0);
              d1 = plus(d1, v128.load(from + 2 * step, FOUR), w1);
              e0 = plus(e0, v128.load(from + 3 * step), w0);
              e1 = plus(e1, v128.load(from + 3 * step, FOUR), w1);
              w += 2 * FOUR;
              from += stride;
            }
          }
          putFour(at, stride, a0, a1, c0, c1, d0, d1, e0, e1, activation, scale, shift);
          at += 4 * stride;
          x += 4;
          continue;
        }
        const firstColumn = max(0, -left);
        const lastColumn = min(kernelWidth, width - left);
        let low = v128.load(bias);
        let high = v128.load(bias, FOUR);
        for (let v = firstRow; v < lastRow; v++) {
          let w = weights + <usize>(v * kernelWidth + firstColumn) * 2 * FOUR;
          let from = input + <usize>((top + v) * width + left + firstColumn) * stride;
          for (let u = firstColumn; u < lastColumn; u++) {
            low = plus(low, v128.load(from), v128.load(w));
            high = plus(high, v128.load(from, FOUR), v128.load(w, FOUR));
            w += 2 * FOUR;
            from += stride;
          }
        }
        put(at, low, high, activation, scale, shift);
        at += stride;
        x++;
      }
    }
    input += 2 * FOUR;
    out += 2 * FOUR;
    bias += 2 * FOUR;
    weights += <usize>(kernelHeight * kernelWidth) * 2 * FOUR;
  }
}
