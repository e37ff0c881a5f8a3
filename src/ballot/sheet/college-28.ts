// The form of the specification: college rounds with three witnesses a side. Stored ballots and files have its keys, labels and
// order, so these never change.
import type { ScoreField } from '../form.ts';
import type { Sheet } from './sheet.ts';
import { COLLEGE_CLOSING, COLLEGE_OPENING, collegeWitness, TRIAL_SIDES } from './trial-rows.ts';

const WITNESSES = [1, 2, 3] as const;

export const COLLEGE_28: Sheet<ScoreField> = {
  id: 'college-28',
  version: 1,
  title: 'College, three witnesses a side',
  source: 'Rounds of American college mock trial. Scores and ranks are those of its public score sheets.',
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
