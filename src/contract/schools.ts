// Schools: the details of a school for its people, and the list of all schools for super admins.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { SCHOOL_COLUMNS, SCHOOL_SORTS } from './columns.ts';
import { inBulk } from './in-bulk.ts';
import { foundPageOf, listOf, search } from './listing.ts';
import { id, name } from './fields.ts';

export const school = z.object({ id, name: z.string(), shortName: z.string(), isPremium: z.boolean() });
export const schoolRecord = z.extend(school, { version });
export type SchoolRecord = z.infer<typeof schoolRecord>;
const schoolRow = z.extend(schoolRecord, { memberCount: z.number() });
export type SchoolRow = z.infer<typeof schoolRow>;

/** Which schools a list shows. */
const schoolFilter = z.strictObject({ isPremium: z.optional(z.boolean()) });

const schoolId = z.strictObject({ schoolId: id });
export const schoolFields = { name, shortName: name, isPremium: z.boolean() };

export const schools = {
  /** The school, or null if there is none with this id that the person may see. */
  details: reads('school').input(schoolId).output(z.nullable(schoolRecord)),
  list: reads('school', 'super admin')
    .input(listOf(SCHOOL_COLUMNS, SCHOOL_SORTS, schoolFilter))
    .output(foundPageOf(schoolRow)),
  /** The form chooses `id`, so that a school sent twice is added once. */
  add: changes('school', 'create')
    .input(z.strictObject({ id, ...schoolFields }))
    .output(schoolRecord),
  update: changes('school', 'update')
    .input(z.strictObject({ schoolId: id, version, changed: someOf(schoolFields) }))
    .output(schoolRecord)
    .errors(changedMeanwhile(schoolRecord)),
  ...inBulk('school', {}, schoolFields, schoolFields),
  /** What is deleted along with a school. */
  deletionImpact: reads('school', 'super admin')
    .input(schoolId)
    .output(z.object({ assignments: z.number(), teams: z.number(), students: z.number(), tournaments: z.number() })),
  remove: changes('school', 'delete').input(schoolId).output(z.void()),
  /** The first schools, by name, that the user is not assigned to. */
  notOfUser: reads('school', 'super admin')
    .input(z.strictObject({ userId: id, search }))
    .output(z.array(school)),
};
