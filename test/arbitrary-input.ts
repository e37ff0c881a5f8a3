// Inputs generated from a call's schema: valid, almost valid, and nonsense.
import fc from 'fast-check';
import type * as z from 'zod/mini';

type Def = {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  entries?: Record<string, string>;
  values?: unknown[];
  options?: z.core.$ZodType[];
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  format?: string;
};

// oxlint-disable-next-line no-underscore-dangle -- how zod's schemas describe themselves
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def;

const ODD_TEXTS = [
  '', ' ', '\u0000', 'a\u0000b', '\uD800', '💥'.repeat(200), 'x'.repeat(5000), '%', '_', "'; drop table users; --", '\\', '${7*7}',
  '<script>alert(1)</script>', '../../etc/passwd', '__proto__', 'constructor', '\r\nset-cookie: a=b', 'İ', '\u202E', 'NaN', '-0', 'null',
]; // prettier-ignore

// Made once: making one takes longer than a hundred of its values.
const json = fc.jsonValue();
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(...ODD_TEXTS));

/** Values that match the schema, often with IDs of existing records. */
function validInput(schema: z.core.$ZodType, ids: string[]): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  const inner = (one: z.core.$ZodType | undefined): fc.Arbitrary<unknown> =>
    one ? validInput(one, ids) : fc.constant(null);
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, value]) => [key, inner(value)])), {
        requiredKeys: Object.entries(def.shape ?? {}).flatMap(([key, value]) =>
          defOf(value).type === 'optional' ? [] : [key],
        ),
      });
    case 'array':
      return fc.array(inner(def.element), { maxLength: 4 });
    case 'optional':
      return fc.option(inner(def.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null });
    case 'pipe':
      return inner(def.in);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'union':
      return fc.oneof(...(def.options ?? []).map(inner));
    case 'record':
      return fc.dictionary(fc.string(), inner(def.valueType), { maxKeys: 3 });
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'int':
      return fc.oneof(fc.integer({ min: -1, max: 3000 }), fc.constantFrom(0, 1, 2_147_483_648, 1e308, -1, 1.5));
    case 'date':
      return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    case 'string':
      return def.format === 'uuid' ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, fc.uuid()) : text;
    default:
      return json;
  }
}

const POLLUTION = JSON.parse(
  '{"__proto__":{"isSuperAdmin":true},"constructor":{"prototype":{"isDbManager":true}}}',
) as object;

/** The body of a request: mostly valid, sometimes invalid. */
export const arbitraryBody = (schema: z.core.$ZodType | undefined, ids: string[]): fc.Arbitrary<string> => {
  const valid = schema ? validInput(schema, ids) : fc.constant(null);
  const spoiled = fc.tuple(valid, json, fc.nat()).map(([value, other, index]) => {
    if (typeof value !== 'object' || value === null) return other;
    const keys = Object.keys(value);
    const key = keys[index % Math.max(1, keys.length)];
    return key === undefined ? other : { ...value, [key]: other, ...(index % 3 === 0 ? POLLUTION : {}) };
  });
  const wrapped = fc
    .oneof({ weight: 4, arbitrary: valid }, { weight: 3, arbitrary: spoiled }, { weight: 1, arbitrary: json })
    .map((value) => ({ json: value }));
  const odd = fc.record(
    {
      json: valid,
      meta: fc.oneof(json, fc.array(fc.array(fc.oneof(fc.nat(9), fc.string())))),
      maps: json,
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 8, arbitrary: wrapped.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: odd.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.string() },
  );
};
