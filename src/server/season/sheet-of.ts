// The sheets that tournaments and ballots name.
import type { Sheet, SheetRef } from '#ballot/sheet/sheet.ts';
import type { Tx } from '../database/database.ts';

type StoredRef = { sheetId: string; sheetEdition: number };

/** A record as answers have it: with its sheet in place of the columns. */
export const withSheet = <Row extends StoredRef>({ sheetId, sheetEdition, ...row }: Row) => ({
  ...row,
  sheet: { id: sheetId, version: sheetEdition },
});

/** The columns of a sheet, if one is given. */
export const sheetColumns = <Values extends { sheet?: SheetRef | undefined }>({ sheet, ...values }: Values) => ({
  ...values,
  ...(sheet && { sheetId: sheet.id, sheetEdition: sheet.version }),
});

/** A version of a built-in sheet, or of one of the school's own. */
export async function findSheet(tx: Tx, schoolId: string, { id, version }: SheetRef): Promise<Sheet | undefined> {
  const found = await tx
    .selectFrom('scoreSheets')
    .select(['title', 'description'])
    .where('id', '=', id)
    .where('edition', '=', version)
    .where((row) => row.or([row('schoolId', 'is', null), row('schoolId', '=', schoolId)]))
    .executeTakeFirst();
  return found && { id, version, title: found.title, ...found.description };
}
