import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { insertAll } from '../database/insert-all.ts';
import { deletes } from '../database/records.ts';
import { areSameParts } from '../season/round.ts';
import { shareSeason } from '../season/season-lock.ts';

/** A school's line-ups with their parts. */
const lineUpsOf = (tx: Tx, schoolId: string) =>
  tx
    .selectFrom('savedLineUps')
    .select(['id', 'teamId', 'side', 'name'])
    .select((lineUp) =>
      jsonArrayFrom(
        lineUp
          .selectFrom('savedLineUpParts')
          .select(['part', 'studentId', 'witnessId'])
          .whereRef('lineUpId', '=', 'savedLineUps.id')
          .orderBy('part'),
      ).as('parts'),
    )
    .where('schoolId', '=', schoolId);

export const ofSchool = api.savedLineUps.ofSchool.handler(({ input: { schoolId }, context: { tx } }) =>
  lineUpsOf(tx, schoolId).orderBy('sortName').orderBy('id').execute(),
);

export const save = api.savedLineUps.save.handler(async ({ input, context: { tx }, errors }) => {
  const { parts, ...lineUp } = input;
  await shareSeason(tx, lineUp.schoolId);
  const inserted = await tx
    .insertInto('savedLineUps')
    .values(lineUp)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    // Or the same request came before.
    const found = await lineUpsOf(tx, lineUp.schoolId).where('id', '=', lineUp.id).executeTakeFirst();
    const isSame = found?.name === lineUp.name && areSameParts(found.parts, parts);
    if (!isSame) throw errors.CONFLICT();
    return;
  }
  const rows = parts.map((part) => ({ ...part, lineUpId: lineUp.id, schoolId: lineUp.schoolId }));
  await insertAll(tx, 'savedLineUpParts', rows);
});

export const rename = api.savedLineUps.rename.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, before, name } = input;
  const { numUpdatedRows } = await tx
    .updateTable('savedLineUps')
    .set({ name })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('name', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const now = await lineUpsOf(tx, schoolId).where('id', '=', id).executeTakeFirst();
  if (!now) throw errors.NOT_FOUND();
  if (now.name !== name) throw errors.RENAMED();
});

export const remove = api.savedLineUps.remove.handler(deletes('savedLineUps'));
