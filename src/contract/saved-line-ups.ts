// Line-ups that a school's staff has saved under a name, to begin a round with.
import * as z from 'zod/mini';
import { ALL_PARTS } from '#metrics/scores.ts';
import { changes, reads } from './call.ts';
import { id, name } from './fields.ts';
import { roundPart } from './rounds.ts';
import { fullList, MAX_SAVED_LINE_UPS, ROUND_SIDES } from './words.ts';

const fields = {
  id,
  teamId: id,
  side: z.enum(ROUND_SIDES),
};
const savedLineUp = z.object({ ...fields, name: z.string(), parts: z.array(roundPart) });
export type SavedLineUp = z.infer<typeof savedLineUp>;

const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'This team already has a line-up with this name for this side.' },
};

export const savedLineUps = {
  /** Sorted by name. A student or witness who was deleted is missing. */
  ofSchool: reads('lineUp')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(savedLineUp)),
  /** The form chooses `id`, so that a line-up sent twice is saved once. */
  save: changes('lineUp', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        ...fields,
        name,
        parts: z.array(roundPart).check(z.minLength(1), z.maxLength(ALL_PARTS.length)),
      }),
    )
    .output(z.void())
    .errors({ ...nameTaken, ...fullList('saved line-ups', MAX_SAVED_LINE_UPS) }),
  /** `before` is the name that the person saw: nobody overwrites another person's new name without seeing it. */
  rename: changes('lineUp', 'update')
    .input(z.strictObject({ schoolId: id, id, before: name, name }))
    .output(z.void())
    .errors({
      ...nameTaken,
      RENAMED: { status: 409, message: 'Someone else has just renamed this line-up.' },
    }),
  remove: changes('lineUp', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
};
