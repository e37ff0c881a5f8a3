// A sheet of a school's own, for a photo whose code names it.
import type { SheetCode } from '#ballot/sheet/code.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { Check, Entry } from '../database/entry.ts';
import { findSheet } from '../season/sheet-of.ts';

export type SheetOf = (schoolId: string, code: SheetCode) => Promise<Sheet | null>;

export const ownSheet = async (
  entry: Entry,
  check: Check,
  ...[schoolId, { sheet: id, version }]: Parameters<SheetOf>
): ReturnType<SheetOf> => (await entry.read(check, (tx) => findSheet(tx, schoolId, { id, version }))) ?? null;
