import { expect, test } from 'vitest';
import { checkText, doubtfulTexts, doubtsOf, nextInDoubt, type Checked } from '#ballot/doubts.ts';
import { ballotFrom, type ExtractedField } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { emptyScores } from '#ballot/score.ts';

/** A ballot of sure eights, but for the cells given. */
function read(odd: Partial<Record<ScoreField, ExtractedField>>) {
  const fields: Record<string, ExtractedField> = {};
  for (const field of SCORE_FIELDS) fields[recognitionLabel(field)] = odd[field] ?? { value: 8, confidence: 0.99 };
  return { fields, scores: ballotFrom(fields) };
}
const reasons = (odd: Parameters<typeof read>[0], checked: Checked = {}) =>
  Object.fromEntries(doubtsOf({ ...read(odd), checked }));

test('a ballot that was surely read has nothing to check', () => {
  expect(reasons({})).toEqual({});
});

test('a cell is marked below the confidence bar, and not at it', () => {
  expect(reasons({ pOpen: { value: 8, confidence: 0.979 }, dOpen: { value: 8, confidence: 0.98 } })).toEqual({
    pOpen: ['unsure'],
  });
});

test('a confidence of 0 or NaN means unsure', () => {
  expect(reasons({ pOpen: { value: 8, confidence: 0 }, dOpen: { value: 8, confidence: NaN } })).toEqual({
    pOpen: ['unsure'],
    dOpen: ['unsure'],
  });
});

test('a blank cell is unread however sure it is that it is blank, and a real 0 is not', () => {
  expect(reasons({ pOpen: { value: null, confidence: 1 }, dOpen: { value: 0, confidence: 1 } })).toEqual({
    pOpen: ['unread'],
    dOpen: ['far below'],
  });
});

test('a lone 1 may be a 10, and stands far below the ballot as well', () => {
  expect(reasons({ pCross2: { value: 1, confidence: 1 } })).toEqual({ pCross2: ['may be a 10', 'far below'] });
});

test('four points below the mean of the other scores is far, three is not', () => {
  expect(reasons({ pCross2: { value: 4, confidence: 1 } })).toEqual({ pCross2: ['far below'] });
  expect(reasons({ dCross2: { value: 5, confidence: 1 } })).toEqual({});
});

test('on a harsh judge’s ballot a 4 is nothing special', () => {
  const odd = Object.fromEntries(SCORE_FIELDS.map((field) => [field, { value: 5, confidence: 1 }]));
  expect(reasons({ ...odd, pOpen: { value: 4, confidence: 1 } })).toEqual({});
});

test('half points are pointed out', () => {
  expect(reasons({ pOpen: { value: '9.5', confidence: 1 } })).toEqual({ pOpen: ['not a whole score'] });
});

test('a cell is settled by typing over it, or by saying that it is right', () => {
  const odd = { pOpen: { value: 8, confidence: 0.5 }, dOpen: { value: 1, confidence: 1 } };
  expect(reasons(odd, { pOpen: 'typed', dOpen: 'confirmed' })).toEqual({});
});

test('a typed 1 is pointed out too, until it is said to be right', () => {
  const scores = { ...emptyScores(), pOpen: 1 };
  expect(doubtsOf({ scores, fields: null, checked: { pOpen: 'typed' } }).get('pOpen')).toEqual(['may be a 10']);
  expect(doubtsOf({ scores, fields: null, checked: { pOpen: 'confirmed' } }).size).toBe(0);
});

test('the 1 of a 10 that is being typed is no lone 1', () => {
  const scores = { ...emptyScores(), pOpen: 1 };
  expect(doubtsOf({ scores, fields: null, checked: { pOpen: 'typed' }, typing: 'pOpen' }).size).toBe(0);
});

test('a form that nobody has filled yet has nothing to check', () => {
  expect(doubtsOf({ scores: emptyScores(), fields: null, checked: {} }).size).toBe(0);
});

test('a name that was not read, or not surely, is marked until somebody has looked at it', () => {
  const fields = { 'Judge Name': { value: '', confidence: 0 }, 'P Team': { value: '1204', confidence: 0.6 } };
  expect([...doubtfulTexts({ ...fields, 'D Team': { value: '1377', confidence: 0.99 } }, {})]).toEqual([
    ['judgeName', 'unread'],
    ['pTeam', 'unsure'],
  ]);
  expect(doubtfulTexts(fields, { judgeName: 'typed', pTeam: 'confirmed', dTeam: 'typed' }).size).toBe(0);
});

test('the cells to check are counted', () => {
  expect([0, 1, 3].map(checkText)).toEqual([null, 'Check this 1 cell', 'Check these 3 cells']);
});

test('one jumps from doubt to doubt in paper order, and from the last to the first', () => {
  const cells = ['dOpen', 'pCross1'] as const;
  expect(nextInDoubt(cells, null)).toBe('pCross1');
  expect(nextInDoubt(cells, 'pCross1')).toBe('dOpen');
  expect(nextInDoubt(cells, 'dOpen')).toBe('pCross1');
  expect(nextInDoubt([], 'dOpen')).toBeNull();
  expect(nextInDoubt(['dOpen'], 'dOpen')).toBe('dOpen');
});
