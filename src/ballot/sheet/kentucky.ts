// High school rounds in Kentucky: a witness has one score for the whole presentation, and there is no 0.
import type { Side } from '../form.ts';
import type { Sheet, SheetSection } from './sheet.ts';
import { bothSides, calledBy, row, TRIAL_SIDES, witnessOf } from './trial-rows.ts';

const POINTS = { min: 1, max: 10 };
const WITNESSES = [1, 2, 3];

function witness(side: Side, number: number): SheetSection {
  const { other, title, direct, crossing, presentation } = witnessOf(side, number);
  return {
    title,
    rows: [
      row('Direct', POINTS, calledBy(side, direct)),
      row('Cross', POINTS, calledBy(other, crossing)),
      row('Presentation', POINTS, calledBy(side, presentation)),
    ],
  };
}

export const KENTUCKY: Sheet = {
  id: 'kentucky',
  version: 1,
  title: 'Kentucky high schools',
  source:
    'Kentucky High School Mock Trial Tournament, score sheet of 2017 with Rules 5.3 and 5.4: whole numbers from 1 to 10, no zero, overall ties permitted, and one outstanding attorney and witness of each team.',
  note: 'The lowest score is 1, never 0. Ties stand.',
  sides: TRIAL_SIDES,
  sections: [
    { title: null, rows: [bothSides('Opening', 'Open', POINTS, 'opening')] },
    ...WITNESSES.map((number) => witness('p', number)),
    ...WITNESSES.map((number) => witness('d', number)),
    { title: null, rows: [bothSides('Closing', 'Close', POINTS, 'closing')] },
  ],
  tiesBrokenBy: null,
  ranks: [
    { of: 'attorney', places: 1, each: 'side' },
    { of: 'witness', places: 1, each: 'side' },
  ],
};
