// Score sheets that a school describes itself. A saved version never changes; the newest is the one to print from.
import { isDeepStrictEqual } from 'node:util';
import type { SchoolSheet } from '#contract/sheets.ts';
import { api } from '../api.ts';
import { currentUser, type Tx } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { findSheet, sheetFrom } from '../season/sheet-of.ts';

/** The newest version of each sheet of a school, or of one sheet. */
async function newest(tx: Tx, schoolId: string, id?: string): Promise<SchoolSheet[]> {
  const rows = await tx
    .selectFrom('scoreSheets as s')
    .leftJoin('users', 'users.id', 'madeBy')
    .distinctOn('s.id')
    .select(['s.id', 'edition as version', 'title', 'description', 'users.name as madeBy', 's.createdAt as madeAt'])
    .where('schoolId', '=', schoolId)
    .$if(id !== undefined, (query) => query.where('s.id', '=', id!))
    .orderBy('s.id')
    .orderBy('edition', 'desc')
    .execute();
  return rows
    .map(({ madeBy, madeAt, ...sheet }) => ({ sheet: sheetFrom(sheet), madeBy, madeAt }))
    .toSorted(
      (one, other) =>
        one.sheet.title.localeCompare(other.sheet.title, 'en') || (one.sheet.id < other.sheet.id ? -1 : 1),
    );
}

export const ofSchool = api.sheets.ofSchool.handler(({ input: { schoolId }, context: { tx } }) => newest(tx, schoolId));

export const save = api.sheets.save.handler(async ({ input: { schoolId, sheet }, context: { tx }, errors }) => {
  const { id, version, title, ...description } = sheet;
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('scoreSheets')
    .values({ id, schoolId, edition: version, title, description, madeBy: currentUser })
    .onConflict((conflict) => conflict.columns(['id', 'edition']).doNothing())
    .executeTakeFirstOrThrow();
  if (added === 1n) return;
  const [current] = await newest(tx, schoolId, id);
  // Another school's sheet has this id.
  if (!current) throw errors.CONFLICT();
  // The same request came before.
  if (isDeepStrictEqual(current.sheet, sheet)) return;
  throw errors.CHANGED_MEANWHILE({ data: { by: current.madeBy, at: current.madeAt, current } });
});

export const version = api.sheets.version.handler(async ({ input, context: { tx } }) => {
  return (await findSheet(tx, input.schoolId, input.sheet)) ?? null;
});

export const remove = api.sheets.remove.handler(deletes('scoreSheets'));
