// Which line-up a new one is compared with.
import { expect, test } from 'vitest';
import type { Season } from '#contract/season-book.ts';
import { lastOf } from '#web/pages/season/figures/line-up/last-line-up.ts';

const round = (id: string, tournamentId: string, number: number, teamId: string, side: 'p' | 'd' = 'p') => ({
  id,
  tournamentId,
  number,
  teamId,
  side,
});
const SEASON = {
  tournaments: [
    { id: 'first', name: 'Cedar' },
    { id: 'second', name: 'Winter' },
  ],
  rounds: [
    round('w2', 'second', 2, 'b'),
    round('c1', 'first', 1, 'a'),
    round('c2', 'first', 2, 'a'),
    round('w1', 'second', 1, 'a', 'd'),
    round('w3', 'second', 3, 'a'),
  ],
} as unknown as Season;
const opens = (roundId: string, ...people: (string | null)[]) => ({
  roundId,
  parts: people.map((studentId, index) => ({ part: (['open', 'close'] as const)[index]!, studentId, witnessId: null })),
});
const LINE_UPS = [
  opens('c1', 'Ann'),
  opens('c2', 'Ann', 'Cleo'),
  opens('w2', 'Ben'),
  opens('w3', null),
  opens('w1', 'Ann'),
];

test('it is the last one, on the same side, of the team to which these students belong', () => {
  expect(lastOf(SEASON, LINE_UPS, 'p', { open: 'Ann' })?.where).toBe('Cedar, round 2');
  expect(lastOf(SEASON, LINE_UPS, 'p', { open: 'Ben' })?.where).toBe('Winter, round 2');
  expect(lastOf(SEASON, LINE_UPS, 'd', { open: 'Ben' })?.where).toBe('Winter, round 1');
});

test('if no student is in any, it is the one that was played last', () => {
  expect(lastOf(SEASON, LINE_UPS, 'p', { open: 'Eve' })?.where).toBe('Winter, round 2');
  expect(lastOf(SEASON, [], 'p', {})).toBeUndefined();
});
