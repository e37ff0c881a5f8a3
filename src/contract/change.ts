// How a record is changed: a form sends only what changed, with the version it was read at, so that nobody overwrites
// someone else's change without seeing it.
import * as z from 'zod/mini';

/** What the column holds: PostgreSQL's largest integer. */
export const MAX_VERSION = 2_147_483_647;
export const version = z.int().check(z.gte(1), z.lte(MAX_VERSION));

/** Refused: the record has changed since it was read. `by` is null if a command changed it; `current` is the record now. */
export const changedMeanwhile = <Record extends z.core.$ZodType>(record: Record) => ({
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'This was changed in the meantime.',
    data: z.object({ by: z.nullable(z.string()), at: z.date(), current: record }),
  },
});

/** The fields that a form may change: at least one of them. */
export const someOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.partial(z.strictObject(shape)).check(
    z.refine((changed) => Object.values(changed as object).some((value) => value !== undefined), {
      message: 'Nothing was changed.',
    }),
  );
