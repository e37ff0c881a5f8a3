// The history: who changed what, and when. The database writes it, and nobody can rewrite it.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { id } from './fields.ts';
import { search } from './listing.ts';
import { RECORDED_SUBJECTS } from './words.ts';

const values = z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));
const change = z.object({
  id: z.int(),
  at: z.date(),
  /** The person's name at that time; null if a command made the change. The account may have been deleted since. */
  by: z.nullable(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      /** The name of the access token with which a program made the change for the person; null if none did. */
      program: z.nullable(z.string()),
    }),
  ),
  subject: z.enum(RECORDED_SUBJECTS),
  action: z.enum(['create', 'update', 'delete', 'restore', 'deleteForGood']),
  recordId: id,
  /** The school of an assignment or roster entry, the case of a witness. */
  parentId: z.nullable(id),
  /** The name of that school or case, if it still exists. */
  parent: z.nullable(z.string()),
  /** The record's name at that time: `Priya Shah at Alder Creek University` for an assignment. */
  label: z.string(),
  /** The columns that changed, before and after, with teams and score sheets by name. Null before a record existed and after it was deleted. */
  before: values,
  after: values,
});
export type Change = z.infer<typeof change>;

export const history = {
  /**
   * Newest first: the changes of one record (and what belongs to it), of one subject, by one person, or all of them. A search finds the changes in which
   * each of its words begins a word of the record's name, of the person's name or email address, or of the token's name. A page of a
   * search can have fewer rows than others, or none, although there are more.
   */
  list: reads('change', 'super admin')
    .input(
      z.strictObject({
        recordId: z.optional(id),
        subject: z.optional(z.enum(RECORDED_SUBJECTS)),
        byId: z.optional(id),
        search,
        /** Continues below the change with this number. */
        before: z.optional(z.int()),
      }),
    )
    .output(z.object({ rows: z.array(change), next: z.nullable(z.int()) })),
};
