import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { addOnce, deleteOne, updateUnlessChanged } from '../database/records.ts';

const COLUMNS = ['id', 'caseId', 'name', 'side', 'type', 'version'] as const;

const find = (tx: Tx, witnessId: string) => tx.selectFrom('witnesses').select(COLUMNS).where('id', '=', witnessId);

const ofCase = api.witnesses.ofCase.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('witnesses')
    .select(COLUMNS)
    .where('caseId', '=', input.caseId)
    .orderBy('sortName')
    .orderBy('id')
    .execute(),
);

const add = api.witnesses.add.handler(({ input, context: { tx }, errors }) => {
  const insert = tx
    .insertInto('witnesses')
    .values(input)
    .onConflict((conflict) => conflict.column('id').doNothing());
  return addOnce(input, { insert: insert.returning(COLUMNS), find: find(tx, input.id) }, errors);
});

const update = api.witnesses.update.handler(({ input: { witnessId, version, changed }, context: { tx }, errors }) => {
  const query = tx.updateTable('witnesses').set(changed).where('id', '=', witnessId).where('version', '=', version);
  return updateUnlessChanged(
    tx,
    changed,
    {
      update: query.returning(COLUMNS),
      find: find(tx, witnessId),
      recorded: ({ caseId }) => ({ subject: 'witness', recordId: witnessId, parentId: caseId }),
    },
    errors,
  );
});

const remove = api.witnesses.remove.handler(({ input, context: { tx }, errors }) =>
  deleteOne(tx.deleteFrom('witnesses').where('id', '=', input.witnessId), errors),
);

export const witnesses = { ofCase, add, update, remove };
