// Witnesses of a case.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { id, name } from './fields.ts';
import { WITNESS_SIDES, WITNESS_TYPES } from './words.ts';

const fields = { name, side: z.enum(WITNESS_SIDES), type: z.enum(WITNESS_TYPES) };
export const witness = z.object({ id, caseId: id, ...fields, name: z.string(), version });
export type Witness = z.infer<typeof witness>;

export const witnesses = {
  /** The case's witnesses, sorted by name. */
  ofCase: reads('witness')
    .input(z.strictObject({ caseId: id }))
    .output(z.array(witness)),
  /** The form chooses `id`, so that a witness sent twice is added once. */
  add: changes('witness', 'create')
    .input(z.strictObject({ id, caseId: id, ...fields }))
    .output(witness),
  update: changes('witness', 'update')
    .input(z.strictObject({ witnessId: id, version, changed: someOf(fields) }))
    .output(witness)
    .errors(changedMeanwhile(witness)),
  remove: changes('witness', 'delete')
    .input(z.strictObject({ witnessId: id }))
    .output(z.void()),
};
