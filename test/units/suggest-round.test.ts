// The round that a photographed ballot may be of.
import { expect, test } from 'vitest';
import { suggestedRound } from '#web/records/suggest-round.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';

const round = (id: string, side: 'p' | 'd', team: string, opponent: string): SeasonRound =>
  ({ round: { id, side }, team, opponent }) as SeasonRound;
const ROUNDS = [
  round('1', 'p', 'Hill A', '1204'),
  round('2', 'd', 'Hill A', '1377'),
  round('3', 'p', 'Hill B', '1377'),
];

test.each([
  ['the other team’s number decides', { p: '', d: '1204' }, '1'],
  ['both teams on their sides decide', { p: '1377', d: 'Hill A' }, '2'],
  ['a misspelled team is still a hint', { p: 'Hil B', d: '1377' }, '3'],
  ['a number on the wrong side is no hint', { p: '1204', d: '' }, null],
  ['two rounds that match equally well suggest none', { p: 'Hill', d: '' }, null],
  ['unknown teams suggest none', { p: '9001', d: '9002' }, null],
  ['nothing read suggests none', { p: '', d: '' }, null],
])('%s', (_why, teams, expected) => {
  expect(suggestedRound(ROUNDS, teams)).toBe(expected);
});
