// Which rounds of a school a file's ballots are of.
import { expect, test } from 'vitest';
import { planImport, type Known } from '#server/season/import-plan.ts';
import type { FileBallot } from '#season-files/file-ballot.ts';
import { plainBallot } from './season-ballots.ts';

const EMPTY: Known = { tournaments: [], teams: [], students: [], rounds: [], lineUps: [], ballots: [] };
const planOf = (...ballots: FileBallot[]) => planBeside(EMPTY, ...ballots);
const planBeside = (known: Known, ...ballots: FileBallot[]) =>
  planImport(
    ballots.map((ballot) => ({ ...ballot, refusal: null })),
    known,
    new Map(),
    (name) => name.toLowerCase(),
  );

test('two rounds with one number are never taken for one', () => {
  const prelim = plainBallot({ round: 'Prelim 1', opponent: 'Yale' });
  const elim = [1, 2, 3].map((number) => plainBallot({ round: 'Elim 1', opponent: 'Duke', number }));
  const { rows, rounds, ballots } = planOf(prelim, ...elim);
  expect([rounds.length, ballots.length]).toEqual([1, 1]);
  expect(rows.map(({ message }) => message)).toEqual([
    null,
    ...elim.map(
      () => '1204 has two rounds 1 in this file, “Prelim 1” and “Elim 1”. Give each round a number of its own.',
    ),
  ]);
});

test('two rounds with one number are told apart by what they are called if the file names no opponents', () => {
  const { rounds, ballots, rows } = planOf(
    plainBallot({ round: 'Prelim 1', opponent: '' }),
    plainBallot({ round: 'Elim 1', opponent: '', number: 2 }),
    plainBallot({ round: 'Prelim 2', opponent: '' }),
  );
  expect([rounds.length, ballots.length]).toEqual([2, 2]);
  expect(rows[1]!.message).toMatch(/^1204 has two rounds 1 in this file, “Prelim 1” and “Elim 1”/);
  const one = planOf(
    ...['1', 'R1', 'round 1', 'Rd. 01'].map((round, at) => plainBallot({ round, opponent: '', number: at + 1 })),
  );
  expect([one.rounds.length, one.ballots.length]).toEqual([1, 4]);
});

test('one round may be called otherwise on another ballot', () => {
  const { rounds, ballots } = planOf(
    plainBallot({ round: '1', opponent: 'Yale' }),
    plainBallot({ round: 'Round 1', opponent: 'YALE', number: 2 }),
    plainBallot({ round: '1', opponent: 'Yale University', number: 3 }),
  );
  expect([rounds.length, ballots.length]).toEqual([1, 3]);
});

test('ballots of one number and another opponent are not added to a round of the school or of the file', () => {
  const refusal =
    'Round 1 of 1204 is against “Yale”, and this ballot is against “Duke B”. Give each round a number of its own, or correct the opponent.';
  const first = plainBallot({ round: '1', opponent: 'Yale' });
  const others = ['Duke B', 'Yale A', ''].map((opponent, at) => plainBallot({ round: '1', opponent, number: at + 2 }));
  const inOneFile = planOf(first, ...others);
  expect(inOneFile.rows.map(({ message }) => message)).toEqual([null, refusal, null, null]);
  const { tournaments, teams, rounds } = planOf(first);
  const named = <Entry extends { name: string }>(entries: readonly Entry[]) =>
    entries.map((entry) => ({ ...entry, key: entry.name.toLowerCase() }));
  const school = { ...EMPTY, tournaments: named(tournaments), teams: named(teams), rounds };
  const later = planBeside(school, ...others);
  expect(later.rounds).toEqual([]);
  expect(later.rows.map(({ message }) => message)).toEqual([refusal, null, null]);
  // What was imported before is not imported again.
  const ballots = others.map(({ number, scores }) => ({ roundId: rounds[0]!.id, number, scores }));
  expect(planBeside({ ...school, ballots }, ...others).rows.map(({ state }) => state)).toEqual([
    'same',
    'same',
    'same',
  ]);
});
