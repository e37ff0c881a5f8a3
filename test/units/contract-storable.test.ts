// Calls take no value that PostgreSQL can't hold: a NUL character, half of a surrogate pair, or a whole number beyond its columns.
import { expect, test } from 'vitest';
import { call, calls, problems, replaced, type Path } from './contract-calls.ts';

/** Hashed, compared or read by the server, and never sent to the database as they are. */
const NOT_STORED = new Set(['password', 'newPassword', 'currentPassword', 'code', 'mapping', 'problem']);
/** Names that are compared with those of a file, an address that is written anew, and the number of a score, which is part of a JSON. */
const NOT_STORED_AS_IT_IS = /^choices\.students\.0\.name$|^url$|\.[pd]\.number$/;
/** The history's numbers have 8 bytes. */
const LARGE = new Set(['before']);

/** Every text and whole number in a value, with its path. */
function leavesOf(value: unknown, path: Path = []): { path: Path; value: string | number }[] {
  if (typeof value === 'string' || Number.isInteger(value)) return [{ path, value: value as string | number }];
  if (typeof value !== 'object' || value === null || value instanceof File || value instanceof Date) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

const unstorable = (value: string | number): unknown[] =>
  typeof value === 'number' ? [2 ** 31] : [`${value}\0`, `\0${value}`, `${value}\ud800`];

const rows = calls.flatMap(({ name, input }) => {
  const leaves = leavesOf(input).filter(
    ({ path }) =>
      !path.some((key) => NOT_STORED.has(key) || LARGE.has(key)) && !NOT_STORED_AS_IT_IS.test(path.join('.')),
  );
  return leaves.length > 0 ? [{ name, input, leaves }] : [];
});

test.each(rows)('$name refuses values that can’t be stored', async ({ name, input, leaves }) => {
  const taken: string[] = [];
  for (const { path, value } of leaves)
    for (const leaf of unstorable(value))
      if ((await problems(call(name).inputSchema, replaced(input, path, leaf))).length === 0)
        taken.push(`${path.join('.')}: ${JSON.stringify(leaf)}`);
  expect(taken).toEqual([]);
});
