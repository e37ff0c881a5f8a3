// A tournament's sheet that adds two short pretrial motions to the rows of college rounds: 10 points more a side.
import type { ScoreField, Side } from '../form.ts';
import type { Sheet } from './sheet.ts';
import { bothSides, collegeSections, TRIAL_SIDES, trialRanks } from './trial-rows.ts';

const MOTIONS = [1, 2] as const;

export const MISSOURI: Sheet<ScoreField | `${Side}Motion${(typeof MOTIONS)[number]}`> = {
  id: 'missouri',
  version: 1,
  title: 'Missouri, two pretrial motions a side',
  source:
    'The Show-Me tournament in Missouri, as described in public: two pretrial motions a side of up to 5 points each, 150 points in all, and the top three ranked. We have not seen its rules: compare this with your own sheet.',
  note: null,
  sides: TRIAL_SIDES,
  sections: [
    {
      title: 'Pretrial',
      rows: MOTIONS.map((number) =>
        bothSides(`Motion ${number}`, `Motion${number}`, { min: 0, max: 5 }, 'pretrial', number),
      ),
    },
    ...collegeSections([1, 2, 3]),
  ],
  tiesBrokenBy: null,
  ranks: trialRanks(3),
};
