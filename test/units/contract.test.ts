// What each call takes and answers, without a server. The samples are in contract-samples.ts.
import { describe, expect, test } from 'vitest';
import { accepted, call, calls, problems, problemsWith, type Schema } from './contract-calls.ts';

/** Every copy of `value` that lacks one field, at any depth, with the path of that field. */
const withoutOneField = (value: unknown, path = ''): { path: string; rest: unknown }[] => {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof File) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const put = (rest: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(key), rest) : { ...value, [key]: rest };
    const deeper = withoutOneField(inner, `${path}/${key}`).map((one) => ({ ...one, rest: put(one.rest) }));
    const { [key]: _removed, ...rest } = value as Record<string, unknown>;
    return Array.isArray(value) ? deeper : [{ path: `${path}/${key}`, rest }, ...deeper];
  });
};

const OPTIONAL_INPUTS = /^\/(?:search|column|filter(?:\/\w+)?|sort|descending|after|recordId|subject|byId|before)$/;
/** Where keys are data: schools, labels of a ballot and columns of a change; and a field that wasn't found has no box. */
const OPTIONAL_OUTPUTS = /^\/roles\/[^/]+$|^\/fields\/[^/]+$|^\/rows\/0\/before\/\w+$|\/box$/;

describe.each(calls.filter(({ input }) => input !== undefined))('$name takes', ({ name, input }) => {
  const { inputSchema } = call(name);

  test('its fields as they are', async () => {
    expect(await accepted(inputSchema, input)).toEqual(input);
  });

  test('nothing that lacks a field, except optional ones', async () => {
    for (const { path, rest } of withoutOneField(input)) {
      const { changed = {} } = input as { changed?: object };
      const isOptional =
        OPTIONAL_INPUTS.test(path) || (path.startsWith('/changed/') && Object.keys(changed).length > 1);
      expect({ path, isOptional: (await problems(inputSchema, rest)).length === 0 }).toEqual({ path, isOptional });
    }
  });
});

describe.each(calls)('$name answers', ({ name, output }) => {
  const { outputSchema } = call(name);

  test('its fields as they are', async () => {
    expect(await accepted(outputSchema, output)).toEqual(output);
  });

  test('never without a field', async () => {
    for (const { path, rest } of withoutOneField(output)) {
      const isOptional = OPTIONAL_OUTPUTS.test(path);
      expect({ path, isOptional: (await problems(outputSchema, rest)).length === 0 }).toEqual({ path, isOptional });
    }
  });
});

test.each(['schools.details', 'cases.details', 'users.details', 'session.me'])(
  '%s answers null where there is nothing to see',
  async (name) => {
    expect(await accepted(call(name).outputSchema, null)).toBe(null);
  },
);

test.each(
  calls.filter(({ name }) =>
    /\.(?:add|update|assign|changeRole)$|(?:teams|students|witnesses|assignments)\.remove$/.test(name),
  ),
)('$name rejects a field that it doesn’t know', async ({ name }) => {
  expect(await problemsWith(name, { isAdmin: true })).toHaveLength(1);
});

test.each(calls.filter(({ name }) => name.endsWith('.update')))('$name needs a change', async ({ name }) => {
  expect(await problemsWith(name, { changed: {} })).toEqual(['Nothing was changed.']);
  expect(await problemsWith(name, { changed: { name: undefined } })).toEqual(['Nothing was changed.']);
  expect(await problemsWith(name, { changed: { name: 'New', id: 'x' } })).toHaveLength(1);
  expect(await problemsWith(name, { version: 0 })).toHaveLength(1);
  expect(await problemsWith(name, { version: 1.5 })).toHaveLength(1);
});

test('a conflict comes with who changed the record, when, and what it is now', async () => {
  const { errorMap } = call('users.update');
  const { data } = errorMap['CHANGED_MEANWHILE'] as unknown as { data: Schema };
  const current = { id: '0190f5c1-7c3a-7000-8000-000000000001', name: 'Ada', email: 'a@b.c', version: 2 };
  const conflict = { by: null, at: new Date(), current };
  expect(await accepted(data, conflict)).toEqual(conflict);
  for (const { rest } of withoutOneField(conflict)) expect(await problems(data, rest)).not.toEqual([]);
});
