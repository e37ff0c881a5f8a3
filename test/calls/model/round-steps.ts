// Rounds: added, with another line-up, side or number, and deleted.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { otherSide } from '#metrics/scores.ts';
import { refused } from '../refused.ts';
import { asParts, picked, playRound } from './season.ts';
import { commandOf, pick } from './step.ts';
import { isEmpty, otherTeamsRound, seasonOf, staffOf, type Round, type Truth } from './truth.ts';
import { turnComments } from './scores.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const rounds = (truth: Truth): Round[] => [...truth.rounds.values()];
const hasRounds = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.rounds.size > 0;

export const addRound = commandOf({
  picks: fc.record({ who: nat, tournament: nat, number: fc.integer({ min: 1, max: 4 }), areBothOurs: fc.boolean() }),
  when: (truth, picks) =>
    staffOf(truth).length > 0 &&
    truth.tournaments.size > 0 &&
    truth.teams.size > (picks.areBothOurs ? 1 : 0) &&
    !rounds(truth).some(({ number }) => number === picks.number),
  recorded: ['create round', 'update round'],
  does: async ({ world, truth, say }, { tournament, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const played = pick([...truth.tournaments.values()], tournament);
    say(
      `${who} adds round ${picks.number} of ${played.name}${picks.areBothOurs ? ', in which both own teams meet' : ''}`,
    );
    const teams = [...truth.teams.keys()];
    const wanted = { ...picks, students: [...truth.students.keys()] };
    for (const round of await playRound(callsBy(world, truth, who), { ...world, teams }, played, wanted))
      truth.rounds.set(round.id, round);
  },
});

export const addRounds = commandOf({
  picks: fc.record({ who: nat, tournament: nat, team: nat, numbers: fc.subarray([2, 3, 4], { minLength: 1 }) }),
  when: (truth) =>
    staffOf(truth).length > 0 && truth.tournaments.size > 0 && truth.teams.size > 0 && truth.rounds.size < 7,
  recorded: ['create round'],
  does: async ({ world, truth, say }, { numbers, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const { id: tournamentId, name } = pick([...truth.tournaments.values()], picks.tournament);
    const [teamId, team] = pick([...truth.teams], picks.team);
    say(`${who} adds the rounds ${numbers.join(', ')} of ${team} at ${name}`);
    const facts = { side: 'd', opponent: '', outcome: 'played', caseId: null } as const;
    const added = numbers.map((number) => ({ id: randomUUID(), number, ...facts }));
    const wanted = { schoolId: world.schoolId, tournamentId, teamId, rounds: added };
    const { code } = await refused(callsBy(world, truth, who).rounds.addMany(wanted));
    const isTaken = rounds(truth).some(
      (round) => round.teamId === teamId && round.tournamentId === tournamentId && numbers.includes(round.number),
    );
    expect(code, 'all or none').toBe(isTaken ? 'ROUND_TAKEN' : 'none');
    if (isTaken) return;
    for (const { id, number, side } of added)
      truth.rounds.set(id, { id, tournamentId, teamId, number, side, sharedWith: null, lineUp: {} });
  },
});

export const changeLineUp = commandOf({
  picks: fc.record({
    who: nat,
    round: nat,
    students: fc.tuple(fc.option(nat), fc.option(nat)),
    witness: fc.option(nat),
  }),
  when: hasRounds,
  recorded: ['update round'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const round = pick(rounds(truth), picks.round);
    say(`${who} chooses another line-up for ${round.side}’s round ${round.number}`);
    const lineUp = picked(truth, picks.students);
    const witnesses = [...truth.witnesses.keys()];
    const isNamed = picks.witness !== null && witnesses.length > 0 && 'open' in lineUp;
    const witness = isNamed ? pick(witnesses, picks.witness!) : null;
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const season = await calls.seasonBook.season({ schoolId, season: seasonOf(truth, round) });
    const { version } = season.rounds.find(({ id }) => id === round.id)!;
    await calls.rounds.setLineUp({ schoolId, roundId: round.id, version, parts: asParts(lineUp, witness) });
    // Webhooks are told of parts that are written, also as they were.
    const isWritten = !isEmpty(round.lineUp) || !isEmpty(lineUp);
    Object.assign(round, { lineUp, witness, filledBy: undefined, saves: (round.saves ?? 0) + Number(isWritten) });
  },
});

/** Ballots follow the round’s side: two own teams’ ballots move to the new P side, and comments on one own team turn with it. */
function changesSide(truth: Truth, round: Round, other: Round | undefined): void {
  round.side = otherSide(round.side);
  const ballots = [...truth.ballots.values()].filter(({ roundId }) => roundId === round.id || roundId === other?.id);
  if (other) {
    other.side = otherSide(other.side);
    const [p, d] = round.side === 'p' ? [round, other] : [other, round];
    Object.assign(p, { sharedWith: null });
    Object.assign(d, { sharedWith: p.id });
    for (const ballot of ballots) Object.assign(ballot, { roundId: p.id, isUntouched: false });
    return;
  }
  for (const ballot of ballots) turnComments(truth, ballot);
}

/** Whether a judge of the round wrote about a student who is deleted. */
const awaitsComments = (truth: Truth, round: Round): boolean =>
  truth.deleted.some(
    (entry) =>
      'comments' in entry && [...entry.comments.keys()].some((id) => truth.ballots.get(id)?.roundId === round.id),
  );

export const changeRound = commandOf({
  picks: fc.record({
    who: nat,
    round: nat,
    isJudged: fc.boolean(),
    number: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 1 }),
    turns: fc.boolean(),
  }),
  when: hasRounds,
  recorded: ['update round', 'update keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const judged = rounds(truth).filter(({ id }) => [...truth.ballots.values()].some(({ roundId }) => roundId === id));
    const awaiting = judged.filter((round) => awaitsComments(truth, round));
    // Rather a round with ballots, and rather one whose comments may come back with a student.
    const likely = picks.isJudged ? [awaiting, judged].find((some) => some.length > 0) : undefined;
    const round = pick(likely ?? rounds(truth), picks.round);
    const number = picks.number ?? round.number;
    const turns = picks.number === null || picks.turns;
    const side = turns ? otherSide(round.side) : round.side;
    say(`${who} says that ${round.side}’s round ${round.number} was round ${number}, on the ${side} side`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const season = await calls.seasonBook.season({ schoolId, season: seasonOf(truth, round) });
    const { version } = season.rounds.find(({ id }) => id === round.id)!;
    const { code } = await refused(calls.rounds.update({ schoolId, id: round.id, version, changed: { number, side } }));
    const other = otherTeamsRound(truth, round);
    const both = [round, ...(other ? [other] : [])];
    const isTaken = both.some(({ id, tournamentId, teamId }) =>
      rounds(truth).some(
        (each) =>
          each.id !== id &&
          teamId !== null &&
          each.teamId === teamId &&
          each.tournamentId === tournamentId &&
          each.number === number,
      ),
    );
    expect(code).toBe(isTaken ? 'ROUND_TAKEN' : 'none');
    if (isTaken) return;
    for (const each of both) each.number = number;
    if (turns) changesSide(truth, round, other);
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
    const other = otherTeamsRound(truth, round);
    if (other) other.sharedWith = null;
    for (const ballot of truth.ballots.values()) {
      if (ballot.roundId !== round.id) continue;
      if (other) Object.assign(ballot, { roundId: other.id, isUntouched: false });
      else truth.ballots.delete(ballot.id);
    }
  },
});
