// The exact bytes that the ballot processor writes, and the exact positions on its printed forms: files that people already
// have, programs that read them, and the photos of printed ballots all depend on them.
import { createHash } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ballotCsv, ballotJson, ballotTable, type CheckedBallot } from '#ballot/export.ts';
import { SCORE_FIELDS, type Scores } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { ScoreTable } from '#web/ballots/score-grid/score-table.tsx';

/** Each number differs from its neighbors, so that swapped cells are noticed. */
const scores = Object.fromEntries(SCORE_FIELDS.map((field, index) => [field, (index * 7 + 3) % 11])) as Scores;
const CHECKED: CheckedBallot = {
  sheet: COLLEGE_28,
  ballot: { judgeName: '=Ada "Quick" Quill, J.', pTeam: 'Élan 1204', dTeam: '1377; -2', ...scores },
  trial: { caseName: 'Bancroft v. Kim', date: '2026-11-22', round: '2' },
  toCheck: ['pDirect1', 'dClose'],
};

const CSV = [
  '\uFEFFCase,Date,Round,Judge Name,P Team,D Team,P Opening,P Direct #1,P Direct W #1,P Cross W #1,P Direct #2,P Direct W #2,P Cross W #2,P Direct #3,P Direct W #3,P Cross W #3,P Cross #1,P Cross #2,P Cross #3,P Closing,D Opening,D Cross #1,D Cross #2,D Cross #3,D Direct #1,D Direct W #1,D Cross W #1,D Direct #2,D Direct W #2,D Cross W #2,D Direct #3,D Direct W #3,D Cross W #3,D Closing,P Total,D Total,P Result,D Result,Scores To Check',
  'Bancroft v. Kim,2026-11-22,2,"\'=Ada ""Quick"" Quill, J.",Élan 1204,"1377; \'-2",3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,1,8,4,0,7,3,10,6,2,9,5,74,71,Win (+3),Loss (-3),2',
  '',
].join('\r\n');
const JSON_FILE = [
  '{',
  '  "caseName": "Bancroft v. Kim",',
  '  "date": "2026-11-22",',
  '  "round": "2",',
  '  "judgeName": "=Ada \\"Quick\\" Quill, J.",',
  '  "pTeam": "Élan 1204",',
  '  "dTeam": "1377; -2",',
  '  "pOpen": 3,',
  '  "pDirect1": 10,',
  '  "pWDirect1": 6,',
  '  "pWCross1": 2,',
  '  "pDirect2": 9,',
  '  "pWDirect2": 5,',
  '  "pWCross2": 1,',
  '  "pDirect3": 8,',
  '  "pWDirect3": 4,',
  '  "pWCross3": 0,',
  '  "pCross1": 7,',
  '  "pCross2": 3,',
  '  "pCross3": 10,',
  '  "pClose": 6,',
  '  "dOpen": 2,',
  '  "dCross1": 9,',
  '  "dCross2": 5,',
  '  "dCross3": 1,',
  '  "dDirect1": 8,',
  '  "dWDirect1": 4,',
  '  "dWCross1": 0,',
  '  "dDirect2": 7,',
  '  "dWDirect2": 3,',
  '  "dWCross2": 10,',
  '  "dDirect3": 6,',
  '  "dWDirect3": 2,',
  '  "dWCross3": 9,',
  '  "dClose": 5,',
  '  "totals": {',
  '    "p": 74,',
  '    "d": 71',
  '  },',
  '  "results": {',
  '    "p": "Win (+3)",',
  '    "d": "Loss (-3)"',
  '  },',
  '  "toCheck": [',
  '    "pDirect1",',
  '    "dClose"',
  '  ]',
  '}',
  '',
].join('\n');
const TABLE = [
  'Case\tBancroft v. Kim',
  'Date\t2026-11-22',
  'Round\t2',
  'Judge Name\t\'=Ada "Quick" Quill, J.',
  'Score Type\tP Team Score\tD Team Score',
  "Team\tÉlan 1204\t1377; '-2",
  'Opening\t3\t2',
  'P Witness 1 Direct-Attorney\t10\t',
  'P Witness 1 Direct-Witness\t6\t',
  'P Witness 1 Cross\t2\t9',
  'P Witness 2 Direct-Attorney\t9\t',
  'P Witness 2 Direct-Witness\t5\t',
  'P Witness 2 Cross\t1\t5',
  'P Witness 3 Direct-Attorney\t8\t',
  'P Witness 3 Direct-Witness\t4\t',
  'P Witness 3 Cross\t0\t1',
  'D Witness 1 Direct-Attorney\t\t8',
  'D Witness 1 Direct-Witness\t\t4',
  'D Witness 1 Cross\t7\t0',
  'D Witness 2 Direct-Attorney\t\t7',
  'D Witness 2 Direct-Witness\t\t3',
  'D Witness 2 Cross\t3\t10',
  'D Witness 3 Direct-Attorney\t\t6',
  'D Witness 3 Direct-Witness\t\t2',
  'D Witness 3 Cross\t10\t9',
  'Closing\t6\t5',
  'Total\t74 (-66)\t71 (-69)',
  'Result\tWin (+3)\tLoss (-3)',
  'Scores to check\t2',
  '',
].join('\n');

