import { SCORE_ROWS, type ScoreField, type Side } from '#ballot/form.ts';

export const SIDES = [
  { side: 'p', name: 'P Team' },
  { side: 'd', name: 'D Team' },
] as const satisfies { side: Side; name: string }[];

const labels = SCORE_ROWS.flatMap((row) =>
  SIDES.flatMap(({ side, name }): [ScoreField, string][] => {
    const field = row[side];
    const label = row.group === null ? row.label : `${row.group}, ${row.label}`;
    return field === null ? [] : [[field, `${label}, ${name}`]];
  }),
);
const byField = Object.fromEntries(labels) as Record<ScoreField, string>;
/** "P Witness 1, Cross, D Team" */
export const scoreLabel = (field: ScoreField): string => byField[field];
