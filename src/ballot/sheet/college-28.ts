// The form of the specification: college rounds with three witnesses a side. Stored ballots and files have its keys, labels and
// order, so these never change.
import type { ScoreField } from '../form.ts';
import { CLOSING, OPENING, TRIAL_SIDES, witnessSection } from './college-rows.ts';
import type { Sheet } from './sheet.ts';

const WITNESSES = [1, 2, 3] as const;

export const COLLEGE_28: Sheet<ScoreField> = {
  id: 'college-28',
  version: 1,
  title: 'College, three witnesses a side',
  source:
    'Rounds of American college mock trial: 14 scores a side, 0 to 10 points each, and ranks of the top four attorneys and witnesses.',
  sides: TRIAL_SIDES,
  sections: [
    OPENING,
    ...WITNESSES.map((number) => witnessSection('p', number)),
    ...WITNESSES.map((number) => witnessSection('d', number)),
    CLOSING,
  ],
  tiesBrokenBy: null,
  ranks: [
    { of: 'attorney', places: 4 },
    { of: 'witness', places: 4 },
  ],
};
