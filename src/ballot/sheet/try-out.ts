// A candidate at a try-out, on one rater's sheet.
import type { Sheet } from './sheet.ts';
import { cell, row } from './trial-rows.ts';

const CRITERIA = ['Preparation', 'Delivery', 'Reasoning', 'Quick thinking', 'Courtroom presence', 'Teamwork'];

export const TRY_OUT: Sheet = {
  id: 'try-out',
  version: 1,
  title: 'Try-out',
  source: 'Courtside’s own: no league has a rule for try-outs.',
  note: 'Several raters score each candidate, without seeing each other’s sheets.',
  sides: { p: { short: 'Candidate', name: 'Candidate', title: 'Points' }, d: null },
  sections: [
    {
      title: null,
      rows: CRITERIA.map((label, index) =>
        row(label, { min: 1, max: 5 }, { p: cell(`criterion${index + 1}`, label, 'criterion', index + 1), d: null }),
      ),
    },
  ],
  tiesBrokenBy: null,
  ranks: [],
};
