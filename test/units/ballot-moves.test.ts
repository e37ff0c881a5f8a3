import { expect, test } from 'vitest';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { moveFrom } from '#ballot/moves.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';

test('down goes through the whole ballot in paper order, and up goes back', () => {
  const path: ScoreField[] = ['pOpen'];
  for (let next = moveFrom(COLLEGE_28, 'pOpen', 'down'); next; next = moveFrom(COLLEGE_28, next, 'down'))
    path.push(next);
  expect(path).toEqual(SCORE_FIELDS);
  const back: ScoreField[] = ['dClose'];
  for (let next = moveFrom(COLLEGE_28, 'dClose', 'up'); next; next = moveFrom(COLLEGE_28, next, 'up')) back.push(next);
  expect(back).toEqual(SCORE_FIELDS.toReversed());
});

test.each([
  ['pOpen', 'right', 'dOpen'],
  ['dOpen', 'left', 'pOpen'],
  ['pWCross2', 'right', 'dCross2'],
  ['dWCross3', 'left', 'pCross3'],
  ['pClose', 'right', 'dClose'],
] as const)('%s and, to the %s, %s share a row', (from, move, to) => {
  expect(moveFrom(COLLEGE_28, from, move)).toBe(to);
});

test.each([
  ['pDirect1', 'right', 'dOpen'],
  ['pWDirect1', 'right', 'dCross1'],
  ['pWDirect2', 'right', 'dCross2'],
  ['dDirect1', 'left', 'pWCross3'],
  ['dWDirect3', 'left', 'pCross3'],
] as const)('across from %s, which is alone in its row, to the %s is the nearest cell, %s', (from, move, to) => {
  expect(moveFrom(COLLEGE_28, from, move)).toBe(to);
});

test('a column has nothing beyond its own edge', () => {
  expect(moveFrom(COLLEGE_28, 'pOpen', 'left')).toBeNull();
  expect(moveFrom(COLLEGE_28, 'dOpen', 'right')).toBeNull();
});
