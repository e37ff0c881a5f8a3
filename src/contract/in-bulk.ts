// Changes to many records of a list: the preview of a file, and the changes themselves. Each is the same as a change from a form,
// with the version it was read at, and can be refused while the others are made.
import * as z from 'zod/mini';
import { changes } from './call.ts';
import { someOf, version } from './change.ts';
import { LIST_FILE, MAX_CHANGES } from './list-files.ts';
import type { Subject } from './permissions.ts';
import { id } from './fields.ts';

const file = z.file().check(z.maxSize(LIST_FILE.maxBytes, LIST_FILE.tooLarge));

/** In the order of the changes. */
const outcomes = z.array(
  z.object({
    /** The record's new version; null if the record was deleted or the change refused. */
    version: z.nullable(z.number()),
    /** Why it was refused, in a sentence. */
    refused: z.nullable(z.string()),
  }),
);
export type Outcome = z.infer<typeof outcomes>[number];

const ROW_STATES = ['new', 'changed', 'same', 'refused'] as const;
const cell = z.nullable(z.string());
const previewOf = <Change extends z.core.$ZodType>(change: Change) =>
  z.object({
    /** Columns that the list does not have. */
    ignored: z.array(z.string()),
    rows: z.array(
      z.object({
        /** Where the row is in the file. */
        line: z.number(),
        label: z.string(),
        state: z.enum(ROW_STATES),
        /** Why the row is refused, or what else happens. */
        message: z.nullable(z.string()),
        differences: z.array(z.object({ column: z.string(), before: cell, after: cell })),
        change: z.nullable(change),
        /** What `change` replaces, for an undo. */
        was: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      }),
    ),
  });

export const UNREADABLE_FILE = { status: 422, message: 'The file can’t be read.' };

/** What importing a file would do. Changes nothing. `where` names the list: the school of a roster. */
export const filePreview = <Where extends z.core.$ZodShape, Change extends z.core.$ZodType>(
  subject: Subject,
  where: Where,
  change: Change,
) =>
  changes(subject, 'update', LIST_FILE)
    .input(z.strictObject({ ...where, file }))
    .output(previewOf(change))
    .errors({ UNREADABLE_FILE });

/** Makes up to MAX_CHANGES changes. Sent twice, they are made once. */
export const manyChanges = <Where extends z.core.$ZodShape, Change extends z.core.$ZodType>(
  subject: Subject,
  where: Where,
  change: Change,
) =>
  changes(subject, 'update')
    .input(z.strictObject({ ...where, changes: z.array(change).check(z.maxLength(MAX_CHANGES)) }))
    .output(outcomes);

/** Changes a record’s fields, if it still has the version that the person saw. */
export const updateIn = <Key extends z.core.$ZodShape, Changed extends z.core.$ZodShape>(key: Key, changed: Changed) =>
  z.strictObject({ ...key, version, changed: someOf(changed) });

/** Adds a record, changes it, or undoes an addition: only if nobody has changed the record since and nothing belongs to it. */
export const anyChangeIn = <
  Key extends z.core.$ZodShape,
  Added extends z.core.$ZodShape,
  Changed extends z.core.$ZodShape,
>(
  key: Key,
  added: Added,
  changed: Changed,
) =>
  z.union([
    z.strictObject({ ...key, add: z.strictObject(added) }),
    updateIn(key, changed),
    z.strictObject({ ...key, version, remove: z.literal(true) }),
  ]);

/** Both calls of a list whose records have an id. */
export const inBulk = <
  Where extends z.core.$ZodShape,
  Added extends z.core.$ZodShape,
  Changed extends z.core.$ZodShape,
>(
  subject: Subject,
  where: Where,
  added: Added,
  changed: Changed,
) => {
  const change = anyChangeIn({ id }, added, changed);
  return { previewImport: filePreview(subject, where, change), changeMany: manyChanges(subject, where, change) };
};
