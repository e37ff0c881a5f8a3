import type { ScoreField, Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';

export const SIDES = [
  { side: 'p', name: 'P Team' },
  { side: 'd', name: 'D Team' },
] as const satisfies { side: Side; name: string }[];

const byField = new Map(
  cellsOf(COLLEGE_28).map(({ key, section, row, side }) => {
    const label = section === null ? row : `${section}, ${row}`;
    return [key, `${label}, ${COLLEGE_28.sides[side]!.name}`];
  }),
);
/** "P Witness 1, Cross, D Team" */
export const scoreLabel = (field: ScoreField): string => byField.get(field)!;
