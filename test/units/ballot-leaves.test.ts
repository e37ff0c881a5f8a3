// How one moves in the form, which names it suggests, and how the ballot leaves it.
import { expect, test } from 'vitest';
import { ballotCsv, ballotFileName, ballotJson, ballotTable } from '#ballot/export.ts';
import { emptyBallot } from '#ballot/extracted.ts';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { moveFrom } from '#ballot/moves.ts';
import { suggestedName } from '#ballot/names.ts';

test('down leads through the whole ballot in paper order, and up leads back', () => {
  const way: ScoreField[] = ['pOpen'];
  for (let next = moveFrom('pOpen', 'down'); next; next = moveFrom(next, 'down')) way.push(next);
  expect(way).toEqual(SCORE_FIELDS);
  expect(moveFrom('dOpen', 'up')).toBe('pClose');
  expect(moveFrom('pOpen', 'up')).toBeNull();
});

test('left and right lead across, to the nearest row that has a cell there', () => {
  expect(moveFrom('pOpen', 'right')).toBe('dOpen');
  expect(moveFrom('dOpen', 'left')).toBe('pOpen');
  expect(moveFrom('pWCross2', 'right')).toBe('dCross2');
  expect(moveFrom('pWDirect2', 'right')).toBe('dCross2');
  expect(moveFrom('dWCross3', 'left')).toBe('pCross3');
  expect(moveFrom('pOpen', 'left')).toBeNull();
});

const TEAMS = ['Alder Creek A', 'Alder Creek B', 'Bellweather', 'Saint Brigid’s Gold'];

test.each([
  ['Bellwether', 'Bellweather'],
  ['saint brigids gold', 'Saint Brigid’s Gold'],
  ['Alder Crek B', 'Alder Creek B'],
  ['Bellweather', null],
  ['Alder Creek', null],
  ['Zenith', null],
  ['B', null],
  ['', null],
])('for %j the suggestion is %j', (readName, suggestion) => {
  expect(suggestedName(readName, TEAMS)).toBe(suggestion);
});

const ballot = { ...emptyBallot(), judgeName: '=cmd("x"), Ada', pTeam: '1204', dTeam: '+1377', pOpen: 9, dClose: 10 };

test('the CSV holds one ballot in one line, and no cell that a spreadsheet would run', () => {
  const [labels = '', values = '', rest] = ballotCsv(ballot, ['dOpen']).replace('\uFEFF', '').split('\r\n');
  expect(rest).toBe('');
  expect(labels.split(',')).toHaveLength(36);
  expect(labels).toMatch(/^Judge Name,P Team,D Team,P Opening,P Direct #1,/);
  expect(values).toMatch(/^"'=cmd\(""x""\), Ada",1204,'\+1377,9,0,/);
  expect(values).toMatch(/,10,9,10,Loss \(-1\),Win \(\+1\),1$/);
});

test('the JSON holds the form and what it comes to', () => {
  expect(JSON.parse(ballotJson(ballot, ['dOpen']))).toMatchObject({
    ...ballot,
    totals: { p: 9, d: 10 },
    results: { p: 'Loss (-1)', d: 'Win (+1)' },
    toCheck: ['dOpen'],
  });
});

test('the table to paste is the one on the screen', () => {
  const lines = ballotTable(ballot, []).trimEnd().split('\n');
  expect(lines).toHaveLength(25);
  expect(lines[3]).toBe('Opening\t9\t0');
  expect(lines[4]).toBe('P Witness 1 Direct-Attorney\t0\t');
  expect(lines.at(-2)).toBe('Total\t9 (-131)\t10 (-130)');
  expect(ballotTable(ballot, ['pOpen', 'dOpen']).trimEnd().split('\n').at(-1)).toBe('Cells to check\t2');
});

test('a file is named after the teams', () => {
  expect(ballotFileName(ballot, 'csv')).toBe('ballot-1204-1377.csv');
  expect(ballotFileName({ ...ballot, pTeam: 'Saint Brigid’s / Élan', dTeam: '' }, 'json')).toBe(
    'ballot-Saint-Brigid-s-E-lan.json',
  );
});
