// A test that writes to console.error fails. A test that expects a message replaces console.error with
// `vi.spyOn(console, 'error').mockImplementation(...)` and checks the message.
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
