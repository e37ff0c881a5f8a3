// College tournaments in summer have two witnesses a side, and the rows of the season's form without the third.
import type { ScoreField } from '../form.ts';
import type { Sheet } from './sheet.ts';
import { collegeSections, TRIAL_SIDES, trialRanks } from './trial-rows.ts';

export const COLLEGE_20: Sheet<ScoreField> = {
  id: 'college-20',
  version: 1,
  title: 'College, two witnesses a side',
  source:
    'Summer tournaments of American college mock trial with two attorneys and two witnesses a side. We found no public rule about their ranks: these are the season’s.',
  note: null,
  sides: TRIAL_SIDES,
  sections: collegeSections([1, 2]),
  tiesBrokenBy: null,
  ranks: trialRanks(4),
};
