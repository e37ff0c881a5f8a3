// Results and records from totals.
import { expect, test } from 'vitest';
import {
  balanceOfTotals,
  ballotResult,
  ballotsOf,
  marginFor,
  recordOf,
  recordText,
  roundResult,
  type BallotFacts,
  type RoundFacts,
} from '#metrics/results.ts';

const round = (id: string, facts: Partial<RoundFacts> = {}): RoundFacts => ({
  id,
  side: 'p',
  outcome: 'played',
  sharedWith: null,
  ...facts,
});
const ballot = (roundId: string, pTotal: number, dTotal: number, unread = 0): BallotFacts => ({
  roundId,
  pTotal,
  dTotal,
  unread,
});

test('a margin is our points minus theirs, on either side', () => {
  expect(marginFor('p', ballot('r', 120, 113))).toBe(7);
  expect(marginFor('d', ballot('r', 120, 113))).toBe(-7);
  expect(ballotResult('d', ballot('r', 120, 113))).toBe('lost');
  expect(ballotResult('p', ballot('r', 110, 110))).toBe('tied');
});

test('a ballot with a cell that was not read has no result', () => {
  expect(marginFor('p', ballot('r', 120, 113, 1))).toBeNull();
  expect(ballotResult('p', ballot('r', 120, 113, 1))).toBeNull();
});

test.each([
  ['more ballots won than lost', [ballot('r', 9, 8), ballot('r', 9, 9)], 'won'],
  ['as many won as lost, whatever the points', [ballot('r', 99, 8), ballot('r', 8, 9)], 'tied'],
  ['only ties', [ballot('r', 9, 9)], 'tied'],
  ['ballots read in full only', [ballot('r', 9, 8, 2), ballot('r', 8, 9)], 'lost'],
  ['no ballot', [], null],
  ['no ballot read in full', [ballot('r', 9, 8, 1)], null],
])('a round goes by its ballots: %s', (_name, ballots, result) => {
  expect(roundResult(round('r'), ballots)).toBe(result);
});

test('a forfeit counts as a round and never as a ballot; a bye counts as nothing', () => {
  const rounds = [
    round('won', { outcome: 'forfeit won' }),
    round('lost', { outcome: 'forfeit lost' }),
    round('bye', { outcome: 'bye' }),
  ];
  const ballots = rounds.map(({ id }) => ballot(id, 100, 90));
  expect(recordOf(rounds, ballots)).toEqual({
    rounds: { won: 1, lost: 1, tied: 0 },
    ballots: { won: 0, lost: 0, tied: 0 },
    pointDifferential: 0,
  });
});

test('a record counts rounds, ballots and points from our side', () => {
  const rounds = [round('one'), round('two', { side: 'd' })];
  const ballots = [
    ballot('one', 100, 90),
    ballot('one', 95, 95),
    ballot('two', 100, 90),
    ballot('two', 80, 90, 3),
    ballot('other', 1, 0),
  ];
  const record = recordOf(rounds, ballots);
  expect(record).toEqual({
    rounds: { won: 1, lost: 1, tied: 0 },
    ballots: { won: 1, lost: 1, tied: 1 },
    pointDifferential: 0,
  });
  expect(recordText(record.ballots)).toBe('1-1-1');
});

test('when two teams of a school meet, each sees the one ballot from its own side', () => {
  const ours = round('p round');
  const theirs = round('d round', { side: 'd', sharedWith: 'p round' });
  const ballots = [ballot('p round', 100, 90)];
  expect(ballotsOf(theirs, ballots)).toEqual(ballots);
  expect(recordOf([ours], ballots).ballots).toEqual({ won: 1, lost: 0, tied: 0 });
  expect(recordOf([theirs], ballots).ballots).toEqual({ won: 0, lost: 1, tied: 0 });
  expect(recordOf([theirs], ballots).pointDifferential).toBe(-10);
});

test('the balance of the sides counts ties as half and leaves out ballots that were not read in full', () => {
  const balance = balanceOfTotals([ballot('r', 9, 8), ballot('r', 9, 9), ballot('r', 8, 9), ballot('r', 9, 0, 5)]);
  expect(balance).toMatchObject({ won: 1.5, ballots: 3, share: 0.5 });
  expect(balanceOfTotals([])).toBeNull();
});

test('the interval of a known balance is the published one', () => {
  const balance = balanceOfTotals(Array.from({ length: 186 }, (_, index) => ballot('r', index < 94 ? 9 : 7, 8)));
  expect(balance?.low.toFixed(3)).toBe('0.434');
  expect(balance?.high.toFixed(3)).toBe('0.576');
});
