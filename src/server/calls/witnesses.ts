import { witness } from '#contract/witnesses.ts';
import { api } from '../api.ts';
import { recordsOf } from '../database/records.ts';

const records = recordsOf({ table: 'witnesses', subject: 'witness', answer: witness, key: { id: 'witnessId' } });

export const ofCase = api.witnesses.ofCase.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('witnesses')
    .select(records.columns)
    .where('caseId', '=', input.caseId)
    .orderBy('sortName')
    .orderBy('id')
    .execute(),
);

export const add = api.witnesses.add.handler(records.add);
export const update = api.witnesses.update.handler(records.update);
export const remove = api.witnesses.remove.handler(records.remove);
