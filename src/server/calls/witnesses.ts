import type { Witness } from '#contract/witnesses.ts';
import { api } from '../api.ts';
import { recordsOf } from '../database/records.ts';

const COLUMNS = ['id', 'caseId', 'name', 'side', 'type', 'version'] as const;

const records = recordsOf<Witness>({
  table: 'witnesses',
  columns: COLUMNS,
  unique: ['id'],
  recorded: ({ id = '' }, current) => ({ subject: 'witness', recordId: id, parentId: current?.caseId ?? null }),
});

const ofCase = api.witnesses.ofCase.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('witnesses')
    .select(COLUMNS)
    .where('caseId', '=', input.caseId)
    .orderBy('sortName')
    .orderBy('id')
    .execute(),
);

const add = api.witnesses.add.handler(({ input, context: { tx }, errors }) =>
  records.add(tx, input, { id: input.id }, errors),
);

const update = api.witnesses.update.handler(({ input: { witnessId: id, ...change }, context: { tx }, errors }) =>
  records.update(tx, { id }, change, errors),
);

const remove = api.witnesses.remove.handler(({ input: { witnessId: id }, context: { tx }, errors }) =>
  records.remove(tx, { id }, errors),
);

export const witnesses = { ofCase, add, update, remove };
