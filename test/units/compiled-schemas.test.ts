// The server compiles the contract's object schemas; for any input, they give the same result as before.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { $ZodObjectJIT } from 'zod/v4/core';
import * as z from 'zod/mini';
import { compileObjects } from '#server/compiled-schemas.ts';

/** Created twice, so that one isn't compiled. */
const schemaOf = () => {
  const inner = z.strictObject({
    id: z.uuid().check(z.toLowerCase()),
    note: z.optional(z.string().check(z.maxLength(3))),
  });
  const other = z.object({ kind: z.literal('other'), value: z.nullable(z.number()) });
  return z.object({
    rows: z.array(inner),
    next: z.nullable(z.object({ value: z.string() })),
    either: z.optional(z.union([inner, other])),
    checked: z.object({ a: z.number(), b: z.number() }).check(z.refine(({ a, b }) => a < b, 'In order.')),
    byName: z.record(z.string(), inner),
  });
};

const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
  fc.string(),
);
const inner = fc.record({ id, note: fc.string(), extra: fc.anything() }, { requiredKeys: [] });
const given = fc.oneof(
  fc.record(
    {
      rows: fc.array(inner),
      next: fc.option(fc.record({ value: fc.string(), extra: fc.integer() })),
      either: fc.oneof(inner, fc.record({ kind: fc.constant('other'), value: fc.option(fc.integer()) })),
      checked: fc.record({ a: fc.integer(), b: fc.integer() }),
      byName: fc.dictionary(fc.string(), inner),
      extra: fc.anything(),
    },
    { requiredKeys: ['rows', 'checked'] },
  ),
  fc.anything(),
);

test('compiled schemas accept, change and refuse the same as zod/mini', () => {
  const [plain, compiled] = [schemaOf(), schemaOf()];
  compileObjects({ compiled });
  for (const schema of [compiled, compiled.shape.rows.def.element]) expect(schema).toBeInstanceOf($ZodObjectJIT);
  fc.assert(
    fc.property(given, (value) => {
      expect(compiled['~standard'].validate(value)).toEqual(plain['~standard'].validate(value));
    }),
  );
});
