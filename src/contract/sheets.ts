// A score sheet as it comes from outside. Its rules are in src/ballot/sheet, where the screens find them, too.
import * as z from 'zod/mini';
import { problemsOf } from '#ballot/sheet/problems.ts';
import { CELL_ROLES, RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { changes, reads } from './call.ts';
import { changedMeanwhile } from './change.ts';
import { id, name, storable } from './fields.ts';
import { fullList, MAX_SHEET_VERSION, MAX_SHEET_VERSIONS } from './words.ts';

/** The problems of a sheet are found among at most so many parts. A part keeps its number when others are removed. */
const MAX_PARTS = 200;

const cell = z.strictObject({
  key: z.string(),
  label: name,
  role: z.enum(CELL_ROLES),
  number: z.int().check(z.gte(1), z.lte(MAX_PARTS)),
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

const ref = {
  id: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(40)),
  version: z.int().check(z.gte(1), z.lte(MAX_SHEET_VERSION)),
};
/** Names a version of a built-in sheet, such as college-28, or of a school's own. */
export const sheetRef = z.strictObject(ref);

export const sheet: z.ZodMiniType<Sheet> = z
  .strictObject({
    ...ref,
    title: name,
    source: z.string().check(storable),
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

/** A sheet of a school's own. */
const ownSheet = sheet.check(
  z.refine(({ id: sheetId }) => id.safeParse(sheetId).success, { message: 'The id of a sheet of your own is a UUID.' }),
);

/** The newest version of a sheet that a school has described itself. Its id is a UUID; those of built-in sheets are words. */
const schoolSheet = z.object({
  sheet,
  /** Null: the account was deleted, or is none of the school's. */
  madeBy: z.nullable(z.string()),
  madeAt: z.date(),
});
export type SchoolSheet = z.infer<typeof schoolSheet>;
/** What a sheet says beside its name and version. */
export type SheetDescription = Omit<Sheet, 'id' | 'version' | 'title'>;

export const sheets = {
  /** Sorted by title. */
  ofSchool: reads('sheet')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(schoolSheet)),
  /** A version of a sheet that rounds or ballots name, also one that is no longer the newest. Null: there is none. */
  version: reads('sheet')
    .input(z.strictObject({ schoolId: id, sheet: sheetRef }))
    .output(z.nullable(sheet)),
  /**
   * Saves version 1 of a new sheet, whose id the form chooses, or the version after the newest. A version that was saved never
   * changes. NOT_FOUND: there is no version before it.
   */
  save: changes('sheet', 'create')
    .input(z.strictObject({ schoolId: id, sheet: ownSheet }))
    .output(z.void())
    .errors({ ...changedMeanwhile(schoolSheet), ...fullList('versions of score sheets', MAX_SHEET_VERSIONS) }),
  /** Deletes a sheet with all its versions. */
  remove: changes('sheet', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void())
    .errors({
      IN_USE: {
        status: 409,
        message:
          'Tournaments or ballots use this score sheet, so it can’t be deleted. This includes deleted ones that can still be restored.',
      },
    }),
};
