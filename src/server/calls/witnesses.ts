import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { lastChangeOf } from '../database/last-change.ts';
import { isSame } from '../database/same.ts';

const COLUMNS = ['id', 'caseId', 'name', 'side', 'type', 'version'] as const;

const find = (tx: Tx, witnessId: string) =>
  tx.selectFrom('witnesses').select(COLUMNS).where('id', '=', witnessId).executeTakeFirst();

const ofCase = api.witnesses.ofCase.handler(({ input, context: { tx } }) =>
  tx
    .selectFrom('witnesses')
    .select(COLUMNS)
    .where('caseId', '=', input.caseId)
    .orderBy('sortName')
    .orderBy('id')
    .execute(),
);

const add = api.witnesses.add.handler(async ({ input, context: { tx }, errors }) => {
  const added = await tx
    .insertInto('witnesses')
    .values(input)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  const witness = added ?? (await find(tx, input.id));
  if (!witness || !isSame(witness, input)) throw errors.CONFLICT();
  return witness;
});

const update = api.witnesses.update.handler(async ({ input, context: { tx }, errors }) => {
  const { witnessId, version, changed } = input;
  const updated = await tx
    .updateTable('witnesses')
    .set(changed)
    .where('id', '=', witnessId)
    .where('version', '=', version)
    .returning(COLUMNS)
    .executeTakeFirst();
  if (updated) return updated;
  const current = await find(tx, witnessId);
  if (!current) throw errors.NOT_FOUND();
  if (isSame(current, changed)) return current;
  const change = await lastChangeOf(tx, 'witness', witnessId, current.caseId);
  throw errors.CHANGED_MEANWHILE({ data: { ...change, current } });
});

const remove = api.witnesses.remove.handler(async ({ input, context: { tx }, errors }) => {
  const removed = await tx.deleteFrom('witnesses').where('id', '=', input.witnessId).executeTakeFirst();
  if (Number(removed.numDeletedRows) === 0) throw errors.NOT_FOUND();
});

export const witnesses = { ofCase, add, update, remove };
