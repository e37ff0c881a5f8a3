// Why a photo of a sheet is refused, and whether it is read again.
import type { SheetCode } from './code.ts';
import type { Sheet } from './sheet.ts';

export const NO_CODE =
  'The code at the top right of this sheet can’t be read. Photograph it closer, and keep it in the light.';
export const UNKNOWN_SHEET =
  'This sheet is not one of this school’s. Choose the school whose sheet it is, or print the sheet again.';

export const OTHER_SCHOOL = 'This sheet was printed for another school. Choose that school to read it.';
export const OTHER_SHEET =
  'This is another score sheet. Its photos are read with the season’s ballots, under “Ballots from photos”.';

type Found = { documents: readonly { code?: SheetCode | undefined; refusal?: string | undefined }[] };

/** Whether the code names another school than the one that the photo is read for. */
export const isOfAnother = ({ schoolId }: SheetCode, readFor: string | undefined): boolean =>
  schoolId !== null && readFor !== undefined && schoolId !== readFor;

/**
 * Reads a photo. If it shows a sheet that only a school knows, it is read again with that sheet, which most photos don't need.
 * @param sheetOf finds a version of one of the school's own sheets
 */
export async function readOwnSheet<Read extends Found>(
  schoolId: string | undefined,
  read: (sheets: readonly Sheet[]) => Promise<Read>,
  sheetOf: (schoolId: string, code: SheetCode) => Promise<Sheet | null | undefined>,
): Promise<Read> {
  const first = await read([]);
  const code = first.documents.find(({ refusal }) => refusal === UNKNOWN_SHEET)?.code;
  if (!code || schoolId === undefined || isOfAnother(code, schoolId)) return first;
  const sheet = await sheetOf(schoolId, code);
  return sheet ? read([sheet]) : first;
}
