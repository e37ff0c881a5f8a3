// Try-outs: begun, scored, ended, and deleted, and candidates who become students.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { refused } from '../refused.ts';
import { candidateGoes, tryOutGoes } from './forgetting.ts';
import { candidateScores } from './scores.ts';
import { commandOf, pick } from './step.ts';
import { dayOf, staffOf, studentsOf, type TryOut, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const CANDIDATES = ['Percival Ostrander', 'Clementine Hurst'] as const;

const tryOuts = (truth: Truth): TryOut[] => [...truth.tryOuts.values()];
const hasTryOuts = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.tryOuts.size > 0;
const candidates = (truth: Truth) =>
  tryOuts(truth).flatMap((tryOut) => tryOut.candidates.map((candidate) => ({ tryOut, candidate })));
const hasCandidates = (truth: Truth): boolean => hasTryOuts(truth) && candidates(truth).length > 0;

export const beginTryOut = commandOf({
  picks: fc.record({ who: nat, days: fc.constantFrom(3, 40, 400), names: fc.subarray([...CANDIDATES]) }),
  when: (truth) => staffOf(truth).length > 0,
  recorded: ['create tryOut'],
  does: async ({ world, truth, say }, { days, names, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    say(`${who} begins a try-out for ${days} days, of ${names.join(' and ') || 'nobody'}`);
    const { schoolId } = world;
    const tryOut = { id: randomUUID(), name: `Try-out ${truth.tryOuts.size}` };
    const calls = callsBy(world, truth, who).tryOuts;
    const until = dayOf(truth, days);
    const { code } = await refused(calls.create({ schoolId, ...tryOut, sheet: TRY_OUT, deleteAfter: until }));
    expect(code).toBe(days === 400 ? 'DAY' : 'none');
    if (code !== 'none') return;
    if (names.length > 0) await calls.addCandidates({ schoolId, tryOutId: tryOut.id, names });
    const added = (await calls.details({ schoolId, id: tryOut.id }))!.candidates;
    expect(added.map((candidate) => candidate.name)).toEqual(names.toSorted());
    truth.tryOuts.set(tryOut.id, { ...tryOut, until, isEnded: false, candidates: added, ratings: [] });
    for (const name of names) truth.forgotten.delete(name);
  },
});

export const rateCandidate = commandOf({
  picks: fc.record({ who: nat, candidate: nat, score: fc.integer({ min: 1, max: 5 }) }),
  when: hasCandidates,
  does: async ({ world, truth, say }, { score, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const { tryOut, candidate } = pick(candidates(truth), picks.candidate);
    const { id: candidateId, name } = candidate;
    say(`${who} gives the candidate ${name} of ${tryOut.name} ${score} everywhere`);
    const rating = callsBy(world, truth, who).tryOuts.rate({
      schoolId: world.schoolId,
      candidateId,
      scores: candidateScores(score),
    });
    expect((await refused(rating)).code).toBe(tryOut.isEnded ? 'ENDED' : 'none');
    if (tryOut.isEnded) return;
    const others = tryOut.ratings.filter((other) => other.candidateId !== candidateId || other.who !== who);
    tryOut.ratings = [...others, { candidateId, who, score }];
  },
});

export const endTryOut = commandOf({
  picks: fc.record({ who: nat, tryOut: nat }),
  when: hasTryOuts,
  recorded: ['update tryOut'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const tryOut = pick(tryOuts(truth), picks.tryOut);
    say(`${who} ends ${tryOut.name}`);
    await callsBy(world, truth, who).tryOuts.end({ schoolId: world.schoolId, id: tryOut.id });
    tryOut.isEnded = true;
  },
});

export const addToRoster = commandOf({
  picks: fc.record({ who: nat, candidate: nat }),
  when: hasCandidates,
  recorded: ['create student'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { tryOut, candidate } = pick(candidates(truth), picks.candidate);
    const { name } = candidate;
    say(`${who} adds the candidate ${name} of ${tryOut.name} to the roster`);
    const studentId = randomUUID();
    const adding = { schoolId: world.schoolId, candidateId: candidate.id, studentId };
    const { code } = await refused(callsBy(world, truth, who).tryOuts.addToRoster(adding));
    const isStudent = candidate.studentId !== null;
    const isTaken = studentsOf(truth).some((student) => student.name === name);
    expect(code).toBe(isTaken && !isStudent ? 'NAME_TAKEN' : 'none');
    if (isTaken || isStudent) return;
    candidate.studentId = studentId;
    truth.students.set(studentId, { id: studentId, name, person: null, formerNames: [], classYear: null });
  },
});

export const removeCandidate = commandOf({
  picks: fc.record({ who: nat, candidate: nat }),
  when: hasCandidates,
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { tryOut, candidate } = pick(candidates(truth), picks.candidate);
    say(`${who} deletes the candidate ${candidate.name} of ${tryOut.name}`);
    await callsBy(world, truth, who).tryOuts.removeCandidate({ schoolId: world.schoolId, id: candidate.id });
    candidateGoes(truth, tryOut, candidate.id);
  },
});

export const removeTryOut = commandOf({
  picks: fc.record({ who: nat, tryOut: nat }),
  when: hasTryOuts,
  recorded: ['delete tryOut'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const tryOut = pick(tryOuts(truth), picks.tryOut);
    say(`${who} deletes ${tryOut.name}`);
    await callsBy(world, truth, who).tryOuts.remove({ schoolId: world.schoolId, id: tryOut.id });
    tryOutGoes(truth, tryOut);
  },
});
