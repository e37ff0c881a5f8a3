// How sheets read in words.
import { maximumOf } from '#ballot/score.ts';
import { callingSide } from '#ballot/sheet/role-numbers.ts';
import {
  cellsOf,
  rowsOf,
  sidesOf,
  type CellRole,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from '#ballot/sheet/sheet.ts';
import type { Side } from '#ballot/form.ts';
import { counted, factsText, listText, numberText } from '#web/format.ts';

export const ROLE_LABELS: Record<CellRole, string> = {
  opening: 'Opening',
  closing: 'Closing',
  'attorney-direct': 'Attorney on direct',
  'attorney-cross': 'Attorney on cross',
  'witness-direct': 'Witness on direct',
  'witness-cross': 'Witness under cross',
  witness: 'Witness, in one score',
  pretrial: 'Pretrial motion',
  clerk: 'Clerk',
  bailiff: 'Bailiff',
  criterion: 'Something else',
};

const shortOf = ({ sides }: Sheet, side: Side): string => sides[side]?.short ?? side.toUpperCase();

/** "D witness 2" */
export const witnessText = (sheet: Sheet, side: Side, { role, number }: Pick<SheetCell, 'role' | 'number'>): string =>
  `${shortOf(sheet, callingSide(side, role))} witness ${number}`;

/** "0 to 10, × 2 · P and D" */
export function rowText(sheet: Sheet, { min, max, weight, p, d }: SheetRow): string {
  const sides = (['p', 'd'] as const).filter((side) => ({ p, d })[side] !== null);
  const range = `${min} to ${max}${weight === 1 ? '' : `, × ${weight}`}`;
  return factsText(range, listText(sides.map((side) => shortOf(sheet, side))));
}

/** "28 scores, at most 140 points for each side" */
export function sizeText(sheet: Sheet): string {
  const maxima = sidesOf(sheet).map((side) => [shortOf(sheet, side), maximumOf(sheet, side)] as const);
  const count = counted(cellsOf(sheet).length, 'score');
  const [[, first] = ['', 0], second] = maxima;
  if (second === undefined) return `${count}, at most ${numberText(first)} points`;
  if (first === second[1]) return `${count}, at most ${numberText(first)} points for each side`;
  return `${count}, at most ${listText(maxima.map(([short, most]) => `${numberText(most)} points for ${short}`))}`;
}

const rowTexts = (sheet: Sheet): string[] => rowsOf(sheet).map((row) => `${row.label} (${rowText(sheet, row)})`);
const without = (texts: readonly string[], others: readonly string[]): string =>
  texts.filter((text) => !others.includes(text)).join('; ') || 'None';

const orderText = (sheet: Sheet): string =>
  rowsOf(sheet)
    .map(({ label, p, d }) => {
      const roles = [p, d].flatMap((cell) => (cell === null ? [] : [ROLE_LABELS[cell.role].toLowerCase()]));
      return `${label}: ${listText(new Set(roles))}`;
    })
    .join('; ');

/** What differs between two versions of a sheet, for the person who chooses between them. */
export function differences(mine: Sheet, theirs: Sheet): { label: string; mine: string; theirs: string }[] {
  const [ourRows, theirRows] = [rowTexts(mine), rowTexts(theirs)];
  const sidesText = ({ sides }: Sheet): string =>
    [sides.p, sides.d].flatMap((side) => (side ? [side.short, side.name, side.title] : [])).join(', ');
  const headings = ({ sections }: Sheet): string => sections.map(({ title }) => title ?? 'No heading').join(', ');
  const texts: [label: string, text: (sheet: Sheet) => string][] = [
    ['Title', ({ title }) => title],
    ['Source', ({ source }) => source],
    ['Note', ({ note }) => note ?? 'None'],
    ['Sides', sidesText],
    ['Ties', ({ tiesBrokenBy }) => tiesBrokenBy ?? 'Stand'],
    ['Sections', headings],
    ['Scores', sizeText],
  ];
  const found = texts
    .map(([label, text]) => ({ label, mine: text(mine), theirs: text(theirs) }))
    .filter((each) => each.mine !== each.theirs);
  const [ours, others] = [without(ourRows, theirRows), without(theirRows, ourRows)];
  if (ours !== others) return [...found, { label: 'Rows', mine: ours, theirs: others }];
  if (found.length > 0) return found;
  // The same rows in another order, or for other roles.
  return [{ label: 'Rows', mine: orderText(mine), theirs: orderText(theirs) }];
}
