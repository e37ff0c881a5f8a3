// The sheets that every school can use.
import { CALIFORNIA } from './california.ts';
import { COLLEGE_20 } from './college-20.ts';
import { COLLEGE_28 } from './college-28.ts';
import { KENTUCKY } from './kentucky.ts';
import { MISSOURI } from './missouri.ts';
import type { Sheet } from './sheet.ts';
import { TRY_OUT } from './try-out.ts';

export const BUILT_IN: readonly Sheet[] = [COLLEGE_28, COLLEGE_20, KENTUCKY, CALIFORNIA, MISSOURI, TRY_OUT];
