// What the expected state forgets with a name, a student, a season book, or a deleted record.
import { sidePart, type Part } from '#metrics/scores.ts';
import type { Deleted } from './deleted.ts';
import { endLinks } from './links.ts';
import {
  ballotsOf,
  everyBallot,
  holderOf,
  partsOf,
  studentsOf,
  type Comments,
  type LineUp,
  type SavedLineUp,
  type Student,
  type Truth,
  type TryOut,
  type Who,
} from './truth.ts';

const namesOf = ({ name, formerNames }: Student): string[] => [name, ...formerNames];

/** The students who come back if a deleted record is restored. */
function studentsIn(entry: Deleted): Student[] {
  if ('undone' in entry) return entry.students;
  return 'student' in entry ? [entry.student] : [];
}

/** Whether anybody has, had, or may get back this name. */
const isKnown = (truth: Truth, name: string): boolean =>
  [...studentsOf(truth), ...truth.deleted.flatMap(studentsIn)].some((student) => namesOf(student).includes(name)) ||
  [...truth.tryOuts.values()].some(({ candidates }) => candidates.some((candidate) => candidate.name === name));

const withoutName = (comments: Comments, name: string): Comments =>
  Object.fromEntries(Object.entries(comments).map(([key, text]) => [key, text.replaceAll(name, 'a student')]));

/** Removes a student’s names from all texts, unless another student has one. */
export function forgetNames(truth: Truth, student: Student): void {
  for (const name of namesOf(student)) {
    if (studentsOf(truth).some((other) => other.name === name)) continue;
    for (const ballot of everyBallot(truth)) ballot.comments = withoutName(ballot.comments, name);
    for (const entry of truth.deleted) {
      if (!('comments' in entry)) continue;
      for (const [id, comments] of entry.comments) entry.comments.set(id, withoutName(comments, name));
    }
    if (truth.ned.note !== null) truth.ned.note = truth.ned.note.replaceAll(name, 'a student');
    noteForgotten(truth, name);
  }
}

/** Somebody of that name is gone: it must be in no table, unless somebody else has it. */
function noteForgotten(truth: Truth, name: string): void {
  if (!isKnown(truth, name)) truth.forgotten.add(name);
}

/** Nobody can restore this record any more. */
export function forgetEntry(truth: Truth, entry: Deleted): void {
  truth.deleted = truth.deleted.filter((other) => other !== entry);
  if ('student' in entry) forgetComments(truth, entry.student.id);
  for (const student of studentsIn(entry)) forgetNames(truth, student);
}

/** What judges wrote about a student's parts, also on ballots that can be restored. */
export function forgetComments(truth: Truth, studentId: string): void {
  const rounds = [
    ...truth.rounds.values(),
    ...truth.deleted.flatMap((entry) => ('ballots' in entry ? entry.rounds : [])),
  ];
  for (const round of rounds) {
    for (const part of partsIn(round.lineUp, studentId)) {
      round.lineUp[part] = null;
      for (const ballot of everyBallot(truth)) {
        if (ballot.roundId === holderOf(round))
          ballot.comments = without(ballot.comments, [sidePart(round.side, part)]);
      }
    }
  }
}

/** Every saved line-up, also those of deleted teams. */
const everyLineUp = (truth: Truth): SavedLineUp[] => [
  ...truth.lineUps.values(),
  ...truth.deleted.flatMap((entry) => ('lineUps' in entry ? entry.lineUps : [])),
];
export const partsIn = (lineUp: LineUp, studentId: string): Part[] =>
  (Object.keys(lineUp) as Part[]).filter((part) => lineUp[part] === studentId);

/** An anonymized student is in no saved line-up, not even in those that can be restored. */
export function leaveLineUps(truth: Truth, studentId: string): void {
  for (const { lineUp } of everyLineUp(truth)) for (const part of partsIn(lineUp, studentId)) lineUp[part] = null;
}

/** A student’s links and candidates end with the student, also if the student is restored. */
export function endLinksOf(truth: Truth, studentId: string): void {
  endLinks(truth.cards.filter((card) => card.studentId === studentId));
  for (const tryOut of truth.tryOuts.values())
    for (const candidate of tryOut.candidates.filter((each) => each.studentId === studentId))
      candidateGoes(truth, tryOut, candidate.id);
}

export function candidateGoes(truth: Truth, tryOut: TryOut, id: string): void {
  const gone = tryOut.candidates.find((candidate) => candidate.id === id)!;
  tryOut.candidates = tryOut.candidates.filter((candidate) => candidate !== gone);
  tryOut.ratings = tryOut.ratings.filter(({ candidateId }) => candidateId !== id);
  noteForgotten(truth, gone.name);
}

export function tryOutGoes(truth: Truth, tryOut: TryOut): void {
  truth.tryOuts.delete(tryOut.id);
  for (const { name } of tryOut.candidates) noteForgotten(truth, name);
}

export const without = (comments: Comments, parts: readonly string[]): Comments =>
  Object.fromEntries(Object.entries(comments).filter(([part]) => !parts.includes(part)));
const only = (comments: Comments, parts: readonly string[]): Comments =>
  Object.fromEntries(Object.entries(comments).filter(([part]) => parts.includes(part)));

/** Every line-up that names students, of rounds and saved ones, which stays without the student. */
function leave(truth: Truth, studentId: string): [id: string, part: Part][] {
  const all: { id: string; lineUp: LineUp }[] = [...truth.rounds.values(), ...truth.lineUps.values()];
  return all.flatMap(({ id, lineUp }) =>
    partsIn(lineUp, studentId).map((part): [string, Part] => {
      lineUp[part] = null;
      return [id, part];
    }),
  );
}

/** Somebody deletes a student, whose comments and parts are kept for 30 days. */
export function studentGoes(truth: Truth, student: Student): void {
  const comments = new Map<string, Comments>();
  for (const { round, sidePart: own } of partsOf(truth, student.id)) {
    for (const ballot of ballotsOf(truth, round)) {
      if (ballot.comments[own] === undefined) continue;
      comments.set(ballot.id, { ...comments.get(ballot.id), ...only(ballot.comments, [own]) });
      ballot.comments = without(ballot.comments, [own]);
    }
  }
  const parts = leave(truth, student.id);
  truth.students.delete(student.id);
  truth.deleted.push({ at: truth.now, student, parts, comments });
  endLinksOf(truth, student.id);
}

/** A deleted user’s scores of candidates and access tokens don’t come back. */
export function personGoes(truth: Truth, who: Who): void {
  for (const tryOut of truth.tryOuts.values()) tryOut.ratings = tryOut.ratings.filter((rating) => rating.who !== who);
  endTokens(truth, who);
}
export function endTokens(truth: Truth, who: Who): void {
  endLinks(truth.tokens.filter((token) => token.who === who));
}

/** The season book is deleted, with what deleted records have kept of it. */
export function bookGoes(truth: Truth): void {
  truth.ballots.clear();
  truth.rounds.clear();
  truth.imports.clear();
  truth.lineUps.clear();
  endLinks(truth.cards);
  Object.assign(truth, { keeps: false, shares: false, until: null });
  for (const entry of truth.deleted) {
    if ('undone' in entry) forgetEntry(truth, entry);
    else if ('student' in entry) {
      entry.parts = [];
      entry.comments.clear();
    } else if ('team' in entry) Object.assign(entry, { rounds: [], lineUps: [] });
    else Object.assign(entry, { rounds: [], ballots: [] });
  }
}
