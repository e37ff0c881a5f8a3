// Rounds: added, with another line-up, deleted, and given a ballot that waited for its round.
import fc from 'fast-check';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { asParts, picked, playRound, SEASON } from './season.ts';
import { commandOf, pick } from './step.ts';
import { holderOf, staffOf, type Round, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const rounds = (truth: Truth): Round[] => [...truth.rounds.values()];
const hasRounds = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.rounds.size > 0;

export const addRound = commandOf({
  picks: fc.record({ who: nat, tournament: nat, number: fc.integer({ min: 1, max: 3 }), areBothOurs: fc.boolean() }),
  when: (truth, picks) =>
    staffOf(truth).length > 0 &&
    truth.tournaments.size > 0 &&
    truth.teams.size > (picks.areBothOurs ? 1 : 0) &&
    !rounds(truth).some(({ number }) => number === picks.number),
  recorded: ['create round', 'update round'],
  does: async ({ world, truth, say }, { tournament, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const [id, name] = pick([...truth.tournaments], tournament);
    say(`${who} adds round ${picks.number} of ${name}${picks.areBothOurs ? ', in which both own teams meet' : ''}`);
    const teams = [...truth.teams.keys()];
    const played = { ...picks, students: [...truth.students.keys()] };
    for (const round of await playRound(callsBy(world, truth, who), { ...world, teams }, id, played))
      truth.rounds.set(round.id, round);
  },
});

export const changeLineUp = commandOf({
  picks: fc.record({ who: nat, round: nat, students: fc.tuple(fc.option(nat), fc.option(nat)) }),
  when: hasRounds,
  recorded: ['update round'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const round = pick(rounds(truth), picks.round);
    say(`${who} chooses another line-up for ${round.side}’s round ${round.number}`);
    const lineUp = picked(truth, picks.students);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const season = await calls.seasonBook.season({ schoolId, season: SEASON });
    const { version } = season.rounds.find(({ id }) => id === round.id)!;
    await calls.rounds.setLineUp({ schoolId, roundId: round.id, version, parts: asParts(lineUp) });
    Object.assign(round, { lineUp, filledBy: undefined });
  },
});

export const removeRound = commandOf({
  picks: fc.record({ who: nat, round: nat }),
  when: hasRounds,
  // The ballots of two own teams stay with the other one.
  recorded: ['delete round', 'delete keptBallot', 'update keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const round = pick(rounds(truth), picks.round);
    say(`${who} deletes ${round.side}’s round ${round.number}`);
    await callsBy(world, truth, who).rounds.remove({ schoolId: world.schoolId, id: round.id });
    truth.rounds.delete(round.id);
    const other = rounds(truth).find(({ id, sharedWith }) => id === round.sharedWith || sharedWith === round.id);
    if (other) other.sharedWith = null;
    for (const ballot of truth.ballots.values()) {
      if (ballot.roundId !== round.id) continue;
      if (other) Object.assign(ballot, { roundId: other.id, isUntouched: false });
      else truth.ballots.delete(ballot.id);
    }
  },
});

export const placeBallot = commandOf({
  picks: fc.record({ who: nat, ballot: nat, round: nat, number: fc.integer({ min: 1, max: 3 }) }),
  when: (truth) => hasRounds(truth) && [...truth.ballots.values()].some(({ roundId }) => roundId === null),
  recorded: ['update keptBallot'],
  does: async ({ world, truth, say }, { number, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const ballots = [...truth.ballots.values()];
    const ballot = pick(
      ballots.filter(({ roundId }) => roundId === null),
      picks.ballot,
    );
    const round = pick(rounds(truth), picks.round);
    say(`${who} says that a ballot that waits is judge ${number}’s of ${round.side}’s round ${round.number}`);
    const { schoolId } = world;
    const { keptBallots } = callsBy(world, truth, who);
    const { version } = (await keptBallots.waiting({ schoolId })).find(({ id }) => id === ballot.id)!;
    const changed = { roundId: round.id, number };
    const { code } = await refused(keptBallots.update({ schoolId, id: ballot.id, version, changed }));
    const isTaken = ballots.some((other) => other.roundId === holderOf(round) && other.number === number);
    expect(code).toBe(isTaken ? 'JUDGE_TAKEN' : 'none');
    if (!isTaken) Object.assign(ballot, { roundId: holderOf(round), number, isUntouched: false });
  },
});
