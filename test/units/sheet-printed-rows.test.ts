// The rows of the built-in sheets, as they are printed: stored ballots and files have their keys and names.
import { expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import type { Sheet, SheetCell } from '#ballot/sheet/sheet.ts';

const cellText = (cell: SheetCell | null): string =>
  cell === null ? '' : `${cell.key}: ${cell.label}, ${cell.role} ${cell.number}`;
const linesOf = ({ sections }: Sheet): string[] =>
  sections.flatMap(({ title, rows }) =>
    rows.map(({ label, min, max, weight, p, d }) =>
      [title ?? '', label, `${min} to ${max}${weight === 1 ? '' : ` × ${weight}`}`, cellText(p), cellText(d)].join('|'),
    ),
  );

/** The lines of a table, with its columns no wider than their texts. */
const tableOf = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(/ *\| */)
        .join('|'),
    );

// Section, row, points, the score of P, the score of D.
const COLLEGE = tableOf(`
              | Opening         | 0 to 10 | pOpen: P Opening, opening 1                | dOpen: D Opening, opening 1
  P Witness 1 | Direct-Attorney | 0 to 10 | pDirect1: P Direct #1, attorney-direct 1   |
  P Witness 1 | Direct-Witness  | 0 to 10 | pWDirect1: P Direct W #1, witness-direct 1 |
  P Witness 1 | Cross           | 0 to 10 | pWCross1: P Cross W #1, witness-cross 1    | dCross1: D Cross #1, attorney-cross 1
  P Witness 2 | Direct-Attorney | 0 to 10 | pDirect2: P Direct #2, attorney-direct 2   |
  P Witness 2 | Direct-Witness  | 0 to 10 | pWDirect2: P Direct W #2, witness-direct 2 |
  P Witness 2 | Cross           | 0 to 10 | pWCross2: P Cross W #2, witness-cross 2    | dCross2: D Cross #2, attorney-cross 2
  P Witness 3 | Direct-Attorney | 0 to 10 | pDirect3: P Direct #3, attorney-direct 3   |
  P Witness 3 | Direct-Witness  | 0 to 10 | pWDirect3: P Direct W #3, witness-direct 3 |
  P Witness 3 | Cross           | 0 to 10 | pWCross3: P Cross W #3, witness-cross 3    | dCross3: D Cross #3, attorney-cross 3
  D Witness 1 | Direct-Attorney | 0 to 10 |                                            | dDirect1: D Direct #1, attorney-direct 1
  D Witness 1 | Direct-Witness  | 0 to 10 |                                            | dWDirect1: D Direct W #1, witness-direct 1
  D Witness 1 | Cross           | 0 to 10 | pCross1: P Cross #1, attorney-cross 1      | dWCross1: D Cross W #1, witness-cross 1
  D Witness 2 | Direct-Attorney | 0 to 10 |                                            | dDirect2: D Direct #2, attorney-direct 2
  D Witness 2 | Direct-Witness  | 0 to 10 |                                            | dWDirect2: D Direct W #2, witness-direct 2
  D Witness 2 | Cross           | 0 to 10 | pCross2: P Cross #2, attorney-cross 2      | dWCross2: D Cross W #2, witness-cross 2
  D Witness 3 | Direct-Attorney | 0 to 10 |                                            | dDirect3: D Direct #3, attorney-direct 3
  D Witness 3 | Direct-Witness  | 0 to 10 |                                            | dWDirect3: D Direct W #3, witness-direct 3
  D Witness 3 | Cross           | 0 to 10 | pCross3: P Cross #3, attorney-cross 3      | dWCross3: D Cross W #3, witness-cross 3
              | Closing         | 0 to 10 | pClose: P Closing, closing 1               | dClose: D Closing, closing 1
`);
const KENTUCKY = tableOf(`
              | Opening      | 1 to 10 | pOpen: P Opening, opening 1              | dOpen: D Opening, opening 1
  P Witness 1 | Direct       | 1 to 10 | pDirect1: P Direct #1, attorney-direct 1 |
  P Witness 1 | Cross        | 1 to 10 |                                          | dCross1: D Cross #1, attorney-cross 1
  P Witness 1 | Presentation | 1 to 10 | pWitness1: P Witness #1, witness 1       |
  P Witness 2 | Direct       | 1 to 10 | pDirect2: P Direct #2, attorney-direct 2 |
  P Witness 2 | Cross        | 1 to 10 |                                          | dCross2: D Cross #2, attorney-cross 2
  P Witness 2 | Presentation | 1 to 10 | pWitness2: P Witness #2, witness 2       |
  P Witness 3 | Direct       | 1 to 10 | pDirect3: P Direct #3, attorney-direct 3 |
  P Witness 3 | Cross        | 1 to 10 |                                          | dCross3: D Cross #3, attorney-cross 3
  P Witness 3 | Presentation | 1 to 10 | pWitness3: P Witness #3, witness 3       |
  D Witness 1 | Direct       | 1 to 10 |                                          | dDirect1: D Direct #1, attorney-direct 1
  D Witness 1 | Cross        | 1 to 10 | pCross1: P Cross #1, attorney-cross 1    |
  D Witness 1 | Presentation | 1 to 10 |                                          | dWitness1: D Witness #1, witness 1
  D Witness 2 | Direct       | 1 to 10 |                                          | dDirect2: D Direct #2, attorney-direct 2
  D Witness 2 | Cross        | 1 to 10 | pCross2: P Cross #2, attorney-cross 2    |
  D Witness 2 | Presentation | 1 to 10 |                                          | dWitness2: D Witness #2, witness 2
  D Witness 3 | Direct       | 1 to 10 |                                          | dDirect3: D Direct #3, attorney-direct 3
  D Witness 3 | Cross        | 1 to 10 | pCross3: P Cross #3, attorney-cross 3    |
  D Witness 3 | Presentation | 1 to 10 |                                          | dWitness3: D Witness #3, witness 3
              | Closing      | 1 to 10 | pClose: P Closing, closing 1             | dClose: D Closing, closing 1
`);
const CALIFORNIA = tableOf(`
              | Pretrial motion   | 1 to 10 × 2 | pPretrial: P Pretrial motion, pretrial 1 | dPretrial: D Pretrial motion, pretrial 1
              | Opening           | 1 to 10     | pOpen: P Opening, opening 1              | dOpen: D Opening, opening 1
  P Witness 1 | Direct            | 1 to 10     | pDirect1: P Direct #1, attorney-direct 1 |
  P Witness 1 | Witness and cross | 1 to 10     | pWitness1: P Witness #1, witness 1       | dCross1: D Cross #1, attorney-cross 1
  P Witness 2 | Direct            | 1 to 10     | pDirect2: P Direct #2, attorney-direct 2 |
  P Witness 2 | Witness and cross | 1 to 10     | pWitness2: P Witness #2, witness 2       | dCross2: D Cross #2, attorney-cross 2
  P Witness 3 | Direct            | 1 to 10     | pDirect3: P Direct #3, attorney-direct 3 |
  P Witness 3 | Witness and cross | 1 to 10     | pWitness3: P Witness #3, witness 3       | dCross3: D Cross #3, attorney-cross 3
  P Witness 4 | Direct            | 1 to 10     | pDirect4: P Direct #4, attorney-direct 4 |
  P Witness 4 | Witness and cross | 1 to 10     | pWitness4: P Witness #4, witness 4       | dCross4: D Cross #4, attorney-cross 4
  D Witness 1 | Direct            | 1 to 10     |                                          | dDirect1: D Direct #1, attorney-direct 1
  D Witness 1 | Witness and cross | 1 to 10     | pCross1: P Cross #1, attorney-cross 1    | dWitness1: D Witness #1, witness 1
  D Witness 2 | Direct            | 1 to 10     |                                          | dDirect2: D Direct #2, attorney-direct 2
  D Witness 2 | Witness and cross | 1 to 10     | pCross2: P Cross #2, attorney-cross 2    | dWitness2: D Witness #2, witness 2
  D Witness 3 | Direct            | 1 to 10     |                                          | dDirect3: D Direct #3, attorney-direct 3
  D Witness 3 | Witness and cross | 1 to 10     | pCross3: P Cross #3, attorney-cross 3    | dWitness3: D Witness #3, witness 3
  D Witness 4 | Direct            | 1 to 10     |                                          | dDirect4: D Direct #4, attorney-direct 4
  D Witness 4 | Witness and cross | 1 to 10     | pCross4: P Cross #4, attorney-cross 4    | dWitness4: D Witness #4, witness 4
              | Closing           | 1 to 10 × 2 | pClose: P Closing, closing 1             | dClose: D Closing, closing 1
              | Clerk, bailiff    | 1 to 10     | pClerk: P Clerk, clerk 1                 | dBailiff: D Bailiff, bailiff 1
`);
const MOTIONS = tableOf(`
  Pretrial | Motion 1 | 0 to 5 | pMotion1: P Motion 1, pretrial 1 | dMotion1: D Motion 1, pretrial 1
  Pretrial | Motion 2 | 0 to 5 | pMotion2: P Motion 2, pretrial 2 | dMotion2: D Motion 2, pretrial 2
`);
const TRY_OUT = tableOf(`
   | Preparation        | 1 to 5 | criterion1: Preparation, criterion 1        |
   | Delivery           | 1 to 5 | criterion2: Delivery, criterion 2           |
   | Reasoning          | 1 to 5 | criterion3: Reasoning, criterion 3          |
   | Quick thinking     | 1 to 5 | criterion4: Quick thinking, criterion 4     |
   | Courtroom presence | 1 to 5 | criterion5: Courtroom presence, criterion 5 |
   | Teamwork           | 1 to 5 | criterion6: Teamwork, criterion 6           |
`);

