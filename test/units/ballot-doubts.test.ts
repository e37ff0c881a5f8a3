// Which scores are marked for a person to check, and in which order.
import { expect, test } from 'vitest';
import { doubtfulTexts, doubtsOf, nextDoubtful, toCheckText, type Checked } from '#ballot/doubts.ts';
import { ballotFrom, type ExtractedField } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { emptyScores } from '#ballot/score.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';

type Fields = Partial<Record<ScoreField, ExtractedField>>;
/** A ballot of confident eights, except for the given cells. */
function read(exceptions: Fields) {
  const fields: Record<string, ExtractedField> = {};
  for (const field of SCORE_FIELDS)
    fields[recognitionLabel(field)] = exceptions[field] ?? { value: 8, confidence: 0.99 };
  return { fields, scores: ballotFrom(fields) };
}
const doubts = (exceptions: Fields, checked: Checked = {}) =>
  Object.fromEntries(doubtsOf(COLLEGE_28, { ...read(exceptions), checked }));

test('a ballot read with confidence has nothing to check', () => {
  expect(doubts({})).toEqual({});
});

test('a score is marked below the confidence threshold, not at it', () => {
  expect(doubts({ pOpen: { value: 8, confidence: 0.979 }, dOpen: { value: 8, confidence: 0.98 } })).toEqual({
    pOpen: ['unsure'],
  });
});

test('a score with no confidence is marked, even if the confidence is not a number', () => {
  expect(doubts({ pOpen: { value: 8, confidence: 0 }, dOpen: { value: 8, confidence: Number.NaN } })).toEqual({
    pOpen: ['unsure'],
    dOpen: ['unsure'],
  });
});

test('a blank cell is unread, however confident the recognizer is that it is blank', () => {
  expect(doubts({ pOpen: { value: null, confidence: 1 }, dOpen: { value: 'smudge', confidence: 1 } })).toEqual({
    pOpen: ['unread'],
    dOpen: ['unread'],
  });
});

test('a cell outside the photo is unread', () => {
  const box = [
    [10, -60],
    [60, -60],
    [60, -30],
    [10, -30],
  ] as const;
  expect(doubts({ pOpen: { value: null, confidence: 0, box } })).toEqual({ pOpen: ['unread'] });
});

test('a 0 that was read is a score', () => {
  expect(doubts({ dOpen: { value: 0, confidence: 1 } })).toEqual({ dOpen: ['far below'] });
});

test('a lone 1 may be a 10, and is far below the other scores', () => {
  expect(doubts({ pCross2: { value: 1, confidence: 1 } })).toEqual({ pCross2: ['may be a 10', 'far below'] });
});

test('four points below the mean of the other scores is far, three is not', () => {
  expect(doubts({ pCross2: { value: 4, confidence: 1 } })).toEqual({ pCross2: ['far below'] });
  expect(doubts({ dCross2: { value: 5, confidence: 1 } })).toEqual({});
});

test('a score is compared with the others, not with itself', () => {
  // With its own 0 the mean of nine eights and this 0 would be 7.2, and of nine fours 3.6.
  const typed = Object.fromEntries(SCORE_FIELDS.slice(0, 9).map((field) => [field, 'typed' as const]));
  const scores = { ...emptyScores(), ...Object.fromEntries(SCORE_FIELDS.slice(1, 9).map((field) => [field, 4])) };
  const found = doubtsOf(COLLEGE_28, { scores, fields: null, checked: typed });
  expect(Object.fromEntries(found)).toEqual({ [SCORE_FIELDS[0] ?? '']: ['far below'] });
});

test('fewer than eight other scores have no mean', () => {
  const typed = Object.fromEntries(SCORE_FIELDS.slice(0, 8).map((field) => [field, 'typed' as const]));
  const scores = { ...emptyScores(), ...Object.fromEntries(SCORE_FIELDS.slice(1, 8).map((field) => [field, 9])) };
  expect(doubtsOf(COLLEGE_28, { scores, fields: null, checked: typed }).size).toBe(0);
});

test("scores that nobody read or typed don't lower the mean", () => {
  const unread = Object.fromEntries(SCORE_FIELDS.slice(0, 14).map((field) => [field, { value: null, confidence: 1 }]));
  expect(doubts({ ...unread, dOpen: { value: 4, confidence: 1 } })['dOpen']).toEqual(['far below']);
});

