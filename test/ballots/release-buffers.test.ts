import { expect, test } from 'vitest';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';

test('a released buffer is freed at once, even if it is released twice', () => {
  const pixels = new Uint8Array(64);
  releaseBuffers(pixels, undefined);
  releaseBuffers(pixels);
  expect(pixels.buffer.detached).toBe(true);
});

test('a view of a larger buffer is not freed, because others use the rest', () => {
  const whole = new Uint8Array(64).fill(7);
  releaseBuffers(whole.subarray(0, 32));
  expect(whole[63]).toBe(7);
});
