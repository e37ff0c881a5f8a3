// Deleted records: restored, or deleted for good.
import fc from 'fast-check';
import { expect } from 'vitest';
import { deletedOne, type Deleted } from './deleted.ts';
import { refused } from '../refused.ts';
import { sidePart, type Part } from '#metrics/scores.ts';
import { forgetEntry, without } from './forgetting.ts';
import { commandOf, pick } from './step.ts';
import {
  holderOf,
  isEmpty,
  RESTORABLE,
  staffOf,
  studentsOf,
  type Ballot,
  type LineUp,
  type Round,
  type Truth,
} from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const canRestore = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.deleted.length > 0;

const isOver = (truth: Truth, { at }: Deleted): boolean => truth.now - at > RESTORABLE;

const withoutDeleted = (truth: Truth, lineUp: LineUp): LineUp =>
  Object.fromEntries(
    Object.entries(lineUp).map(([part, student]) => [part, truth.students.has(student ?? '') ? student : null]),
  );

function studentBack(truth: Truth, { student, parts, comments }: Extract<Deleted, { student: unknown }>): void {
  const isMember = student.person !== null && truth.accounts[student.person].role !== null;
  truth.students.set(student.id, { ...student, person: isMember ? student.person : null });
  for (const name of [student.name, ...student.formerNames]) truth.forgotten.delete(name);
  for (const [id, part] of parts) {
    const lineUp = (truth.rounds.get(id) ?? truth.lineUps.get(id))?.lineUp;
    if (lineUp?.[part] === null) lineUp[part] = student.id;
  }
  for (const [id, kept] of comments) {
    const ballot = truth.ballots.get(id);
    if (!ballot) continue;
    const others = [...truth.rounds.values()].flatMap((round) =>
      holderOf(round) === ballot.roundId
        ? Object.entries(round.lineUp).flatMap(([part, who]) =>
            who === null || who === student.id ? [] : sidePart(round.side, part as Part),
          )
        : [],
    );
    ballot.comments = { ...without(kept, others), ...ballot.comments };
  }
}

function teamBack(truth: Truth, { team, rounds, lineUps }: Extract<Deleted, { team: unknown }>): void {
  truth.teams.set(team.id, team.name);
  for (const id of rounds) {
    const round = truth.rounds.get(id);
    if (round) round.teamId ??= team.id;
  }
  for (const saved of lineUps) truth.lineUps.set(saved.id, { ...saved, lineUp: withoutDeleted(truth, saved.lineUp) });
}

function importBack(truth: Truth, entry: Extract<Deleted, { undone: unknown }>): void {
  truth.imports.set(entry.undone.id, entry.undone.name);
  for (const { id, name } of entry.teams) truth.teams.set(id, name);
  for (const student of entry.students) truth.students.set(student.id, student);
  for (const { id, lineUp } of entry.filled) {
    const round = truth.rounds.get(id);
    if (round && isEmpty(round.lineUp))
      Object.assign(round, { lineUp: withoutDeleted(truth, lineUp), filledBy: entry.undone.id });
  }
}

function broughtBack(truth: Truth, entry: Deleted): void {
  if ('student' in entry) return studentBack(truth, entry);
  if ('team' in entry) return teamBack(truth, entry);
  for (const tournament of 'undone' in entry ? entry.tournaments : [entry.tournament])
    truth.tournaments.set(tournament.id, tournament);
  if ('undone' in entry) importBack(truth, entry);
  for (const round of entry.rounds) {
    // Somebody has deleted its tournament for good since.
    if (!truth.tournaments.has(round.tournamentId)) continue;
    const teamId = truth.teams.has(round.teamId ?? '') ? round.teamId : null;
    const witness = truth.witnesses.has(round.witness ?? '') ? round.witness! : null;
    truth.rounds.set(round.id, { ...round, teamId, witness, lineUp: withoutDeleted(truth, round.lineUp) });
  }
  for (const ballot of entry.ballots) {
    // Somebody has deleted its round since.
    if (!truth.rounds.has(ballot.roundId ?? '')) continue;
    const importId = truth.imports.has(ballot.importId ?? '') ? ballot.importId : null;
    truth.ballots.set(ballot.id, { ...ballot, importId });
  }
}

