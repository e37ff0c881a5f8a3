// The draft of a ballot for the season book: what was not read stays empty, and 0 is a score.
import { expect, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { doubtsOf } from '#ballot/doubts.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { unreadIn, withScore } from '#web/ballots/scored.ts';
import { draftFromPhoto, draftFromStored, emptyDraft, marginFrom } from '#web/pages/season/ballots/ballot-draft.ts';

const FIELDS = Object.fromEntries(SCORE_FIELDS.map((field) => [recognitionLabel(field), { value: 8, confidence: 1 }]));

test.each([
  ['', null],
  [' -3 ', -3],
  ['+12', 12],
  ['−7', -7],
  ['0', 0],
  ['141', undefined],
  ['3.5', undefined],
  ['three', undefined],
])('the margin "%s" is %s', (typed, margin) => {
  expect(marginFrom(COLLEGE_28, typed)).toBe(margin);
});

test('a photo’s unread cell stays empty and is to check, until somebody leaves it blank', () => {
  const fields = { ...FIELDS, 'P Opening': { value: null, confidence: 1 }, 'D Opening': { value: 0, confidence: 1 } };
  const draft = draftFromPhoto(COLLEGE_28, { fields });
  expect(draft.scores).toMatchObject({ pOpen: null, dOpen: 0, pClose: 8 });
  expect([...doubtsOf<string>(COLLEGE_28, { ...draft, fields }).keys()]).toEqual(['pOpen', 'dOpen']);
  const left = { ...draft, checked: { pOpen: 'confirmed', dOpen: 'confirmed' } as const };
  expect(doubtsOf<string>(COLLEGE_28, { ...left, fields }).size).toBe(0);
  expect(unreadIn(COLLEGE_28, left.scores)).toBe(1);
});

test('a cell that was emptied again is not a low score', () => {
  let draft = emptyDraft(COLLEGE_28);
  for (const field of SCORE_FIELDS) draft = withScore(field, 9)(draft);
  draft = withScore('pOpen', null)(draft);
  expect(doubtsOf<string>(COLLEGE_28, { ...draft, fields: null }).size).toBe(0);
});

test('a draft survives storage, and nonsense becomes an empty draft', () => {
  const draft = withScore('pOpen', 0)(emptyDraft(COLLEGE_28));
  expect(draftFromStored(COLLEGE_28, JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  for (const nonsense of [null, 7, 'x', [], { scores: 'x', facts: 3 }]) {
    expect(unreadIn(COLLEGE_28, draftFromStored(COLLEGE_28, nonsense).scores)).toBe(28);
  }
});

test('a draft moved to a sheet with fewer ranks keeps those that the sheet asks for', () => {
  const empty = emptyDraft(COLLEGE_28);
  const ranks = { attorney: ['a', 'b', 'c', 'd'], witness: ['e'], anyone: ['f'] };
  const stored = { ...empty, facts: { ...empty.facts, ranks } };
  const sheet: Sheet = { ...COLLEGE_28, ranks: [{ of: 'attorney', places: 2, each: 'trial' }] };
  const draft = draftFromStored(sheet, stored);
  expect(draft.facts.ranks).toEqual({ attorney: ['a', 'b'], witness: [], anyone: [] });
  expect(whyNotOnSheet(sheet, { ranks: draft.facts.ranks })).toBeNull();
});
