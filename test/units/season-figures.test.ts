// How the season's figures are read from an address, drawn and worded.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_PARTS, PARTS } from '#metrics/scores.ts';
import { lineUpSentence, studentSentence } from '#metrics/sentences.ts';
import { readLineUp, readLineUpAddress, writeLineUp } from '#web/pages/season/address.ts';
import { readStudentsAddress } from '#web/pages/season/address.ts';
import { axisLimit } from '#web/pages/season/figures/students/dots.tsx';
import { signed } from '#web/pages/season/figure-words.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('a line-up in the address keeps every part at its place, and gaps stay gaps', () => {
  const lineUp = Object.fromEntries(PARTS.map((part, index) => [part, idOf(index)]));
  expect(readLineUp(writeLineUp(lineUp))).toEqual(lineUp);
  const { close: _, ...open } = lineUp;
  expect(readLineUp(writeLineUp(open))).toEqual(open);
  expect(readLineUp('nobody.<script>')).toEqual({});
});

test('a line-up of another sheet keeps its parts in the address, and those of college rounds stay at their places', () => {
  fc.assert(
    fc.property(fc.subarray([...ALL_PARTS]), (parts) => {
      const lineUp = Object.fromEntries(parts.map((part) => [part, idOf(ALL_PARTS.indexOf(part))]));
      const text = writeLineUp(lineUp);
      expect(readLineUp(text)).toEqual(lineUp);
      expect(text.split('.').slice(0, PARTS.length)).toEqual(PARTS.map((part) => lineUp[part] ?? ''));
    }),
  );
  expect(readLineUp(`${'.'.repeat(10)}.clerk-x.juror-${idOf(1)}.pretrial-${idOf(2)}`)).toEqual({ pretrial: idOf(2) });
});

test('a page drops what it does not understand from its address', () => {
  const given = { season: '2026-27', role: 'juror', side: 'x', tournament: '7', order: 'rank', view: 'table', q: 1 };
  expect(readStudentsAddress(given)).toEqual({ season: '2026-27', view: 'table' });
  expect(readLineUpAddress({ season: 2026, one: 7, part: 'witness3' })).toEqual({ part: 'witness3' });
  for (const sheet of ['../x', 'Kentucky', '-', 'a'.repeat(41), 7]) expect(readLineUpAddress({ sheet })).toEqual({});
  expect(readStudentsAddress({ sheet: 'kentucky', role: 'witness' })).toEqual({ sheet: 'kentucky', role: 'witness' });
});

const row = (low: number, high: number, relative: number) => ({
  estimate: {
    studentId: 'Ann',
    role: 'opening',
    estimate: 0,
    low,
    high,
    reliability: 0.1,
    scores: 1,
    rounds: 1,
    judges: 1,
  } as const,
  relative,
});

test('the axis has room for every interval, and a far mean does not squeeze them', () => {
  expect(axisLimit([row(-0.3, 0.2, 0)])).toBe(0.5);
  expect(axisLimit([row(-0.3, 1.2, 0)])).toBe(1.5);
  expect(axisLimit([row(-0.3, 0.3, 0.7)])).toBe(1);
  expect(axisLimit([row(-0.3, 0.3, -6)])).toBe(1);
  expect(axisLimit([])).toBe(0.5);
});

test('points below zero have a minus sign, not a hyphen', () => {
  expect([signed(-0.204), signed(0.3, 1), signed(-0.001)]).toEqual(['−0.20', '+0.3', '0.00']);
});

test.each([
  [0.82, 'Line-up A is probably better than Line-up B (82%).'],
  [0.75, 'Line-up A is probably better than Line-up B (75%).'],
  [0.74, 'Line-up A and Line-up B: no clear difference. Decide by what you see in practice.'],
  [0.26, 'Line-up A and Line-up B: no clear difference. Decide by what you see in practice.'],
  [0.25, 'Line-up B is probably better than Line-up A (75%).'],
])('two line-ups of which the first is better with a probability of %s', (probability, sentence) => {
  expect(lineUpSentence(probability, 'Line-up A', 'Line-up B')).toBe(sentence);
});

const estimated = (role: 'opening' | 'closing' | 'attorney-cross', low: number, high: number) => ({ role, low, high });
test.each([
  [
    [estimated('opening', -0.1, 0.3)],
    'In no role do these scores yet tell Ann apart from the program’s average student.',
  ],
  [[estimated('opening', 0.1, 0.3)], 'Ann scores above the program’s average in opening.'],
  [[estimated('closing', -0.3, -0.1)], 'Ann scores below the program’s average in closing.'],
  [
    [estimated('opening', 0.1, 0.3), estimated('attorney-cross', 0.2, 0.5), estimated('closing', -0.3, -0.1)],
    'Ann scores above the program’s average in opening and cross as attorney and below it in closing.',
  ],
])('one sentence says where a student differs from the average: %j', (estimates, sentence) => {
  expect(studentSentence('Ann', estimates)).toBe(sentence);
});
