// Results are symmetric in the sides: when P and D are swapped, everything is mirrored.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOfTotals, recordOf, roundResult, type BallotFacts, type RoundFacts } from '#metrics/results.ts';

const roundIds = ['one', 'two', 'three'];
const someRounds: fc.Arbitrary<RoundFacts[]> = fc.tuple(
  ...roundIds.map((id) =>
    fc.record({
      id: fc.constant(id),
      side: fc.constantFrom('p', 'd'),
      outcome: fc.constantFrom('played', 'played', 'bye', 'forfeit won', 'forfeit lost'),
      sharedWith: fc.constantFrom(null, 'one'),
    }),
  ),
);
const someBallots: fc.Arbitrary<BallotFacts[]> = fc.array(
  fc.record({
    roundId: fc.constantFrom(...roundIds, null),
    pTotal: fc.integer({ min: 100, max: 110 }),
    dTotal: fc.integer({ min: 100, max: 110 }),
    unread: fc.constantFrom(0, 0, 0, 1),
  }),
);
const onOtherSide = <Played extends Pick<RoundFacts, 'side'>>(round: Played): Played => ({
  ...round,
  side: round.side === 'p' ? 'd' : 'p',
});
const swapped = (ballot: BallotFacts): BallotFacts => ({ ...ballot, pTotal: ballot.dTotal, dTotal: ballot.pTotal });
const MIRROR = { won: 'lost', lost: 'won', tied: 'tied' } as const;

test('when the sides and our side are swapped, no result changes', () => {
  fc.assert(
    fc.property(someRounds, someBallots, (rounds, ballots) => {
      const mirrored = ballots.map(swapped);
      expect(recordOf(rounds.map(onOtherSide), mirrored)).toEqual(recordOf(rounds, ballots));
      for (const round of rounds) expect(roundResult(onOtherSide(round), mirrored)).toBe(roundResult(round, ballots));
    }),
  );
});

test('seen from the other side, wins are losses and margins change their sign', () => {
  fc.assert(
    fc.property(someRounds, someBallots, (rounds, ballots) => {
      const [ours, theirs] = [recordOf(rounds, ballots), recordOf(rounds.map(onOtherSide), ballots)];
      expect(theirs.ballots).toEqual({ won: ours.ballots.lost, lost: ours.ballots.won, tied: ours.ballots.tied });
      expect(theirs.pointDifferential).toBe(0 - ours.pointDifferential || 0);
      for (const round of rounds.filter(({ outcome }) => outcome === 'played')) {
        const result = roundResult(round, ballots);
        expect(roundResult(onOtherSide(round), ballots)).toBe(result === null ? null : MIRROR[result]);
      }
    }),
  );
});

test('when the sides are swapped, the P side’s share becomes the D side’s', () => {
  fc.assert(
    fc.property(someBallots, (ballots) => {
      const [balance, mirrored] = [balanceOfTotals(ballots), balanceOfTotals(ballots.map(swapped))];
      expect(mirrored === null).toBe(balance === null);
      if (balance === null || mirrored === null) return;
      expect(mirrored.ballots).toBe(balance.ballots);
      expect(mirrored.share).toBeCloseTo(1 - balance.share);
      expect([mirrored.low, mirrored.high]).toEqual([
        expect.closeTo(1 - balance.high),
        expect.closeTo(1 - balance.low),
      ]);
    }),
  );
});
