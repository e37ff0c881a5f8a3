// Makes an image smaller as sharp's `linear` kernel does: every pixel is a weighted mean, and the weights fall to both sides.
import type { GreyImage } from '#recognizer/image/grey-image.ts';

/** For each new position, the first old one and the weights of those that count. */
function weightsFor(from: number, to: number): { first: number; weights: number[] }[] {
  const step = from / to;
  const reach = Math.max(1, step);
  return Array.from({ length: to }, (_, at) => {
    const middle = (at + 0.5) * step - 0.5;
    const first = Math.max(0, Math.ceil(middle - reach));
    const last = Math.min(from - 1, Math.floor(middle + reach));
    const raw = Array.from({ length: last - first + 1 }, (__, index) => 1 - Math.abs(first + index - middle) / reach);
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return { first, weights: raw.map((weight) => weight / sum) };
  });
}

/** The image in fewer pixels: first the rows, then the columns. */
export function reduced({ width, height, data }: GreyImage, toWidth: number, toHeight: number): GreyImage {
  const low = new Uint8Array(width * toHeight);
  weightsFor(height, toHeight).forEach(({ first, weights }, row) => {
    for (let x = 0; x < width; x += 1) {
      let sum = 0.5;
      for (let index = 0; index < weights.length; index += 1)
        sum += weights[index]! * data[(first + index) * width + x]!;
      low[row * width + x] = sum;
    }
  });
  const out = new Uint8Array(toWidth * toHeight);
  weightsFor(width, toWidth).forEach(({ first, weights }, column) => {
    for (let y = 0; y < toHeight; y += 1) {
      let sum = 0.5;
      for (let index = 0; index < weights.length; index += 1) sum += weights[index]! * low[y * width + first + index]!;
      out[y * toWidth + column] = sum;
    }
  });
  return { width: toWidth, height: toHeight, data: out };
}
