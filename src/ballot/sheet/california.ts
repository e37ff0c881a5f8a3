// High school rounds in California, as Riverside County scores them: the pretrial motion and the closing count twice.
import type { Side } from '../form.ts';
import type { Sheet, SheetSection } from './sheet.ts';
import { bothSides, calledBy, cell, row, TRIAL_SIDES, witnessOf } from './trial-rows.ts';

const POINTS = { min: 1, max: 10 };
const TWICE = { ...POINTS, weight: 2 };
const WITNESSES = [1, 2, 3, 4];

function witness(side: Side, number: number): SheetSection {
  const { title, direct, crossing, presentation } = witnessOf(side, number);
  return {
    title,
    rows: [
      row('Direct', POINTS, calledBy(side, direct)),
      row('Witness and cross', POINTS, calledBy(side, presentation, crossing)),
    ],
  };
}

export const CALIFORNIA: Sheet = {
  id: 'california',
  version: 1,
  title: 'California high schools (Riverside County)',
  source:
    'Riverside County Mock Trial Competition, Team Rulebook and Guidelines 2020–2021, Rules 3.8, 5.4 and 5.5: 1 to 10 with 5 as the base line, pretrial and closing count twice, clerk and bailiff are scored. We have not seen its sample score sheet: four witnesses a side and the order of the rows are ours, so compare them.',
  note: '5 is the base line. The pretrial motion and the closing count twice.',
  sides: { p: { ...TRIAL_SIDES.p, title: 'Prosecution' }, d: TRIAL_SIDES.d },
  sections: [
    {
      title: null,
      rows: [
        bothSides('Pretrial motion', 'Pretrial', TWICE, 'pretrial'),
        bothSides('Opening', 'Open', POINTS, 'opening'),
      ],
    },
    ...WITNESSES.map((number) => witness('p', number)),
    ...WITNESSES.map((number) => witness('d', number)),
    {
      title: null,
      rows: [
        bothSides('Closing', 'Close', TWICE, 'closing'),
        row('Clerk, bailiff', POINTS, {
          p: cell('pClerk', 'P Clerk', 'clerk'),
          d: cell('dBailiff', 'D Bailiff', 'bailiff'),
        }),
      ],
    },
  ],
  tiesBrokenBy: 'the presiding judge',
  ranks: [],
};
