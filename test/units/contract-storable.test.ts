// Calls take no value that PostgreSQL can't hold: a NUL character, half of a surrogate pair, or a whole number beyond its columns.
import { expect, test } from 'vitest';
import { call, calls, problems } from './contract-calls.ts';

/** Hashed, compared or read by the server, and never sent to the database as they are. */
const NOT_STORED = new Set(['password', 'newPassword', 'currentPassword', 'code', 'mapping', 'problem']);
/** Names that are compared with those of a file, an address that is written anew, and the number of a score, which is part of a JSON. */
const NOT_STORED_AS_IT_IS = /^choices\.students\.0\.name$|^url$|\.[pd]\.number$/;
/** The history's numbers have 8 bytes. */
const LARGE = new Set(['before']);

type Path = readonly string[];

/** Every text and whole number in a value, with its path. */
function leavesOf(value: unknown, path: Path = []): { path: Path; value: string | number }[] {
  if (typeof value === 'string' || Number.isInteger(value)) return [{ path, value: value as string | number }];
  if (typeof value !== 'object' || value === null || value instanceof File || value instanceof Date) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, leaf: unknown): unknown {
  if (key === undefined) return leaf;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, leaf));
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, leaf) };
}

const unstorable = (value: string | number): unknown[] =>
  typeof value === 'number' ? [2 ** 31] : [`${value}\0`, `\0${value}`, `${value}\ud800`];

const rows = calls.flatMap(({ name, input }) =>
  leavesOf(input)
    .filter(({ path }) => !path.some((key) => NOT_STORED.has(key) || LARGE.has(key)))
    .map(({ path, value }) => ({ name, input, path, value, field: path.join('.') }))
    .filter(({ field }) => !NOT_STORED_AS_IT_IS.test(field)),
);

test.each(rows)('$name refuses a $field that can’t be stored', async ({ name, input, path, value }) => {
  for (const leaf of unstorable(value))
    expect(await problems(call(name).inputSchema, replaced(input, path, leaf)), JSON.stringify(leaf)).not.toEqual([]);
});