const TRIAL = { p: ['P', 'P Team', 'Plaintiff / Prosecution'], d: ['D', 'D Team', 'Defense'] };
test.each<[id: string, title: string, source: RegExp, note: string | null, sides: object, rows: string[]]>([
  ['college-28', 'College, three witnesses a side', /^Rounds of American college mock trial/, null, TRIAL, COLLEGE],
  [
    'college-20',
    'College, two witnesses a side',
    /^Summer tournaments of American college mock trial/,
    null,
    TRIAL,
    COLLEGE.filter((line) => !/Witness 3/.test(line)),
  ],
  [
    'kentucky',
    'Kentucky high schools',
    /^Kentucky High School Mock Trial Tournament, score sheet of 2017 with Rules 5\.3 and 5\.4/,
    'The lowest score is 1, never 0. Ties stand.',
    TRIAL,
    KENTUCKY,
  ],
  [
    'california',
    'California high schools (Riverside County)',
    /^Riverside County Mock Trial Competition, Team Rulebook and Guidelines 2020–2021, Rules 3\.8, 5\.4 and 5\.5/,
    '5 is the base line. The pretrial motion and the closing count twice.',
    { ...TRIAL, p: ['P', 'P Team', 'Prosecution'] },
    CALIFORNIA,
  ],
  [
    'missouri',
    'Missouri, two pretrial motions a side',
    /^The Show-Me tournament in Missouri/,
    null,
    TRIAL,
    [...MOTIONS, ...COLLEGE],
  ],
  [
    'try-out',
    'Try-out',
    /^Courtside’s own/,
    'Several raters score each candidate, without seeing each other’s sheets.',
    { p: ['Candidate', 'Candidate', 'Points'], d: null },
    TRY_OUT,
  ],
])('the first version of %s has these names and rows', (id, title, source, note, sides, rows) => {
  const sheet = BUILT_IN.find((one) => one.id === id)!;
  expect(linesOf(sheet)).toEqual(rows);
  expect(sheet).toMatchObject({ version: 1, title, note });
  expect(sheet.source).toMatch(source);
  const { p, d } = sheet.sides;
  expect({ p: [p.short, p.name, p.title], d: d && [d.short, d.name, d.title] }).toEqual(sides);
});

test('the sheets are offered from the college form to the try-out', () => {
  expect(BUILT_IN.map(({ id }) => id)).toEqual([
    'college-28',
    'college-20',
    'kentucky',
    'california',
    'missouri',
    'try-out',
  ]);
});
