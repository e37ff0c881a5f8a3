// The roster: rounds, links between students and people, deleting, restoring and anonymizing.
import fc from 'fast-check';
import { expect } from 'vitest';
import { sidePart, type Part } from '#metrics/scores.ts';
import { refused } from '../refused.ts';
import { commandOf, pick } from './step.ts';
import {
  ballotsOf,
  everyBallot,
  forgetName,
  holderOf,
  isEmpty,
  partsOf,
  RESTORABLE,
  staffOf,
  type Comments,
  type Deleted,
  type Ballot,
  type Round,
  type Truth,
} from './truth.ts';
import { callsBy, playRound } from './world.ts';

const nat = fc.nat(99);
const students = (truth: Truth) => [...truth.students.values()];
const hasStaff = (truth: Truth): boolean => staffOf(truth).length > 0;
const without = (comments: Comments, parts: readonly string[]): Comments =>
  Object.fromEntries(Object.entries(comments).filter(([part]) => !parts.includes(part)));
const only = (comments: Comments, parts: readonly string[]): Comments =>
  Object.fromEntries(Object.entries(comments).filter(([part]) => parts.includes(part)));

export const addRound = commandOf({
  picks: fc.record({ who: nat, tournament: nat, number: fc.integer({ min: 1, max: 3 }), areBothOurs: fc.boolean() }),
  when: (truth, picks) =>
    hasStaff(truth) &&
    truth.tournaments.size > 0 &&
    ![...truth.rounds.values()].some(({ number }) => number === picks.number),
  recorded: ['create round', 'update round'],
  does: async ({ world, truth, say }, { tournament, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const [id, name] = pick([...truth.tournaments], tournament);
    say(`${who} adds round ${picks.number} of ${name}${picks.areBothOurs ? ', in which both own teams meet' : ''}`);
    const played = { ...picks, students: [...truth.students.keys()] };
    for (const round of await playRound(callsBy(world, truth, who), world, id, played))
      truth.rounds.set(round.id, round);
  },
});

export const linkStudent = commandOf({
  picks: fc.record({ who: nat, student: nat, person: fc.constantFrom('Pia', 'Dan', null) }),
  when: (truth) => hasStaff(truth) && truth.students.size > 0,
  recorded: ['update student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const student = pick(students(truth), picks.student);
    const { person } = picks;
    say(`${who} says that ${student.name} is ${person ?? 'nobody who signs in'}`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const { version = 0 } = (await calls.students.inSchool({ schoolId })).find(({ id }) => id === student.id) ?? {};
    const changed = { userId: person && truth.accounts[person].id };
    const answer = await refused(calls.students.update({ schoolId, id: student.id, version, changed }));
    const isTaken = person !== null && students(truth).some((other) => other !== student && other.person === person);
    const isNone = person !== null && truth.accounts[person].role === null;
    expect(answer.code === 'none').toBe(!isTaken && !isNone);
    if (answer.code === 'none') student.person = person;
  },
});

export const deleteStudent = commandOf({
  picks: fc.record({ who: nat, student: nat }),
  when: (truth) => hasStaff(truth) && truth.students.size > 0,
  recorded: ['delete student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const student = pick(students(truth), picks.student);
    say(`${who} deletes ${student.name}`);
    await callsBy(world, truth, who).students.remove({ schoolId: world.schoolId, id: student.id });
    const comments = new Map<string, Comments>();
    const parts: [string, Part][] = [];
    for (const { round, part, sidePart: own } of partsOf(truth, student.id)) {
      parts.push([round.id, part]);
      round.lineUp[part] = null;
      for (const ballot of ballotsOf(truth, round)) {
        if (ballot.comments[own] === undefined) continue;
        comments.set(ballot.id, { ...comments.get(ballot.id), ...only(ballot.comments, [own]) });
        ballot.comments = without(ballot.comments, [own]);
        ballot.isUntouched = false;
      }
    }
    truth.students.delete(student.id);
    truth.deleted.push({ at: truth.now, student, parts, comments });
  },
});

export const anonymize = commandOf({
  picks: fc.record({ who: nat, student: nat }),
  when: (truth) => hasStaff(truth) && truth.students.size > 0,
  recorded: ['delete student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { id, name } = pick(students(truth), picks.student);
    say(`${who} anonymizes ${name}`);
    await callsBy(world, truth, who).students.anonymize({ schoolId: world.schoolId, id });
    const rounds = [
      ...truth.rounds.values(),
      ...truth.deleted.flatMap((entry) => ('rounds' in entry ? entry.rounds : [])),
    ];
    for (const round of rounds) {
      for (const part of Object.keys(round.lineUp) as Part[]) {
        if (round.lineUp[part] !== id) continue;
        round.lineUp[part] = null;
        for (const ballot of everyBallot(truth)) {
          if (ballot.roundId === holderOf(round))
            ballot.comments = without(ballot.comments, [sidePart(round.side, part)]);
        }
      }
    }
    truth.students.delete(id);
    forgetName(truth, name);
  },
});

export const deleteTournament = commandOf({
  picks: fc.record({ who: nat, tournament: nat }),
  when: (truth) => hasStaff(truth) && truth.tournaments.size > 0,
  recorded: ['delete tournament', 'delete round', 'delete keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const [id, name] = pick([...truth.tournaments], picks.tournament);
    say(`${who} deletes the tournament ${name}`);
    await callsBy(world, truth, who).tournaments.remove({ schoolId: world.schoolId, id });
    const rounds = [...truth.rounds.values()].filter(({ tournamentId }) => tournamentId === id);
    const ballots = [...truth.ballots.values()].filter((ballot) => rounds.some((round) => round.id === ballot.roundId));
    for (const round of rounds) truth.rounds.delete(round.id);
    for (const ballot of ballots) truth.ballots.delete(ballot.id);
    truth.tournaments.delete(id);
    truth.deleted.push({ at: truth.now, tournament: { id, name }, rounds, ballots });
  },
});

const nameOf = (entry: Deleted): { id: string; name: string } => {
  if ('undone' in entry) return entry.undone;
  return 'student' in entry ? entry.student : entry.tournament;
};

const withoutDeleted = (truth: Truth, lineUp: Round['lineUp']): Round['lineUp'] =>
  Object.fromEntries(
    Object.entries(lineUp).map(([part, student]) => [part, truth.students.has(student ?? '') ? student : null]),
  );

function broughtBack(truth: Truth, entry: Deleted): void {
  if ('student' in entry) {
    const { student, parts, comments } = entry;
    const isMember = student.person !== null && truth.accounts[student.person].role !== null;
    truth.students.set(student.id, { ...student, person: isMember ? student.person : null });
    truth.forgotten.delete(student.name);
    for (const [roundId, part] of parts) {
      const round = truth.rounds.get(roundId);
      if (round?.lineUp[part] === null) round.lineUp[part] = student.id;
    }
    for (const [id, kept] of comments) {
      const ballot = truth.ballots.get(id);
      if (ballot) ballot.comments = { ...kept, ...ballot.comments };
    }
    return;
  }
  const tournaments = 'tournaments' in entry ? entry.tournaments : [entry.tournament];
  for (const { id, name } of tournaments) truth.tournaments.set(id, name);
  if ('undone' in entry) {
    truth.imports.set(entry.undone.id, entry.undone.name);
    for (const student of entry.students) truth.students.set(student.id, student);
    for (const { id, lineUp } of entry.filled) {
      const round = truth.rounds.get(id);
      if (round && isEmpty(round.lineUp))
        Object.assign(round, { lineUp: withoutDeleted(truth, lineUp), filledBy: entry.undone.id });
    }
  }
  for (const round of entry.rounds)
    truth.rounds.set(round.id, { ...round, lineUp: withoutDeleted(truth, round.lineUp) });
  for (const ballot of entry.ballots) {
    const importId = truth.imports.has(ballot.importId ?? '') ? ballot.importId : null;
    truth.ballots.set(ballot.id, { ...ballot, importId, isUntouched: ballot.isUntouched && 'undone' in entry });
  }
}

const judgeOf = ({ roundId, number }: Ballot): string => `${roundId} ${number}`;

export const restoreDeleted = commandOf({
  picks: fc.record({ who: nat, entry: nat }),
  when: (truth) => hasStaff(truth) && truth.deleted.length > 0,
  recorded: ['restore student', 'restore tournament', 'restore round', 'restore keptBallot', 'restore import'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const entry = pick(truth.deleted, picks.entry);
    const { id, name } = nameOf(entry);
    say(`${who} restores ${name}`);
    const { code } = await refused(callsBy(world, truth, who).deletedEntries.restore({ schoolId: world.schoolId, id }));
    const isPerson = 'student' in entry && entry.student.person !== null;
    const names = 'undone' in entry ? [...entry.students, ...entry.tournaments].map((one) => one.name) : [name];
    // A ballot that the undo left keeps its round, in which somebody may have entered another ballot of that judge since.
    const judges = 'undone' in entry ? entry.ballots.map(judgeOf) : [];
    const isTaken =
      [...students(truth).map((other) => other.name), ...truth.tournaments.values()].some((one) =>
        names.includes(one),
      ) ||
      [...truth.ballots.values()].some((ballot) => judges.includes(judgeOf(ballot))) ||
      (isPerson && students(truth).some(({ person }) => person === entry.student.person));
    if (truth.now - entry.at > RESTORABLE) expect(code).toBe('NOT_FOUND');
    else if (code === 'NEEDS_ANOTHER') expect(truth.deleted.at(-1)).not.toBe(entry);
    else if (isTaken) expect(code).toBe('TAKEN');
    else expect(code).toBe('none');
    if (code !== 'none') return;
    truth.deleted = truth.deleted.filter((other) => other !== entry);
    broughtBack(truth, entry);
  },
});
