import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REAL_WRITERS } from './real-writers.ts';

test('the real writers of the benchmark are those that training leaves out', () => {
  const training = readFileSync(new URL('../../training/pen_paths.py', import.meta.url), 'utf8');
  const [, leftOut] = /^BENCHMARK = \{(.+)\}$/m.exec(training)!;
  expect(leftOut!.split(', ').map(Number)).toEqual([...REAL_WRITERS]);
});
