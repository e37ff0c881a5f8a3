// What people say about a ballot besides its scores: its round and number, what the judge wrote, and whom the judge ranked.
import fc from 'fast-check';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { comments, namedIn, ranked, ranksOf } from './judgments.ts';
import { turnComments } from './scores.ts';
import { commandOf, pick } from './step.ts';
import { holderOf, otherTeamsRound, staffOf, type Ballot, type Truth } from './truth.ts';
import { ballotNow, callsBy } from './world.ts';

const nat = fc.nat(99);
const ballots = (truth: Truth): Ballot[] => [...truth.ballots.values()];
const hasBallots = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.ballots.size > 0;

export const placeBallot = commandOf({
  picks: fc.record({ who: nat, ballot: nat, round: nat, number: fc.integer({ min: 1, max: 3 }) }),
  when: (truth) => hasBallots(truth) && truth.rounds.size > 0,
  recorded: ['update keptBallot'],
  does: async ({ world, truth, say }, { number, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const ballot = pick(ballots(truth), picks.ballot);
    const round = pick([...truth.rounds.values()], picks.round);
    say(`${who} says that ballot ${ballot.number} is judge ${number}’s of ${round.side}’s round ${round.number}`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const { version } = await ballotNow(calls, schoolId, ballot);
    const changed = { roundId: round.id, number };
    const { code } = await refused(calls.keptBallots.update({ schoolId, id: ballot.id, version, changed }));
    const to = truth.rounds.get(holderOf(round))!;
    const isTaken = ballots(truth).some(
      (other) => other !== ballot && other.roundId === to.id && other.number === number,
    );
    expect(code).toBe(isTaken ? 'JUDGE_TAKEN' : 'none');
    if (isTaken) return;
    const from = truth.rounds.get(ballot.roundId ?? '');
    const isOneOwn = [from, to].every((each) => each && !otherTeamsRound(truth, each));
    if (isOneOwn && from?.side !== to.side) turnComments(truth, ballot);
    Object.assign(ballot, { roundId: to.id, number, isUntouched: false });
  },
});

export const editBallot = commandOf({
  picks: fc.record({ who: nat, ballot: nat, comments: fc.option(comments), ranked }),
  when: hasBallots,
  recorded: ['update keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const ballot = pick(ballots(truth), picks.ballot);
    const ranks = ranksOf(truth, ballot.sheet, picks.ranked);
    const written = picks.comments ?? ballot.comments;
    const about = Object.keys(written).join(' and ') || 'nobody';
    say(`${who} says that ballot ${ballot.number} ranks ${ranks.attorney.length}, and comments on ${about}`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const { version } = await ballotNow(calls, schoolId, ballot);
    await calls.keptBallots.update({ schoolId, id: ballot.id, version, changed: { comments: written, ranks } });
    for (const name of namedIn(written)) truth.forgotten.delete(name);
    Object.assign(ballot, { comments: { ...written }, ranks, isUntouched: false });
  },
});
