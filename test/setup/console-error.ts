// A test that writes to console.error fails. One that expects such a message replaces console.error for itself, with
// `vi.spyOn(console, 'error').mockImplementation(...)`, and looks at what came.
import { inspect } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

const original = console.error;
let written: string[] = [];

beforeEach(() => {
  written = [];
  console.error = (...parts: unknown[]): void => {
    written.push(parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '));
  };
});

afterEach(() => {
  console.error = original;
  if (written.length > 0)
    throw new Error(`Nothing may be written to console.error, and this was: ${written.join('\n')}`);
});