test('a 4 is nothing special on the ballot of a harsh judge', () => {
  const fives = Object.fromEntries(SCORE_FIELDS.map((field) => [field, { value: 5, confidence: 1 }]));
  expect(doubts({ ...fives, pOpen: { value: 4, confidence: 1 } })).toEqual({});
});

test('half points are not whole scores', () => {
  expect(doubts({ pOpen: { value: '9.5', confidence: 1 } })).toEqual({ pOpen: ['not whole'] });
});

test('a score can have several reasons', () => {
  expect(doubts({ pOpen: { value: '1.5', confidence: 0.5 } })).toEqual({
    pOpen: ['not whole', 'unsure', 'may be a 10', 'far below'],
  });
});

test('typing over a score or confirming it settles the doubt', () => {
  const exceptions = { pOpen: { value: 8, confidence: 0.5 }, dOpen: { value: 1, confidence: 1 } };
  expect(doubts(exceptions, { pOpen: 'typed', dOpen: 'confirmed' })).toEqual({});
});

test('a confirmed cell is settled even if it was not read', () => {
  expect(doubts({ pOpen: { value: null, confidence: 1 } }, { pOpen: 'confirmed' })).toEqual({});
});

test('a typed 1 is marked until it is confirmed', () => {
  const scores = { ...emptyScores(), pOpen: 1 };
  expect(doubtsOf(COLLEGE_28, { scores, fields: null, checked: { pOpen: 'typed' } }).get('pOpen')).toEqual([
    'may be a 10',
  ]);
  expect(doubtsOf(COLLEGE_28, { scores, fields: null, checked: { pOpen: 'confirmed' } }).size).toBe(0);
});

test('a 1 that is being typed may be the start of a 10', () => {
  const scores = { ...emptyScores(), pOpen: 1, dOpen: 1 };
  const work = { scores, fields: null, checked: { pOpen: 'typed', dOpen: 'typed' } as const };
  expect([...doubtsOf(COLLEGE_28, { ...work, typing: 'pOpen' }).keys()]).toEqual(['dOpen']);
});

test('an empty form has nothing to check', () => {
  expect(doubtsOf(COLLEGE_28, { scores: emptyScores(), fields: null, checked: {} }).size).toBe(0);
});

test('a 1 that nobody read or typed is no score', () => {
  expect(doubtsOf(COLLEGE_28, { scores: { ...emptyScores(), pOpen: 1 }, fields: null, checked: {} }).size).toBe(0);
});

test('the scores to check are in paper order', () => {
  const unread = { value: null, confidence: 1 };
  const found = doubtsOf(COLLEGE_28, { ...read({ dOpen: unread, pClose: unread, pOpen: unread }), checked: {} });
  expect([...found.keys()]).toEqual(['pOpen', 'pClose', 'dOpen']);
});

test('a text is marked until somebody has looked at it', () => {
  const fields = {
    'Judge Name': { value: ' ', confidence: 1 },
    'P Team': { value: '1204', confidence: 0.979 },
    'D Team': { value: '1377', confidence: 0.98 },
  };
  expect([...doubtfulTexts(fields, {})]).toEqual([
    ['judgeName', 'unread'],
    ['pTeam', 'unsure'],
  ]);
  expect(doubtfulTexts(fields, { judgeName: 'typed', pTeam: 'confirmed' }).size).toBe(0);
});

test('a text that the recognizer did not return is unread', () => {
  expect([...doubtfulTexts({}, {}).values()]).toEqual(['unread', 'unread', 'unread']);
});

test('without a reading no text is in doubt', () => {
  expect(doubtfulTexts(null, {}).size).toBe(0);
});

test('the scores to check are counted', () => {
  expect([0, 1, 3].map(toCheckText)).toEqual([null, '1 score to check', '3 scores to check']);
});

test('the next doubtful score follows in paper order, and the first follows the last', () => {
  const cells = ['dOpen', 'pCross1'] as const;
  expect(nextDoubtful(COLLEGE_28, cells, null)).toBe('pCross1');
  expect(nextDoubtful(COLLEGE_28, cells, 'pCross1')).toBe('dOpen');
  expect(nextDoubtful(COLLEGE_28, cells, 'dOpen')).toBe('pCross1');
  expect(nextDoubtful(COLLEGE_28, ['dOpen'], 'dOpen')).toBe('dOpen');
  expect(nextDoubtful(COLLEGE_28, ['pOpen'], null)).toBe('pOpen');
  expect(nextDoubtful(COLLEGE_28, [], 'dOpen')).toBeNull();
});
