// The labels of a sheet's scores, which head their columns in files, from the names of their side, row, and section: nobody types them.
import type { Side } from '../form.ts';
import { MAX_LABEL, otherColumns } from './problems.ts';
import type { Sheet, SheetCell, SheetRow } from './sheet.ts';

/** As much of the text as fits before the ending, without splitting a character. */
const cut = (text: string, ending = ''): string =>
  text
    .slice(0, MAX_LABEL - ending.length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd() + ending;

/** The text, with a number appended if it is taken, ignoring case. */
function freeLabel(text: string, taken: Set<string>): string {
  let label = cut(text);
  for (let number = 2; taken.has(label.toLowerCase()); number += 1) label = cut(text, ` ${number}`);
  taken.add(label.toLowerCase());
  return label;
}

/** `P Cross (D Witness 1)` */
export function withColumnLabels(sheet: Sheet): Sheet {
  const taken = new Set(otherColumns(sheet).map((column) => column.trim().toLowerCase()));
  const labeled = (cell: SheetCell | null, side: Side, row: SheetRow, section: string | null): SheetCell | null => {
    if (cell === null) return null;
    const short = (sheet.sides[side]?.short ?? side).trim();
    const where = section === null || section.trim() === '' ? '' : ` (${section.trim()})`;
    return { ...cell, label: freeLabel(`${short} ${row.label.trim() || 'Score'}${where}`.trim(), taken) };
  };
  return {
    ...sheet,
    sections: sheet.sections.map((section) => ({
      ...section,
      rows: section.rows.map((row) => ({
        ...row,
        p: labeled(row.p, 'p', row, section.title),
        d: labeled(row.d, 'd', row, section.title),
      })),
    })),
  };
}
