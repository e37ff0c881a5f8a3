// College tournaments in summer have two witnesses a side, and the rows of the season's form without the third.
import type { ScoreField } from '../form.ts';
import type { Sheet } from './sheet.ts';
import { COLLEGE_CLOSING, COLLEGE_OPENING, collegeWitness, TRIAL_SIDES } from './trial-rows.ts';

const WITNESSES = [1, 2] as const;

export const COLLEGE_20: Sheet<ScoreField> = {
  id: 'college-20',
  version: 1,
  title: 'College, two witnesses a side',
  source:
    'Summer tournaments of American college mock trial with two attorneys and two witnesses a side. We found no public rule about their ranks: these are the season’s.',
  note: null,
  sides: TRIAL_SIDES,
  sections: [
    COLLEGE_OPENING,
    ...WITNESSES.map((number) => collegeWitness('p', number)),
    ...WITNESSES.map((number) => collegeWitness('d', number)),
    COLLEGE_CLOSING,
  ],
  tiesBrokenBy: null,
  ranks: [
    { of: 'attorney', places: 4, each: 'trial' },
    { of: 'witness', places: 4, each: 'trial' },
  ],
};