const judgeOf = ({ roundId, number }: Ballot): string => `${roundId} ${number}`;
const placeOf = ({ tournamentId, teamId, number }: Round): string => `${tournamentId} ${teamId} ${number}`;

/** The rounds that a team gets back. Nobody minded their numbers while they had no team. */
const placesOf = (truth: Truth, { team, rounds }: Extract<Deleted, { team: unknown }>): string[] =>
  rounds.flatMap((id) => {
    const round = truth.rounds.get(id);
    return round?.teamId === null ? [placeOf({ ...round, teamId: team.id })] : [];
  });
/** Tournaments of different seasons may have one name. */
const labelOf = (one: { name: string; season?: string }): string => `${one.name} ${one.season ?? ''}`.trim();
const labelIn = (entry: Deleted): string => labelOf('tournament' in entry ? entry.tournament : deletedOne(entry));

/** Whether something that is there has a name, a person, a number, or a judge that the deleted record had. */
function isTaken(truth: Truth, entry: Deleted): boolean {
  const names = new Set(
    'undone' in entry ? [...entry.students, ...entry.tournaments, ...entry.teams].map(labelOf) : [labelIn(entry)],
  );
  // A ballot that the undo left keeps its round, in which somebody may have entered another ballot of that judge since.
  const judges = 'undone' in entry ? entry.ballots.map(judgeOf) : [];
  const places = 'undone' in entry ? entry.rounds.map(placeOf) : [];
  const own = 'team' in entry ? placesOf(truth, entry) : [];
  const person = 'student' in entry ? entry.student.person : null;
  return (
    [...[...studentsOf(truth), ...truth.tournaments.values()].map(labelOf), ...truth.teams.values()].some((name) =>
      names.has(name),
    ) ||
    [...truth.ballots.values()].some((ballot) => judges.includes(judgeOf(ballot))) ||
    [...truth.rounds.values()].some((round) => places.includes(placeOf(round))) ||
    new Set(own).size < own.length ||
    (person !== null && studentsOf(truth).some((student) => student.person === person))
  );
}

export const restoreDeleted = commandOf({
  picks: fc.record({ who: nat, entry: nat }),
  when: canRestore,
  recorded: [
    ...['student', 'team', 'tournament', 'round', 'keptBallot', 'import'].map((subject) => `restore ${subject}`),
    // Its rounds have their team again.
    'update round',
  ],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const entry = pick(truth.deleted.slice(-3), picks.entry);
    const { id, name } = deletedOne(entry);
    say(`${who} restores ${name}`);
    const { code } = await refused(callsBy(world, truth, who).deletedEntries.restore({ schoolId: world.schoolId, id }));
    if (isOver(truth, entry)) expect(code).toBe('NOT_FOUND');
    else if (code === 'NEEDS_ANOTHER') expect(truth.deleted.at(-1)).not.toBe(entry);
    else if (isTaken(truth, entry)) expect(code).toBe('TAKEN');
    else expect(code).toBe('none');
    if (code !== 'none') return;
    truth.deleted = truth.deleted.filter((other) => other !== entry);
    broughtBack(truth, entry);
  },
});

export const deleteForGood = commandOf({
  picks: fc.record({ who: nat, entry: nat }),
  when: canRestore,
  recorded: ['student', 'team', 'tournament', 'import'].map((subject) => `deleteForGood ${subject}`),
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const entry = pick(truth.deleted, picks.entry);
    const { id, name } = deletedOne(entry);
    say(`${who} deletes ${name} for good`);
    const deleting = callsBy(world, truth, who).deletedEntries.deleteForGood({ schoolId: world.schoolId, id });
    expect((await refused(deleting)).code).toBe(isOver(truth, entry) ? 'NOT_FOUND' : 'none');
    if (!isOver(truth, entry)) forgetEntry(truth, entry);
  },
});
