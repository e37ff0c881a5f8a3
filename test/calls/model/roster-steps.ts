// The roster: students and teams added, renamed, linked with people, deleted and anonymized.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { refused } from '../refused.ts';
import { endLinksOf, forgetComments, forgetNames, leaveLineUps, studentGoes } from './forgetting.ts';
import { TEAMS } from './season.ts';
import { commandOf, pick } from './step.ts';
import { ballotsOf, partsOf, staffOf, studentsOf, type Student, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);
const OTHER_NAMES = ['Winifred Tarrant', 'Leopold Askew'];
const hasStaff = (truth: Truth): boolean => staffOf(truth).length > 0;
const hasStudents = (truth: Truth): boolean => hasStaff(truth) && truth.students.size > 0;
const versionOf = async ({ students }: Calls, { schoolId }: World, { id }: Student): Promise<number> =>
  (await students.inSchool({ schoolId })).find((student) => student.id === id)!.version;

export const linkStudent = commandOf({
  picks: fc.record({ who: nat, student: nat, person: fc.constantFrom('Pia', 'Dan', null) }),
  when: hasStudents,
  recorded: ['update student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const student = pick(studentsOf(truth), picks.student);
    const { person } = picks;
    say(`${who} says that ${student.name} is ${person ?? 'nobody who signs in'}`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const version = await versionOf(calls, world, student);
    const changed = { userId: person && truth.accounts[person].id };
    const answer = await refused(calls.students.update({ schoolId, id: student.id, version, changed }));
    const isTaken = person !== null && studentsOf(truth).some((other) => other !== student && other.person === person);
    const isNone = person !== null && truth.accounts[person].role === null;
    expect(answer.code === 'none').toBe(!isTaken && !isNone);
    if (answer.code === 'none') student.person = person;
  },
});

export const renameStudent = commandOf({
  picks: fc.record({ who: nat, student: nat, name: fc.constantFrom(...OTHER_NAMES) }),
  when: hasStudents,
  recorded: ['update student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const student = pick(studentsOf(truth), picks.student);
    const { name } = picks;
    say(`${who} renames ${student.name}: ${name}`);
    const calls = callsBy(world, truth, who);
    const change = { schoolId: world.schoolId, id: student.id, version: await versionOf(calls, world, student) };
    const { code } = await refused(calls.students.update({ ...change, changed: { name } }));
    const isTaken = studentsOf(truth).some((other) => other !== student && other.name === name);
    expect(code).toBe(isTaken ? 'NAME_TAKEN' : 'none');
    if (isTaken || student.name === name) return;
    student.formerNames = [...student.formerNames, student.name];
    student.name = name;
    truth.forgotten.delete(name);
  },
});

/** Whether a judge wrote about the student, which a restored student gets back. */
const isJudged = (truth: Truth, { id }: Student): boolean =>
  partsOf(truth, id).some(({ round, sidePart }) =>
    ballotsOf(truth, round).some(({ comments }) => comments[sidePart] !== undefined),
  );

export const deleteStudent = commandOf({
  picks: fc.record({ who: nat, student: nat, isJudged: fc.boolean() }),
  when: hasStudents,
  recorded: ['delete student', 'delete studentLink'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const judged = studentsOf(truth).filter((student) => isJudged(truth, student));
    const student = pick(picks.isJudged && judged.length > 0 ? judged : studentsOf(truth), picks.student);
    say(`${who} deletes ${student.name}`);
    await callsBy(world, truth, who).students.remove({ schoolId: world.schoolId, id: student.id });
    studentGoes(truth, student);
  },
});

export const anonymize = commandOf({
  picks: fc.record({ who: nat, student: nat }),
  when: hasStudents,
  recorded: ['delete student', 'delete studentLink'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const student = pick(studentsOf(truth), picks.student);
    const { id } = student;
    say(`${who} anonymizes ${student.name}`);
    await callsBy(world, truth, who).students.anonymize({ schoolId: world.schoolId, id });
    forgetComments(truth, id);
    leaveLineUps(truth, id);
    truth.students.delete(id);
    endLinksOf(truth, id);
    forgetNames(truth, student);
  },
});

export const addTeam = commandOf({
  picks: fc.record({ who: nat, name: fc.constantFrom(...TEAMS) }),
  when: (truth, { name }) => hasStaff(truth) && ![...truth.teams.values()].includes(name),
  recorded: ['create team'],
  does: async ({ world, truth, say }, { name, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} adds the team ${name}`);
    const id = randomUUID();
    await callsBy(world, truth, who).teams.add({ schoolId: world.schoolId, id, name });
    truth.teams.set(id, name);
  },
});

export const deleteTeam = commandOf({
  picks: fc.record({ who: nat, team: nat }),
  when: (truth) => hasStaff(truth) && truth.teams.size > 0,
  // Its rounds no longer name it.
  recorded: ['delete team'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const [id, name] = pick([...truth.teams], picks.team);
    say(`${who} deletes the team ${name}`);
    await callsBy(world, truth, who).teams.remove({ schoolId: world.schoolId, id });
    truth.teams.delete(id);
    const rounds = [...truth.rounds.values()].filter(({ teamId }) => teamId === id);
    for (const round of rounds) round.teamId = null;
    const lineUps = [...truth.lineUps.values()].filter(({ teamId }) => teamId === id);
    for (const saved of lineUps) truth.lineUps.delete(saved.id);
    truth.deleted.push({ at: truth.now, team: { id, name }, rounds: rounds.map((round) => round.id), lineUps });
  },
});
