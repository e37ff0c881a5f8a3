// The form of the specification: college rounds with three witnesses a side. Stored ballots and files have its keys, labels and
// order, so these never change.
import type { ScoreField } from '../form.ts';
import type { Sheet } from './sheet.ts';
import { collegeSections, TRIAL_SIDES, trialRanks } from './trial-rows.ts';

export const COLLEGE_28: Sheet<ScoreField> = {
  id: 'college-28',
  version: 1,
  title: 'College, three witnesses a side',
  source: 'Rounds of American college mock trial. Scores and ranks are those of its public score sheets.',
  note: null,
  sides: TRIAL_SIDES,
  sections: collegeSections([1, 2, 3]),
  tiesBrokenBy: null,
  ranks: trialRanks(4),
};
