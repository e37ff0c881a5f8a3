// A sheet of a school's own, for a photo whose code names it.
import type { SheetCode } from '#ballot/sheet/code.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { id as uuid } from '#contract/fields.ts';
import type { Check, Entry } from '../database/entry.ts';

export type SheetOf = (schoolId: string, code: SheetCode) => Promise<Sheet | null>;

export const ownSheet =
  (entry: Entry, check: Check): SheetOf =>
  async (schoolId, { sheet: id, version }) => {
    if (!uuid.safeParse(id).success) return null;
    const found = await entry.read(check, (tx) =>
      tx
        .selectFrom('scoreSheets')
        .select(['title', 'description'])
        .where('schoolId', '=', schoolId)
        .where('id', '=', id)
        .where('edition', '=', version)
        .executeTakeFirst(),
    );
    return found ? { id, version, title: found.title, ...found.description } : null;
  };
