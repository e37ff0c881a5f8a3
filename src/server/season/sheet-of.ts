// The sheets that tournaments and ballots name.
import { sql } from 'kysely';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { isSameSheet, type Sheet, type SheetRef } from '#ballot/sheet/sheet.ts';
import type { ImportChoices } from '#contract/season-files.ts';
import type { SheetDescription } from '#contract/sheets.ts';
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

/** The versions of built-in sheets, and of the school's own. */
const sheetsFor = (tx: Tx, schoolId: string) =>
  tx
    .selectFrom('scoreSheets')
    .select(['id', 'edition as version', 'title', 'description'])
    .where((row) => row.or([row('schoolId', 'is', null), row('schoolId', '=', schoolId)]));

/** A sheet as it is stored, and as all code knows it. */
export const sheetFrom = ({ description, ...sheet }: SheetRef & { title: string; description: SheetDescription }) => ({
  ...sheet,
  ...description,
});

/**
 * All sheets that rounds of the school can be scored on, first the one that is chosen, or that of the chosen tournament, or college-28.
 * Without the chosen one if there is none, or if rounds can't be scored on it.
 */
export async function sheetsOfSchool(
  tx: Tx,
  schoolId: string,
  { tournament, season, sheet: chosen }: Pick<ImportChoices, 'tournament' | 'season' | 'sheet'> = {},
): Promise<Sheet[]> {
  const rows = await sheetsFor(tx, schoolId).orderBy('createdAt').execute();
  const sheets = rows.map(sheetFrom).filter(({ sides }) => sides.d !== null);
  const usual =
    chosen ??
    (tournament === undefined ? undefined : await sheetOfTournament(tx, schoolId, tournament, season)) ??
    COLLEGE_28;
  const isUsual = (sheet: Sheet): boolean => isSameSheet(sheet, usual);
  return [...sheets.filter(isUsual), ...sheets.filter((sheet) => !isUsual(sheet))];
}

/** Of several with this name, the one of the season, or the newest. */
const sheetOfTournament = (tx: Tx, schoolId: string, name: string, season = ''): Promise<SheetRef | undefined> =>
  tx
    .selectFrom('tournaments')
    .select(['sheetId as id', 'sheetEdition as version'])
    .where('schoolId', '=', schoolId)
    .where('sortName', '=', sql<string>`searchable(${name})`)
    .orderBy(sql`season = ${season}`, 'desc')
    .orderBy('season', 'desc')
    .executeTakeFirst();

/** A version of a built-in sheet, or of one of the school's own. */
export async function findSheet(tx: Tx, schoolId: string, { id, version }: SheetRef): Promise<Sheet | undefined> {
  const ofSheet = sheetsFor(tx, schoolId).where('id', '=', id).where('edition', '=', version);
  const found = await ofSheet.executeTakeFirst();
  return found && sheetFrom(found);
}
