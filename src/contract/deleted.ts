// Deleted records: listed and restored for 30 days by those who may delete them. What is kept of a record stays in the
// database; only its name, who deleted it, when, and how much was deleted with it is ever shown.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import type { Subject } from './permissions.ts';
import { id } from './fields.ts';

const DELETED_RECORDS = ['school', 'user', 'case'] as const;
const DELETED_ENTRIES = ['team', 'student', 'tournament', 'import'] as const;
export type DeletedSubject = (typeof DELETED_RECORDS)[number] | (typeof DELETED_ENTRIES)[number];

const count = z.int().check(z.gte(0));
const deleted = z.object({
  id,
  subject: z.enum([...DELETED_RECORDS, ...DELETED_ENTRIES]),
  label: z.string(),
  /** Null: a command of the server deleted it. */
  by: z.nullable(z.string()),
  at: z.date(),
  /** Until it is deleted for good. */
  daysLeft: count,
  alsoDeleted: z.object({
    assignments: count,
    teams: count,
    students: count,
    tournaments: count,
    rounds: count,
    ballots: count,
    witnesses: count,
  }),
});
export type Deleted = z.infer<typeof deleted>;

/** `by`: who had restored it before this call; null if this person has. */
const restored = z.object({ by: z.nullable(z.string()) });
export type Restored = z.infer<typeof restored>;

/** Calls that restore a record with everything that was deleted with it, or delete its copy for good. */
const deletedOf = <Which extends z.core.$ZodType>(subject: Extract<Subject, `deleted${string}`>, which: Which) => ({
  restore: changes(subject, 'update')
    .input(which)
    .output(restored)
    .errors({
      TAKEN: {
        status: 409,
        message:
          'Another record already uses this name, email address, person, round or judge number. Change that first.',
      },
      NEEDS_ANOTHER: { status: 409, message: 'Something that belongs to it was deleted, too. Restore that first.' },
      NEEDS_SCHOOL: { status: 409, message: 'Its school is deleted.' },
      FULL: { status: 409, message: 'A list of this school is full.' },
    }),
  deleteForGood: changes(subject, 'delete').input(which).output(z.void()),
});

export const deletedRecords = {
  /** Newest first. */
  list: reads('deletedRecord', 'database manager')
    .input(z.strictObject({ subject: z.enum(DELETED_RECORDS) }))
    .output(z.array(deleted)),
  ...deletedOf('deletedRecord', z.strictObject({ id })),
};

export const deletedEntries = {
  /** The school's teams, students, tournaments and undone imports, newest first. */
  inSchool: reads('deletedEntry')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(deleted)),
  ...deletedOf('deletedEntry', z.strictObject({ schoolId: id, id })),
};
