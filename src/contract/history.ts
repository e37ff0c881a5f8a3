// The history: who changed what and when. The database writes it, and nobody can rewrite it.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { id } from './words.ts';

export const RECORDED_SUBJECTS = [
  'school',
  'user',
  'superAdmin',
  'assignment',
  'case',
  'witness',
  'team',
  'student',
  'tournament',
] as const;
export type RecordedSubject = (typeof RECORDED_SUBJECTS)[number];

const values = z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const change = z.object({
  id: z.int(),
  at: z.date(),
  /** As he or she was called then; null when a command did it. The person may be gone by now. */
  by: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  subject: z.enum(RECORDED_SUBJECTS),
  action: z.enum(['create', 'update', 'delete']),
  recordId: id,
  /** The school of an assignment or roster entry, the case of a witness. */
  parentId: z.nullable(id),
  /** The record's name at that time: `Priya Shah at Alder Creek University` for an assignment. */
  label: z.string(),
  /** The columns that changed, before and after, a team by its name; null for a record that was not there yet, or is no longer. */
  before: values,
  after: values,
});
export type Change = z.infer<typeof change>;

export const history = {
  /** Newest first; of one record (and what belongs to it), one subject, one person's doing, or everything. */
  list: reads('change', 'super admin')
    .input(
      z.object({
        recordId: z.optional(id),
        subject: z.optional(z.enum(RECORDED_SUBJECTS)),
        byId: z.optional(id),
        /** Continues below the change with this number. */
        before: z.optional(z.int()),
      }),
    )
    .output(z.object({ rows: z.array(change), next: z.nullable(z.int()) })),
};
