// From what a recognizer or this browser's storage returns to a form.
import { expect, test } from 'vitest';
import {
  ballotFrom,
  ballotFromStored,
  confidenceOf,
  emptyBallot,
  errorText,
  type Extracted,
  extractedFromStored,
  isWholeScore,
  refusalOf,
  wasRead,
} from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';

const read = (value: string | number) => ({ value, confidence: 1 });

test.each([
  [{ confidence: 0.8 }, 0.8],
  [{ confidence: '0.8' }, 0.8],
  [{ confidence: 'NaN' }, 0],
  [{ confidence: Number.NaN }, 0],
  [{ confidence: null }, 0],
  [{}, 0],
  [undefined, 0],
  [{ confidence: 7 }, 1],
  [{ confidence: -1 }, 0],
])('the confidence of %j is %f', (field, confidence) => {
  expect(confidenceOf(field)).toBe(confidence);
});

const isWhole = (value: string | number | null | undefined): boolean => isWholeScore(value, { min: 0, max: 10 });

test('without a document no forms were recognized', () => {
  expect(refusalOf([])).toBe('No forms were recognized');
});

test.each([0.69, 0, 'NaN', undefined])('a document of confidence %j is refused', (confidence) => {
  expect(refusalOf([{ confidence }])).toBe(
    'Image unable to be processed due to low confidence in results. Please upload a clearer picture and try again. This result may also occur if the image is not of a ballot.',
  );
});

test('a document of confidence .7 is accepted, and a second one that is less sure is ignored', () => {
  expect(refusalOf([{ confidence: 0.7 }])).toBeNull();
  expect(refusalOf([{ confidence: 0.7 }, { confidence: 0.69 }])).toBeNull();
});

test('two documents of confidence .7 are two ballots', () => {
  expect(refusalOf([{ confidence: 0.7 }, { confidence: 0.7 }])).toBe(
    'This photo shows two ballots. Photograph one at a time.',
  );
});

test('a ballot is blank when nearly every cell was seen and is empty, and no score is likely', () => {
  const empty = Object.fromEntries(
    SCORE_FIELDS.map((field) => [recognitionLabel(field), { value: null, confidence: 0.9 }]),
  );
  const refused = (special: Extracted['fields'], confidence = 0.9): string | null =>
    refusalOf([{ confidence, fields: { ...empty, ...special } }]);
  const several = (count: number, cell: Extracted['fields'][string]): Extracted['fields'] =>
    Object.fromEntries(SCORE_FIELDS.slice(0, count).map((field) => [recognitionLabel(field), cell]));
  expect(refused({})).toBe('This ballot is blank.');
  expect(refused({}, 0.6)).toContain('low confidence');
  expect(refused(several(4, { value: 6, confidence: 0.3 }))).toBe('This ballot is blank.');
  expect(refused(several(1, { value: 0, confidence: 0.9 }))).toBeNull();
  expect(refused(several(1, { value: 0, confidence: 0.5 }))).toBeNull();
  expect(refused(several(5, { value: 6, confidence: 0.3 }))).toBeNull();
  expect(refused(several(5, { value: null, confidence: 0 }))).toBeNull();
  expect(refusalOf([{ confidence: 0.9, fields: {} }])).toBeNull();
});

test('a failure is shown with its message', () => {
  expect(errorText('No forms were recognized')).toBe('Error processing ballot: No forms were recognized');
});

test('an unread score becomes 0 and is still known to be unread', () => {
  const fields = { 'P Opening': { value: null, confidence: 0.9 }, 'D Opening': { value: 0, confidence: 0.99 } };
  expect(ballotFrom(fields)).toEqual(emptyBallot());
  expect(wasRead(fields['D Opening'])).toBe(true);
  const others = ['smudge', ''].map(read);
  expect([fields['P Opening'], undefined, ...others].some(wasRead)).toBe(false);
});

test('half points and signs are coerced and are not whole scores', () => {
  expect(ballotFrom({ 'P Opening': read('9.5'), 'D Opening': read('8+') })).toMatchObject({
    pOpen: 9,
    dOpen: 8,
  });
  expect(['9.5', '8+', '12', '-1', '', null, undefined, 9.5, 'a7', '7a', '+7', '7.0', '1 0'].filter(isWhole)).toEqual(
    [],
  );
  expect(['0', '10', ' 7', '7 ', 7].every(isWhole)).toBe(true);
});

test('texts are trimmed', () => {
  expect(ballotFrom({ 'Judge Name': read(' Ada Quill '), 'P Team': read(1204) })).toMatchObject({
    judgeName: 'Ada Quill',
    pTeam: '1204',
    dTeam: '',
  });
});

test.each([[undefined], [null], ['text'], [42], [{ pOpen: 'seven', judgeName: 5 }], [[]]])(
  'a stored form that is %j becomes an empty one',
  (stored) => {
    expect(ballotFromStored(stored)).toEqual(emptyBallot());
  },
);

test('a stored form is restored field by field', () => {
  const stored = { ...emptyBallot(), pOpen: 7, dClose: 99, judgeName: 'Ada Quill', surplus: 1 };
  expect(ballotFromStored(stored)).toEqual({ ...emptyBallot(), pOpen: 7, dClose: 10, judgeName: 'Ada Quill' });
});

test('extracted data is restored from storage', () => {
  const image = { width: 800, height: 1000 };
  const fields = { 'P Opening': { value: 7, confidence: 0.9 } };
  expect(extractedFromStored({ confidence: 0.9, image, fields, surplus: 1 })).toEqual({
    confidence: 0.9,
    image,
    fields,
  });
  const code = { sheet: 'our-sheet', version: 2, page: 1, schoolId: null, roundId: null, judge: 3 };
  expect(extractedFromStored({ confidence: 1, image, fields, code })).toEqual({ confidence: 1, image, fields, code });
  expect(extractedFromStored({ fields })).toEqual({ confidence: 0, image: { width: 0, height: 0 }, fields });
});

test.each([[undefined], [null], ['text'], [42], [{}], [{ fields: null }], [{ fields: 'text' }]])(
  'there is no extracted data in %j',
  (stored) => {
    expect(extractedFromStored(stored)).toBeNull();
  },
);
