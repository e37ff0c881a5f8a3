// The ballot as it leaves the page: CSV, JSON, a table to paste, and file names.
import { expect, test } from 'vitest';
import { ballotCsv, ballotFileName, ballotJson, ballotTable, type CheckedBallot } from '#ballot/export.ts';
import { emptyBallot } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, TEXT_FIELDS } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';

const TRIAL = { caseName: 'Bancroft v. Kim', date: '2026-11-22', round: '2' };
const BALLOT = { ...emptyBallot(), judgeName: 'Ada Quill', pTeam: '1204', dTeam: '1377', pOpen: 9, dClose: 10 };
const CHECKED: CheckedBallot = { sheet: COLLEGE_28, ballot: BALLOT, trial: TRIAL, toCheck: ['dOpen'] };
const withJudge = (judgeName: string): CheckedBallot => ({ ...CHECKED, ballot: { ...BALLOT, judgeName } });
const withTeams = (pTeam: string, dTeam: string): CheckedBallot => ({
  ...CHECKED,
  ballot: { ...BALLOT, pTeam, dTeam },
});

test('a CSV file is a line of labels and a line of values, marked as UTF-8', () => {
  const csv = ballotCsv(CHECKED);
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const [labels, values, ...rest] = csv.slice(1).split('\r\n');
  expect(rest).toEqual(['']);
  expect(labels?.split(',')).toEqual([
    'Case',
    'Date',
    'Round',
    ...[...TEXT_FIELDS, ...SCORE_FIELDS].map(recognitionLabel),
    'P Total',
    'D Total',
    'P Result',
    'D Result',
    'Scores To Check',
  ]);
  expect(values?.split(',')).toEqual([
    'Bancroft v. Kim',
    '2026-11-22',
    '2',
    'Ada Quill',
    '1204',
    '1377',
    ...SCORE_FIELDS.map((field) => String(BALLOT[field])),
    '9',
    '10',
    'Loss (-1)',
    'Win (+1)',
    '1',
  ]);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a spreadsheet does not run %j',
  (formula) => {
    expect(ballotCsv(withJudge(formula))).toContain(`,'${formula},`);
    expect(ballotTable(withJudge(formula))).toContain(`Judge Name\t'${formula}\n`);
  },
);

test.each(['\t', '\r', '\n'])('a spreadsheet does not run the formula behind %j', (start) => {
  expect(ballotCsv(withJudge(`${start}=1`))).toContain(`'${start}'=1`);
});

test.each(['1=1', 'a@b', 'Ada - Quill', "O'Brien"])('%j is no formula and stays as it is', (name) => {
  expect(ballotCsv(withJudge(name))).toContain(`,${name},`);
});

test.each([
  ['Quill, Ada', '"Quill, Ada"'],
  ['Quill; Ada', '"Quill; Ada"'],
  ['Ada "Quick" Quill', '"Ada ""Quick"" Quill"'],
  ['Ada\nQuill', '"Ada\nQuill"'],
  ['Ada\rQuill', '"Ada\rQuill"'],
])('the name %j is quoted in a CSV file', (name, quoted) => {
  expect(ballotCsv(withJudge(name))).toContain(`,${quoted},1204`);
});

test('a JSON file has the trial, the form, totals, results and the scores to check', () => {
  const json = ballotJson(CHECKED);
  expect(json.endsWith('}\n')).toBe(true);
  expect(json.split('\n')[1]).toBe('  "caseName": "Bancroft v. Kim",');
  expect(JSON.parse(json)).toEqual({
    ...TRIAL,
    ...BALLOT,
    totals: { p: 9, d: 10 },
    results: { p: 'Loss (-1)', d: 'Win (+1)' },
    toCheck: ['dOpen'],
  });
});

test('the table to paste is the one on the screen', () => {
  const lines = ballotTable(CHECKED).split('\n');
  expect(lines.slice(0, 9)).toEqual([
    'Case\tBancroft v. Kim',
    'Date\t2026-11-22',
    'Round\t2',
    'Judge Name\tAda Quill',
    'Score Type\tP Team Score\tD Team Score',
    'Team\t1204\t1377',
    'Opening\t9\t0',
    'P Witness 1 Direct-Attorney\t0\t',
    'P Witness 1 Direct-Witness\t0\t',
  ]);
  expect(lines.slice(-5)).toEqual([
    'Closing\t0\t10',
    'Total\t9 (-131)\t10 (-130)',
    'Result\tLoss (-1)\tWin (+1)',
    'Scores to check\t1',
    '',
  ]);
  expect(lines).toHaveLength(30);
});

test('the table to paste leaves out what is unknown or done', () => {
  const trial = { caseName: '', date: '', round: '' };
  const lines = ballotTable({ sheet: COLLEGE_28, ballot: BALLOT, trial, toCheck: [] }).trimEnd().split('\n');
  expect(lines[0]).toBe('Judge Name\tAda Quill');
  expect(lines.at(-1)).toBe('Result\tLoss (-1)\tWin (+1)');
});

test('a text in the table to paste is one line and one cell', () => {
  expect(ballotTable(withJudge('Ada\t\n Quill'))).toContain('Judge Name\tAda Quill\n');
});

test.each([
  ['date, round and both teams', CHECKED, 'ballot-2026-11-22-round-2-1204-1377'],
  ['a round that has a name', { ...CHECKED, trial: { ...TRIAL, round: 'Final' } }, 'ballot-2026-11-22-Final-1204-1377'],
  ['a round of two digits', { ...CHECKED, trial: { ...TRIAL, round: '12' } }, 'ballot-2026-11-22-round-12-1204-1377'],
  [
    'a round that only contains a number',
    { ...CHECKED, trial: { ...TRIAL, round: '2a' } },
    'ballot-2026-11-22-2a-1204-1377',
  ],
  [
    'a round that ends with a number',
    { ...CHECKED, trial: { ...TRIAL, round: 'R2' } },
    'ballot-2026-11-22-R2-1204-1377',
  ],
  ['accents and apostrophes', withTeams("Saint Brigid's / Élan", ''), 'ballot-2026-11-22-round-2-Saint-Brigids-Elan'],
  ['a curly apostrophe', withTeams('O’Brien', ''), 'ballot-2026-11-22-round-2-OBrien'],
  ['other scripts', withTeams('高校 1', 'Łukasz'), 'ballot-2026-11-22-round-2-高校-1-Łukasz'],
  ['letters that accents are part of', withTeams('강원', ''), 'ballot-2026-11-22-round-2-강원'],
  ['signs around a name', withTeams('(1204)', '..'), 'ballot-2026-11-22-round-2-1204'],
  ['a long name', withTeams(`${'a'.repeat(39)} ${'b'.repeat(40)}`, ''), `ballot-2026-11-22-round-2-${'a'.repeat(39)}`],
  [
    'nothing at all',
    { sheet: COLLEGE_28, ballot: emptyBallot(), trial: { caseName: '', date: '', round: '' }, toCheck: [] },
    'ballot',
  ],
])('a file name handles %s', (_, checked, name) => {
  expect(ballotFileName(checked, 'csv')).toBe(`${name}.csv`);
  expect(ballotFileName(checked, 'json')).toBe(`${name}.json`);
});
