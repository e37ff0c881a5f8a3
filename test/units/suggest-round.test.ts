// The suggested round for a photographed ballot.
import { expect, test } from 'vitest';
import { suggestedRound } from '#web/pages/season/photos/suggest-round.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';

const round = (id: string, side: 'p' | 'd', team: string, opponent: string, sharedWith: string | null = null) =>
  ({ round: { id, side, sharedWith }, team, opponent, ballots: [] }) as unknown as SeasonRound;
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
  expect(suggestedRound(ROUNDS, { ...teams, judge: '', before: null })).toBe(expected);
});

test('of two rounds that match equally well, the one without a ballot of this judge is suggested', () => {
  const again = [ROUNDS[0]!, { ...ROUNDS[0]!, round: { ...ROUNDS[0]!.round, id: '4' } }];
  const paper = { p: 'Hill A', d: '1204', judge: 'Rowe', before: null };
  expect(suggestedRound(again, paper)).toBeNull();
  const scored = [{ ...again[0]!, ballots: [{ judge: 'rowe' }] as SeasonRound['ballots'] }, again[1]!];
  expect(suggestedRound(scored, paper)).toBe('4');
});

test('of two of the school’s own teams that met, the round that has the ballots is suggested', () => {
  const met = [round('6', 'd', 'Hill B', 'Hill A', '5'), round('5', 'p', 'Hill A', 'Hill B')];
  const paper = { judge: '', before: null };
  expect(suggestedRound([...ROUNDS, ...met], { ...paper, p: 'Hill A', d: 'Hill B' })).toBe('5');
  expect(suggestedRound(met, { ...paper, p: '', d: 'Hill B' })).toBe('5');
});

test('a paper without a team is suggested the round of the photo before it', () => {
  const paper = { p: ' ', d: '', judge: '', before: '2' };
  expect(suggestedRound(ROUNDS, paper)).toBe('2');
  expect(suggestedRound(ROUNDS, { ...paper, d: '9002' })).toBeNull();
});
