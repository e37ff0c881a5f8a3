// What the QR code of a printed sheet says: which sheet it is, and whose it is as far as that was known when it was printed.
// Capital letters, digits and a few signs keep the code small.

export type SheetCode = {
  readonly sheet: string;
  readonly version: number;
  /** From 1. */
  readonly page: number;
  /** Ids, and the judge's number in the round. Null: not known. */
  readonly schoolId: string | null;
  readonly roundId: string | null;
  readonly judge: number | null;
};

const START = 'CS1';

const plain = (id: string | null): string => (id ?? '').replaceAll('-', '').toUpperCase();
const uuid = (hex: string): string | null =>
  hex === '' ? null : hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The content of a page’s code, in the capital letters and digits that a QR code stores in the least space. `readCode` reads
 * it.
 */
export const codeText = ({ sheet, version, page, schoolId, roundId, judge }: SheetCode): string =>
  [START, sheet.toUpperCase(), version, page, plain(schoolId), plain(roundId), judge ?? ''].join('/');

const CODE = new RegExp(`^${START}/([A-Z0-9-]{1,40})/(\\d{1,6})/(\\d)/([0-9A-F]{32})?/([0-9A-F]{32})?/(\\d{1,2})?$`);

/** The content of a code; null if it isn't one of ours. */
export function readCode(text: string): SheetCode | null {
  const [, sheet, version, page, school = '', round = '', judge = ''] = CODE.exec(text) ?? [];
  if (sheet === undefined) return null;
  return {
    sheet: sheet.toLowerCase(),
    version: Number(version),
    page: Number(page),
    schoolId: uuid(school),
    roundId: uuid(round),
    judge: judge === '' ? null : Number(judge),
  };
}
