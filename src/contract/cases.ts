// Cases: an overview for everyone who is signed in, and their management by super admins.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { CASE_COLUMNS, CASE_SORTS } from './columns.ts';
import { inBulk } from './in-bulk.ts';
import { foundPageOf, listOf } from './listing.ts';
import { id, name } from './fields.ts';
import { CASE_AREAS, CASE_TYPES, FIRST_CASE_YEAR, WITNESS_SIDES } from './words.ts';

const HOURS_AHEAD = 14;
/** The current year in the easternmost time zone, so that nobody is refused on New Year's morning. */
const currentYear = (): number => new Date(Date.now() + HOURS_AHEAD * 3_600_000).getUTCFullYear();
const year = z.int().check(
  z.gte(FIRST_CASE_YEAR, `The year must be ${FIRST_CASE_YEAR} or later.`),
  z.refine((given) => given <= currentYear(), { message: 'The year can’t be in the future.' }),
);
export const caseFields = {
  name,
  year,
  type: z.enum(CASE_TYPES),
  /** Null is shown as None. */
  area: z.nullable(z.enum(CASE_AREAS)),
  isActive: z.boolean(),
};
const caseOverview = z.object({
  id,
  ...caseFields,
  name: z.string(),
  year: z.number(),
  witnessCount: z.number(),
  bySide: z.record(z.enum(WITNESS_SIDES), z.number()),
});
export type CaseOverview = z.infer<typeof caseOverview>;
export const caseRecord = z.object({ id, ...caseFields, name: z.string(), year: z.number(), version });
export type CaseRecord = z.infer<typeof caseRecord>;
const caseRow = z.extend(caseRecord, { witnessCount: z.number() });
export type CaseRow = z.infer<typeof caseRow>;

/** Which cases a list shows. */
const caseFilter = z.strictObject({
  isActive: z.optional(z.boolean()),
  type: z.optional(z.enum(CASE_TYPES)),
});

const caseId = z.strictObject({ caseId: id });

export const cases = {
  /** All cases, active ones first, each with the number of its witnesses, in all and by side. */
  overview: reads('case').output(z.array(caseOverview)),
  /** The case, or null if there is none with this id. */
  details: reads('case').input(caseId).output(z.nullable(caseRecord)),
  /** Active cases come first, whatever the order. */
  list: reads('case', 'super admin')
    .input(listOf(CASE_COLUMNS, CASE_SORTS, caseFilter))
    .output(foundPageOf(caseRow)),
  /** The form chooses `id`, so that a case sent twice is added once. */
  add: changes('case', 'create')
    .input(z.strictObject({ id, ...caseFields }))
    .output(caseRecord),
  update: changes('case', 'update')
    .input(z.strictObject({ caseId: id, version, changed: someOf(caseFields) }))
    .output(caseRecord)
    .errors(changedMeanwhile(caseRecord)),
  ...inBulk('case', {}, caseFields, caseFields),
  /** What is deleted along with a case. */
  deletionImpact: reads('case', 'super admin')
    .input(caseId)
    .output(z.object({ witnesses: z.number() })),
  remove: changes('case', 'delete').input(caseId).output(z.void()),
};
