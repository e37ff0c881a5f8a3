// A score sheet as it comes from outside. Its rules are in src/ballot/sheet, where the screens find them, too.
import * as z from 'zod/mini';
import { problemsOf } from '#ballot/sheet/problems.ts';
import { CELL_ROLES, RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { name } from './fields.ts';

/** The problems of a sheet are found among at most so many parts. */
const MAX_PARTS = 200;

const cell = z.strictObject({
  key: z.string(),
  label: name,
  role: z.enum(CELL_ROLES),
  number: z.int().check(z.gte(1)),
});
const row = z.strictObject({
  label: name,
  min: z.number(),
  max: z.number(),
  weight: z.number(),
  p: z.nullable(cell),
  d: z.nullable(cell),
});
const section = z.strictObject({ title: z.nullable(name), rows: z.array(row).check(z.maxLength(MAX_PARTS)) });
const side = z.strictObject({ short: name, name, title: name });

export const sheet: z.ZodMiniType<Sheet> = z
  .strictObject({
    id: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40)),
    version: z.int().check(z.gte(1)),
    title: name,
    source: z.string(),
    note: z.nullable(name),
    sides: z.strictObject({ p: side, d: z.nullable(side) }),
    sections: z.array(section).check(z.maxLength(MAX_PARTS)),
    tiesBrokenBy: z.nullable(name),
    ranks: z
      .array(z.strictObject({ of: z.enum(RANKED), places: z.number(), each: z.enum(['trial', 'side']) }))
      .check(z.maxLength(MAX_PARTS)),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of problemsOf(value))
      issues.push({ code: 'custom', path: [...path], message, input: value });
  });
