// What each call takes and answers, without a server. The samples are in contract-samples/.
import { expect, test } from 'vitest';
import {
  accepted,
  call,
  calls,
  namesOfCalls,
  problems,
  problemsWith,
  replaced,
  type Schema,
} from './contract-calls.ts';

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
    if (isOneOfSome(lacking) ? !isAccepted : isAccepted && !DATA.test(lacking.path)) found.push(lacking.path);
  }
  return found.toSorted();
};

test('every call has a sample, and takes nothing if the sample has no input', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(namesOfCalls);
  const taking = calls.filter(({ name }) => call(name).inputSchema !== undefined);
  expect(taking).toEqual(calls.filter(({ input }) => input !== undefined));
});

test.each(calls.filter(({ input }) => input !== undefined))(
  '$name takes its fields as they are, and nothing that lacks one, except optional ones',
  async ({ name, input, optional = [] }) => {
    const { inputSchema } = call(name);
    expect(await accepted(inputSchema, input)).toEqual(input);
    expect(await optionalOf(inputSchema, input)).toEqual(optional.toSorted());
  },
);

test.each(calls)(
  '$name answers its fields as they are, and never without one, except optional ones',
  async ({ name, output, optionalOutput = [] }) => {
    const { outputSchema } = call(name);
    expect(await accepted(outputSchema, output)).toEqual(output);
    expect(await optionalOf(outputSchema, output)).toEqual(optionalOutput.toSorted());
  },
);

/** Where there is nothing to see, or nothing yet. */
const NULLABLE = [
  'schools.details cases.details users.details tryOuts.details sheets.version seasonBook.ofSchool calendarLinks.ofSchool',
  'metrics.season metrics.compare metrics.lineUp colleagueRequests.accept',
  'session.me session.endReason session.supportContact session.signOnOffer session.signOnLink',
].flatMap((names) => names.split(' '));

test('these calls answer null where there is nothing', async () => {
  const nullable: string[] = [];
  for (const name of namesOfCalls)
    if ((await problems(call(name).outputSchema, null)).length === 0) nullable.push(name);
  expect(nullable).toEqual(NULLABLE.toSorted());
});

/** Every copy of `value` with one unknown field more, at any depth. */
const withUnknownField = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null || value instanceof File) return [];
  const deeper = Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    withUnknownField(inner).map((more) => replaced(value, [key], more)),
  );
  return Array.isArray(value) ? deeper : [{ ...value, isAdmin: true }, ...deeper];
};

test.each(calls.filter(({ input }) => input !== undefined))(
  '$name rejects a field that it doesn’t know, at any depth',
  async ({ name, input }) => {
    for (const sent of withUnknownField(input))
      expect([sent, await problems(call(name).inputSchema, sent)]).toEqual([sent, [expect.any(String)]]);
  },
);

const changes = calls.filter(({ input }) => Object.hasOwn(input ?? {}, 'changed'));
test.each(changes)('$name needs a change', async ({ name, input }) => {
  const { changed, version } = input as { changed: object; version: number };
  const [field] = Object.keys(changed);
  expect(await problemsWith(name, { changed: {} })).toEqual(['Nothing was changed.']);
  expect(await problemsWith(name, { changed: { [field!]: undefined } })).toEqual(['Nothing was changed.']);
  if (Object.keys(changed).length > 1)
    expect(await problemsWith(name, { changed: { ...changed, [field!]: undefined } })).toEqual([]);
  expect(await problemsWith(name, { changed: { ...changed, id: 'x' } })).toHaveLength(1);
  expect(await problemsWith(name, { version: version - 1 })).toHaveLength(1);
  expect(await problemsWith(name, { version: 1.5 })).toHaveLength(1);
});

const current = (name: string, output: unknown): unknown =>
  name === 'sheets.save' ? (calls.find((one) => one.name === 'sheets.ofSchool')!.output as unknown[])[0] : output;
const conflicting = calls.filter(({ name }) => call(name).errorMap['CHANGED_MEANWHILE'] !== undefined);
test.each(conflicting)(
  'a conflict of $name comes with who changed the record, when, and what it is now',
  async ({ name, output }) => {
    const { data } = call(name).errorMap['CHANGED_MEANWHILE'] as unknown as { data: Schema };
    const conflict = { by: null, at: new Date(), current: current(name, output) };
    expect(await accepted(data, conflict)).toEqual(conflict);
    for (const key of Object.keys(conflict))
      expect([key, (await problems(data, { ...conflict, [key]: undefined })).length]).toEqual([key, 1]);
  },
);
