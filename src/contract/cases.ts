// Cases, as everyone who is signed in may see them.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { id } from './words.ts';

const caseOverview = z.object({ id, name: z.string(), year: z.number(), witnessCount: z.number() });
export type CaseOverview = z.infer<typeof caseOverview>;

export const cases = {
  /** All cases, active ones first, each with the number of its witnesses. */
  overview: reads('case').output(z.array(caseOverview)),
};
