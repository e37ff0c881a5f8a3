// Sides, roles and figures in words.
import type { Side } from '#ballot/form.ts';
import type { Student } from '#contract/rosters.ts';
import { isGraduate } from '#contract/seasons.ts';
import { SIDES, type Role } from '#metrics/scores.ts';
import { points, ROLE_NAMES } from '#metrics/sentences.ts';
import { capitalized } from '#web/format.ts';

export const SIDE_LABELS: Record<Side, string> = { p: 'P side', d: 'D side' };
export const SIDE_OPTIONS = SIDES.map((side) => ({ value: side, label: SIDE_LABELS[side] }));

/** "Cross as attorney". */
export const roleLabel = (role: Role): string => capitalized(ROLE_NAMES[role]);

/** Points with a sign that is as wide as a digit: "+0.31", "−0.20". */
export const signed = (value: number, digits = 2): string => points(value, digits).replace('-', '−');

export const intervalText = ({ low, high }: { low: number; high: number }, digits?: number): string =>
  `${signed(low, digits)} to ${signed(high, digits)}`;

/** A student among those to choose from. */
export const studentLabel = ({ name, classYear }: Pick<Student, 'name' | 'classYear'>, season: string): string =>
  isGraduate(classYear, season) ? `${name} (graduate)` : name;
