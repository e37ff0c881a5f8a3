import { expect, test } from 'vitest';
import {
  ballotFrom,
  ballotFromKept,
  confidenceOf,
  emptyBallot,
  errorText,
  isWholeScore,
  refusalOf,
  wasRead,
} from '#ballot/extracted.ts';

test.each([
  [{ confidence: 0.8 }, 0.8],
  [{ confidence: 'NaN' }, 0],
  [{ confidence: Number.NaN }, 0],
  [{ confidence: null }, 0],
  [{}, 0],
  [undefined, 0],
  [{ confidence: 7 }, 1],
  [{ confidence: -1 }, 0],
])('%j is a confidence of %f', (field, confidence) => {
  expect(confidenceOf(field)).toBe(confidence);
});

test('no document means that no forms were recognized', () => {
  expect(refusalOf([])).toBe('No forms were recognized');
});

test.each([0.69, 0, 'NaN', undefined])('a document of confidence %j is refused', (confidence) => {
  expect(refusalOf([{ confidence }])).toBe(
    'Image unable to be processed due to low confidence in results. Please upload a clearer picture and try again. This result may also occur if the image is not of a ballot.',
  );
});

test('a document of confidence .7 is shown, whatever the second one is', () => {
  expect(refusalOf([{ confidence: 0.7 }, { confidence: 0 }])).toBeNull();
});

test('a failure is shown with its message', () => {
  expect(errorText('No forms were recognized')).toBe('Error processing ballot: No forms were recognized');
});

test('what was not read counts as 0 and is still known not to be one', () => {
  const fields = { 'P Opening': { value: null, confidence: 0.9 }, 'D Opening': { value: 0, confidence: 0.99 } };
  expect(ballotFrom(fields)).toEqual(emptyBallot());
  expect(wasRead(fields['P Opening'])).toBe(false);
  expect(wasRead(undefined)).toBe(false);
  expect(wasRead({ value: 'smudge', confidence: 1 })).toBe(false);
  expect(wasRead(fields['D Opening'])).toBe(true);
});

test('half points and signs count as the form counts them and are no whole scores', () => {
  expect(
    ballotFrom({ 'P Opening': { value: '9.5', confidence: 1 }, 'D Opening': { value: '8+', confidence: 1 } }),
  ).toMatchObject({
    pOpen: 9,
    dOpen: 8,
  });
  expect(['9.5', '8+', '12', '-1', '', null, 9.5].filter(isWholeScore)).toEqual([]);
  expect(['0', '10', ' 7', 7].every(isWholeScore)).toBe(true);
});

test('texts are taken without the space around them', () => {
  expect(
    ballotFrom({ 'Judge Name': { value: ' Ada Quill ', confidence: 1 }, 'P Team': { value: 1204, confidence: 1 } }),
  ).toMatchObject({
    judgeName: 'Ada Quill',
    pTeam: '1204',
    dTeam: '',
  });
});

test.each([[null], ['text'], [42], [{ pOpen: 'seven', judgeName: 5 }], [[]]])(
  'a kept form that is %j is an empty one',
  (kept) => {
    expect(ballotFromKept(kept)).toEqual(emptyBallot());
  },
);

test('a kept form comes back field by field', () => {
  const kept = { ...emptyBallot(), pOpen: 7, dClose: 99, judgeName: 'Ada Quill', surplus: 1 };
  expect(ballotFromKept(kept)).toEqual({ ...emptyBallot(), pOpen: 7, dClose: 10, judgeName: 'Ada Quill' });
});
