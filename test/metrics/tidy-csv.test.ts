import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { cellOf, type ScoreRow } from '#metrics/scores.ts';
import { readTidyCsv, writeTidyCsv } from '#metrics/tidy-csv.ts';

const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score';
const GOOD = '2031,Harvest,R1,p,b1,Rowe,open,Ann,speech,8';
const problemsOf = (...lines: string[]): string[] =>
  readTidyCsv([HEADER, ...lines].join('\n')).problems.map(({ line, message }) => `${line}: ${message}`);

test('a written file reads back as the same rows, whatever the names', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.trim());
  const row = fc.record({
    season: name,
    tournament: name,
    student: name,
    judge: name,
    score: fc.option(fc.integer({ min: 0, max: 10 })),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: SCORE_FIELDS.length }), (list) => {
      const rows = list.map((own, index): ScoreRow => {
        return { ...own, ...cellOf(SCORE_FIELDS[index]!), round: `R${index}`, ballot: `b "${index}", \n`.trim() };
      });
      expect(readTidyCsv(writeTidyCsv(rows))).toEqual({ rows, problems: [] });
    }),
  );
});

test('a name that looks like a formula is text in a spreadsheet and reads back unchanged', () => {
  const row = { ...readTidyCsv(`${HEADER}\n${GOOD}`).rows[0]!, student: '=1+1' };
  expect(writeTidyCsv([row])).toContain(",'=1+1,");
  expect(readTidyCsv(writeTidyCsv([row])).rows).toEqual([row]);
});

test('a 0 is a score, and an empty cell is not', () => {
  const { rows } = readTidyCsv(
    [HEADER, GOOD.replace(/8$/, '0'), GOOD.replace('open', 'close').replace(/8$/, '')].join('\r\n'),
  );
  expect(rows.map(({ score }) => score)).toEqual([0, null]);
});

test('columns may be in any order, and empty lines are ignored', () => {
  const shuffled = [
    'kind,score,season,tournament,round,side,ballot,judge,part,student,note',
    '',
    'speech,8,2031,Harvest,R1,P,b1,Rowe,open,Ann,good',
    ',,,,,,,,,,',
  ];
  expect(readTidyCsv(shuffled.join('\n'))).toEqual(readTidyCsv(`${HEADER}\n${GOOD}`));
});

test.each([
  ['a side that is none', GOOD.replace(',p,', ',x,'), 'The side is "x". It must be p or d.'],
  [
    'a part that is none',
    GOOD.replace('open', 'witness4'),
    'The part is "witness4". It must be one of open, close, direct1, direct2, direct3, cross1, cross2, cross3, witness1, witness2, witness3.',
  ],
  [
    'a kind that is none',
    GOOD.replace('speech', 'talk'),
    'The kind is "talk". It must be one of speech, direct, cross.',
  ],
  [
    'a kind that the part does not have',
    GOOD.replace('speech', 'cross'),
    'The part open has no score of the kind cross.',
  ],
  ['a score above 10', GOOD.replace(/8$/, '11'), 'The score is "11". It must be a number from 0 to 10, or empty.'],
  ['a score below 0', GOOD.replace(/8$/, '-1'), 'The score is "-1". It must be a number from 0 to 10, or empty.'],
  [
    'a score in words',
    GOOD.replace(/8$/, 'eight'),
    'The score is "eight". It must be a number from 0 to 10, or empty.',
  ],
  [
    'a score that only programmers write',
    GOOD.replace(/8$/, '0x5'),
    'The score is "0x5". It must be a number from 0 to 10, or empty.',
  ],
  ['a missing round', GOOD.replace('R1', ''), 'The round is missing.'],
  ['a missing ballot', GOOD.replace('b1', ''), 'The ballot is missing.'],
  ['a line that is too short', '2031,Harvest', 'It has 2 cells. The first line has 10.'],
  ['the same score twice', GOOD, 'Line 2 already has this score of this ballot.'],
  [
    'two judges of one ballot',
    GOOD.replace('open', 'close').replace('Rowe', 'Hale'),
    'The judge of this ballot is "Rowe" on an earlier line and "Hale" here.',
  ],
])('%s is reported with its line number', (_what, line, message) => {
  expect(problemsOf(GOOD, line, GOOD.replace('b1', 'b2'))).toEqual([`3: ${message}`]);
});

test('every bad line is reported, and line numbers stay right after a name with a line break', () => {
  const problems = problemsOf(
    GOOD.replace('Ann', '"Ann\nLee"'),
    GOOD.replace(',p,', ',x,'),
    GOOD.replace(',p,', ',y,'),
  );
  expect(problems.map((problem) => problem.slice(0, 2))).toEqual(['4:', '5:']);
});

test('a file with semicolons has a message of its own', () => {
  expect(readTidyCsv('season;round;side\n2031;R1;p').problems).toEqual([
    { line: 1, message: 'Its cells are separated by semicolons. Save the file with commas.' },
  ]);
});

test('a missing column, an empty file and an unclosed quotation mark are reported', () => {
  expect(readTidyCsv('season,round\n2031,R1').problems).toEqual([
    { line: 1, message: 'These columns are missing: tournament, side, ballot, judge, part, student, kind, score.' },
  ]);
  expect(readTidyCsv('').problems).toEqual([{ line: 1, message: 'The file is empty.' }]);
  expect(problemsOf(GOOD, '"2031,Harvest')).toEqual(['3: A quotation mark is never closed.']);
});
