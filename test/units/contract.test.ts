// What each call takes and answers, without a server. The samples are in contract-samples/.
import { describe, expect, test } from 'vitest';
import { accepted, call, calls, namesOfCalls, problems, problemsWith, type Schema } from './contract-calls.ts';

type Lacking = { path: string; rest: unknown; wasAlone: boolean };
/** Every copy of `value` that lacks one field, at any depth, with the path of that field. */
const withoutOneField = (value: unknown, path = ''): Lacking[] => {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof File) return [];
  const entries = Object.entries(value);
  return entries.flatMap(([key, inner]: [string, unknown]) => {
    const put = (rest: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(key), rest) : { ...value, [key]: rest };
    const deeper = withoutOneField(inner, `${path}${key}/`).map((one) => ({ ...one, rest: put(one.rest) }));
    const { [key]: _removed, ...rest } = value as Record<string, unknown>;
    const here = { path: `${path}${key}`, rest, wasAlone: entries.length === 1 };
    return Array.isArray(value) ? deeper : [here, ...deeper];
  });
};

/** Where keys are data: schools, labels and keys of a ballot, parts of a side, and columns of a change. */
const DATA = /(?:^|\/)(?:roles|fields|before|was|scores|comments|verdicts|one|other)\/[^/]+$/;
/** One of several changed fields. */
const isOneOfSome = ({ path, wasAlone }: Lacking): boolean => /(?:^|\/)changed\/[^/]+$/.test(path) && !wasAlone;
const optionalOf = async (schema: Schema | undefined, value: unknown): Promise<string[]> => {
  const found: string[] = [];
  for (const lacking of withoutOneField(value)) {
    const isAccepted = (await problems(schema, lacking.rest)).length === 0;
    expect([lacking.path, isAccepted || !isOneOfSome(lacking)]).toEqual([lacking.path, true]);
    if (isAccepted && !DATA.test(lacking.path) && !isOneOfSome(lacking)) found.push(lacking.path);
  }
  return found.toSorted();
};

test('every call has a sample', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(namesOfCalls);
});

describe.each(calls.filter(({ input }) => input !== undefined))('$name takes', ({ name, input, optional = [] }) => {
  const { inputSchema } = call(name);

  test('its fields as they are', async () => {
    expect(await accepted(inputSchema, input)).toEqual(input);
  });

  test('nothing that lacks a field, except optional ones', async () => {
    expect(await optionalOf(inputSchema, input)).toEqual(optional.toSorted());
  });
});

test('the other calls take nothing', () => {
  for (const { name, input } of calls)
    expect([name, call(name).inputSchema === undefined]).toEqual([name, input === undefined]);
});

describe.each(calls)('$name answers', ({ name, output, optionalOutput = [] }) => {
  const { outputSchema } = call(name);

  test('its fields as they are', async () => {
    expect(await accepted(outputSchema, output)).toEqual(output);
  });

  test('never without a field, except optional ones', async () => {
    expect(await optionalOf(outputSchema, output)).toEqual(optionalOutput.toSorted());
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

const changes = calls.filter(({ input }) => Object.hasOwn(input ?? {}, 'changed'));
test.each(changes)('$name needs a change', async ({ name, input }) => {
  const { changed, version } = input as { changed: object; version: number };
  const [field] = Object.keys(changed);
  expect(await problemsWith(name, { changed: {} })).toEqual(['Nothing was changed.']);
  expect(await problemsWith(name, { changed: { [field!]: undefined } })).toEqual(['Nothing was changed.']);
  expect(await problemsWith(name, { changed: { ...changed, id: 'x' } })).toHaveLength(1);
  expect(await problemsWith(name, { version: version - 1 })).toHaveLength(1);
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
