import { isDeepStrictEqual } from 'node:util';
import type { RoundPart } from '#contract/rounds.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { insertAll } from '../database/insert-all.ts';
import { deleteOne } from '../database/records.ts';
import { shareSeason } from '../season/season-lock.ts';

type Id = { schoolId: string; id: string };
const nameOf = async (tx: Tx, { schoolId, id }: Id): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('savedLineUps')
      .select('name')
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.name;

const partsOf = (tx: Tx, { schoolId, id }: Id): Promise<RoundPart[]> =>
  tx
    .selectFrom('savedLineUpParts')
    .select(['part', 'studentId', 'witnessId'])
    .where('schoolId', '=', schoolId)
    .where('lineUpId', '=', id)
    .orderBy('part')
    .execute();
const inOrder = (parts: readonly RoundPart[]) => parts.toSorted((one, other) => one.part.localeCompare(other.part));

const ofSchool = api.savedLineUps.ofSchool.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const lineUps = await tx
    .selectFrom('savedLineUps')
    .select(['id', 'teamId', 'side', 'name'])
    .where('schoolId', '=', schoolId)
    .orderBy('sortName')
    .orderBy('id')
    .execute();
  const parts = await tx
    .selectFrom('savedLineUpParts')
    .select(['lineUpId', 'part', 'studentId', 'witnessId'])
    .where('schoolId', '=', schoolId)
    .orderBy('part')
    .execute();
  const byLineUp = Map.groupBy(parts, ({ lineUpId }) => lineUpId);
  return lineUps.map((lineUp) => ({
    ...lineUp,
    parts: (byLineUp.get(lineUp.id) ?? []).map(({ part, studentId, witnessId }) => ({ part, studentId, witnessId })),
  }));
});

const save = api.savedLineUps.save.handler(async ({ input, context: { tx }, errors }) => {
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
    const isSame =
      (await nameOf(tx, lineUp)) === lineUp.name && isDeepStrictEqual(await partsOf(tx, lineUp), inOrder(parts));
    if (!isSame) throw errors.CONFLICT();
    return;
  }
  const rows = parts.map((part) => ({ ...part, lineUpId: lineUp.id, schoolId: lineUp.schoolId }));
  await insertAll(tx, 'savedLineUpParts', rows);
});

const rename = api.savedLineUps.rename.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, before, name } = input;
  const { numUpdatedRows } = await tx
    .updateTable('savedLineUps')
    .set({ name })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('name', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const now = await nameOf(tx, input);
  if (now === undefined) throw errors.NOT_FOUND();
  if (now !== name) throw errors.RENAMED();
});

const remove = api.savedLineUps.remove.handler(({ input: { schoolId, id }, context: { tx }, errors }) =>
  deleteOne(tx.deleteFrom('savedLineUps').where('schoolId', '=', schoolId).where('id', '=', id), errors),
);

export const savedLineUps = { ofSchool, save, rename, remove };
