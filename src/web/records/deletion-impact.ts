import { counted } from '#web/format.ts';

type Counts = readonly (readonly [count: number, one: string, many?: string])[];

/** "12 assignments, 3 teams, 41 students", without those that are 0. */
export const countsText = (counts: Counts): string =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
    .join(', ');

/** "Also deleted: 12 assignments, 3 teams, 41 students." */
export function deletionImpact(counts: Counts): string {
  const text = countsText(counts);
  return text === '' ? 'Nothing else will be deleted.' : `Also deleted: ${text}.`;
}
