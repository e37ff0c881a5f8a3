// Assignments: who belongs to which school in which role.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, version } from './change.ts';
import { anyChangeIn, manyChanges } from './in-bulk.ts';
import { after, pageOf } from './listing.ts';
import { school } from './schools.ts';
import { id, role } from './fields.ts';
import { fullList } from './words.ts';

const ownAssignment = z.object({ schoolId: id, role, school });
export type OwnAssignment = z.infer<typeof ownAssignment>;
const person = z.object({ id, name: z.string(), email: z.string() });
const schoolAssignment = z.object({ userId: id, role, version, user: person });
export type SchoolAssignment = z.infer<typeof schoolAssignment>;

const key = { userId: id, schoolId: id };
export const assignmentChange = anyChangeIn(key, { role }, { role });

export const assignment = z.object({ userId: id, schoolId: id, role, version });
export type Assignment = z.infer<typeof assignment>;
const assignmentOfSchool = z.extend(assignment, { user: person });
export type AssignmentOfSchool = z.infer<typeof assignmentOfSchool>;
const assignmentOfUser = z.extend(assignment, { school });
export type AssignmentOfUser = z.infer<typeof assignmentOfUser>;

export const assignments = {
  /** The person's own assignments, sorted by school name. */
  mine: reads('assignment').output(z.array(ownAssignment)),
  /** Everyone assigned to a school, sorted by name. */
  inSchool: reads('assignment')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(schoolAssignment)),
  /** A school's assignments, by the user's name, a page at a time. */
  ofSchool: reads('assignment', 'super admin')
    .input(z.strictObject({ schoolId: id, after: z.optional(after) }))
    .output(pageOf(assignmentOfSchool)),
  /** A user's assignments, by the school's name, a page at a time. */
  ofUser: reads('assignment', 'super admin')
    .input(z.strictObject({ userId: id, after: z.optional(after) }))
    .output(pageOf(assignmentOfUser)),
  /** How many people a school has in each role. */
  countsByRole: reads('assignment')
    .input(z.strictObject({ schoolId: id }))
    .output(z.object({ primary: z.number(), admin: z.number(), viewer: z.number() })),
  /**
   * Sent twice, it assigns the user once. CONFLICT: the user is already assigned in another role. With `studentId`, the user becomes this
   * student of the school again, unless somebody else is by then.
   */
  assign: changes('assignment', 'create')
    .input(z.strictObject({ userId: id, schoolId: id, role, studentId: z.optional(z.nullable(id)) }))
    .output(assignment)
    .errors({ CONFLICT: { status: 409, message: 'This user is already assigned to this school in another role.' } })
    .errors(fullList('people')),
  changeRole: changes('assignment', 'update')
    .input(z.strictObject({ userId: id, schoolId: id, version, role }))
    .output(assignment)
    .errors(changedMeanwhile(assignment)),
  changeMany: manyChanges('assignment', {}, assignmentChange),
  /** Answers which student of the school the user was, for an undo. */
  remove: changes('assignment', 'delete')
    .input(z.strictObject({ userId: id, schoolId: id }))
    .output(z.object({ studentId: z.nullable(id) })),
};
