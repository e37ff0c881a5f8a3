// A page of a sheet as the recognizer reads it.
import type { Paper } from '../drawing.ts';
import type { ReadableForm } from '../layout.ts';
import { sheetPages } from './paper.ts';
import { cellsOf, type Sheet } from './sheet.ts';

/** @returns null if the sheet has no such page */
export function readablePage(sheet: Sheet, paper: Paper, page: number): ReadableForm | null {
  const form = sheetPages(sheet, paper)[page - 1];
  return form ? { ...form, scores: cellsOf(sheet).filter(({ key }) => key in form.cells), numberFields: [] } : null;
}
