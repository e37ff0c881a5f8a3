// Images of noise or drawn pixel by pixel, and the plain arithmetic with which the fast loops are compared.
import type { GreyImage } from '#recognizer/image/grey-image.ts';
import { randomFrom } from './random.ts';

export const noise = (width: number, height: number, seed: number): GreyImage => {
  const random = randomFrom(seed);
  return { width, height, data: Uint8Array.from({ length: width * height }, () => random.between(0, 256)) };
};

export const drawn = (width: number, height: number, grey: (x: number, y: number) => number): GreyImage => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => grey(at % width, Math.floor(at / width))),
});

export const pixel = ({ width, data }: GreyImage, x: number, y: number): number => data[y * width + x]!;
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
