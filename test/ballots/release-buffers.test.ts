import { expect, test } from 'vitest';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';

test('what is given back is freed at once, also when it is given twice', () => {
  const pixels = new Uint8Array(64);
  releaseBuffers(pixels, undefined);
  releaseBuffers(pixels);
  expect(pixels.buffer.detached).toBe(true);
});

test('a part of a larger buffer stays: others look at the rest', () => {
  const whole = new Uint8Array(64).fill(7);
  releaseBuffers(whole.subarray(0, 32));
  expect(whole[63]).toBe(7);
});
