// Schools: the details of one that the asker belongs to.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { id } from './words.ts';

export const school = z.object({ id, name: z.string(), shortName: z.string(), isPremium: z.boolean() });
export type School = z.infer<typeof school>;

export const schools = {
  /** The school, or null when there is none with that id that the asker may see. */
  details: reads('school')
    .input(z.object({ schoolId: id }))
    .output(z.nullable(school)),
};