test('the CSV file, the JSON file and the table to paste are unchanged, byte for byte', () => {
  expect(ballotCsv(CHECKED)).toBe(CSV);
  expect(ballotJson(CHECKED)).toBe(JSON_FILE);
  expect(ballotTable(CHECKED)).toBe(TABLE);
});

test('the printed table’s words, rows and columns are unchanged', () => {
  const cell = (field: string, label: string): string => `${label}: ${field}`;
  const markup = renderToStaticMarkup(
    createElement(ScoreTable, { sheet: COLLEGE_28, scores, mayStayEmpty: false, cell }),
  );
  const words = markup.replaceAll('</tr>', '\n').replaceAll(/(<[^>]+>)+/g, '|');
  expect(words.split('\n')).toEqual([
    '|Score Type|P Team Score|D Team Score|',
    '|Opening|Opening, P Team Score: pOpen|Opening, D Team Score: dOpen|',
    '|P Witness 1|Direct-Attorney|P Witness 1, Direct-Attorney, P Team Score: pDirect1|',
    '|Direct-Witness|P Witness 1, Direct-Witness, P Team Score: pWDirect1|',
    '|Cross|P Witness 1, Cross, P Team Score: pWCross1|P Witness 1, Cross, D Team Score: dCross1|',
    '|P Witness 2|Direct-Attorney|P Witness 2, Direct-Attorney, P Team Score: pDirect2|',
    '|Direct-Witness|P Witness 2, Direct-Witness, P Team Score: pWDirect2|',
    '|Cross|P Witness 2, Cross, P Team Score: pWCross2|P Witness 2, Cross, D Team Score: dCross2|',
    '|P Witness 3|Direct-Attorney|P Witness 3, Direct-Attorney, P Team Score: pDirect3|',
    '|Direct-Witness|P Witness 3, Direct-Witness, P Team Score: pWDirect3|',
    '|Cross|P Witness 3, Cross, P Team Score: pWCross3|P Witness 3, Cross, D Team Score: dCross3|',
    '|D Witness 1|Direct-Attorney|D Witness 1, Direct-Attorney, D Team Score: dDirect1|',
    '|Direct-Witness|D Witness 1, Direct-Witness, D Team Score: dWDirect1|',
    '|Cross|D Witness 1, Cross, P Team Score: pCross1|D Witness 1, Cross, D Team Score: dWCross1|',
    '|D Witness 2|Direct-Attorney|D Witness 2, Direct-Attorney, D Team Score: dDirect2|',
    '|Direct-Witness|D Witness 2, Direct-Witness, D Team Score: dWDirect2|',
    '|Cross|D Witness 2, Cross, P Team Score: pCross2|D Witness 2, Cross, D Team Score: dWCross2|',
    '|D Witness 3|Direct-Attorney|D Witness 3, Direct-Attorney, D Team Score: dDirect3|',
    '|Direct-Witness|D Witness 3, Direct-Witness, D Team Score: dWDirect3|',
    '|Cross|D Witness 3, Cross, P Team Score: pCross3|D Witness 3, Cross, D Team Score: dWCross3|',
    '|Closing|Closing, P Team Score: pClose|Closing, D Team Score: dClose|',
    '|Total|74 (-66)|71 (-69)|',
    '|Result|Win (+3)|Loss (-3)|',
    '|',
  ]);
});

test.each([
  ['courtside-letter', '662de044790b923a21737f50f913df583db6ec00e7cb6cf1db7f6d54ff9661ac'],
  ['courtside-a4', '994f2e7c1c048e77c5e3eb4dfefd6a0a28de7110aabf86da039197a7cec1d4be'],
  ['score-sheet', 'fc1988f7c852bbcedefd9ea51eac5bf717d5cd77f57937c8c2134503eb6ce8e5'],
])('no line, box, text or cell of the form %s has moved', (id, hash) => {
  const layout = BALLOT_LAYOUTS.find((one) => one.id === id);
  expect(createHash('sha256').update(JSON.stringify(layout)).digest('hex')).toBe(hash);
});
