// Assignments: who belongs to which school in which role.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { school } from './schools.ts';
import { id, role } from './words.ts';

const ownAssignment = z.object({ schoolId: id, role, school });
export type OwnAssignment = z.infer<typeof ownAssignment>;
const schoolAssignment = z.object({ userId: id, role, user: z.object({ id, name: z.string(), email: z.string() }) });
export type SchoolAssignment = z.infer<typeof schoolAssignment>;

export const assignments = {
  /** The asker's own assignments, sorted by the school's name. */
  mine: reads('assignment').output(z.array(ownAssignment)),
  /** Everyone assigned to a school, sorted by name. */
  inSchool: reads('assignment')
    .input(z.object({ schoolId: id }))
    .output(z.array(schoolAssignment)),
};
