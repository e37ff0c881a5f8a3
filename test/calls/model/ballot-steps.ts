// Ballots: kept, corrected, checked by a second person, removed, handed over, and exported.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { COLLEGE, confirm, everyScore, mayBeChecked } from './scores.ts';
import { comments, namedIn, NOBODY, ranked, ranksOf } from './judgments.ts';
import { NAMED } from './season.ts';
import { commandOf, pick } from './step.ts';
import { canSupport, everyField, holderOf, staffOf, type Ballot, type Truth, type Who } from './truth.ts';
import { ballotNow, callsBy } from './world.ts';

const nat = fc.nat(99);
const score = fc.integer({ min: 0, max: 10 });
const field = fc.constantFrom('pOpen', 'pClose', 'dOpen', 'dCross2', 'dPretrial');

const ballotsNow = (truth: Truth): Ballot[] => [...truth.ballots.values()];
const canChange = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.ballots.size > 0;
export const keepBallot = commandOf({
  picks: fc.record({ who: nat, round: nat, number: fc.integer({ min: 1, max: 3 }), score, comments, ranked }),
  when: (truth) => staffOf(truth).length > 0 && truth.rounds.size > 0,
  recorded: ['create keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const { schoolId } = world;
    const who = pick(staffOf(truth), picks.who);
    const round = pick([...truth.rounds.values()], picks.round);
    const roundId = holderOf(round);
    const { number } = picks;
    say(`${who} keeps a ballot of judge ${number} of ${round.side}’s round ${round.number}, all ${picks.score}`);
    const { sheet } = truth.tournaments.get(round.tournamentId)!;
    const scores = { ...everyScore<number | null>(sheet, picks.score), pOpen: (picks.score + 1) % 11 };
    const facts = { judge: `Judge ${number}`, tabMargin: null, source: 'typed' as const };
    const ranks = ranksOf(truth, sheet, picks.ranked);
    const ballot = { schoolId, id: randomUUID(), roundId: round.id, number, ...facts, scores, ranks };
    const answer = await refused(callsBy(world, truth, who).keptBallots.keep({ ...ballot, comments: picks.comments }));
    const isTaken = ballotsNow(truth).some((other) => other.roundId === roundId && other.number === number);
    if (!truth.keeps || isTaken) {
      expect(answer.code).toBe(truth.keeps ? 'JUDGE_TAKEN' : 'NOT_KEEPING');
      return;
    }
    expect(answer).toEqual({ code: 'none' });
    for (const name of namedIn(picks.comments)) truth.forgotten.delete(name);
    truth.ballots.set(ballot.id, {
      id: ballot.id,
      roundId,
      number,
      sheet,
      scores,
      comments: { ...picks.comments },
      ranks,
      importId: null,
      isUntouched: true,
      corrections: 0,
      givenBy: everyScore(sheet, who),
      confirmedBy: everyScore(sheet, []),
    });
  },
});

function corrected(ballot: Ballot, who: Who, at: string, to: number): void {
  if (ballot.scores[at] === to) return;
  ballot.scores = { ...ballot.scores, [at]: to };
  ballot.givenBy = { ...ballot.givenBy, [at]: who };
  ballot.confirmedBy = { ...ballot.confirmedBy, [at]: [] };
  ballot.corrections += 1;
  ballot.isUntouched = false;
}

export const correctScore = commandOf({
  picks: fc.record({ who: nat, ballot: nat, field, score, named: fc.constantFrom(...NAMED) }),
  when: canChange,
  recorded: ['update keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const ballot = pick(ballotsNow(truth), picks.ballot);
    say(`${who} corrects ${picks.field} of ballot ${ballot.number} to ${picks.score}, “${picks.named} said so”`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const { version } = await ballotNow(calls, schoolId, ballot);
    const scores = [{ field: picks.field, score: picks.score }];
    const reason = `${picks.named} said so`;
    const { code } = await refused(calls.keptBallots.correct({ schoolId, id: ballot.id, version, scores, reason }));
    expect(code).toBe(picks.field in ballot.scores ? 'none' : 'NOT_ON_SHEET');
    if (code !== 'none') return;
    corrected(ballot, who, picks.field, picks.score);
    truth.forgotten.delete(picks.named);
  },
});

export const checkBallot = commandOf({
  picks: fc.record({ who: nat, ballot: nat, wrong: fc.option(field, { freq: 4 }) }),
  when: canChange,
  recorded: ['update keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const ballot = pick(ballotsNow(truth), picks.ballot);
    const wrong = picks.wrong !== null && picks.wrong in ballot.scores ? picks.wrong : null;
    say(`${who} checks ballot ${ballot.number}${wrong === null ? '' : `, with another ${wrong}`}`);
    const typed = { ...ballot.scores };
    if (wrong !== null) typed[wrong] = typed[wrong] === 3 ? 4 : 3;
    const { schoolId } = world;
    const checking = callsBy(world, truth, who).keptBallots.secondCheck({ schoolId, id: ballot.id, scores: typed });
    const isOwn = Object.values(ballot.givenBy).every((giver) => giver === who);
    if (isOwn) {
      expect(await refused(checking)).toMatchObject({ code: 'SAME_PERSON' });
      return;
    }
    const { differences, isCheckedByTwo } = await checking;
    expect(differences.map((difference) => difference.field)).toEqual(wrong === null ? [] : [wrong]);
    if (differences.length > 0) return;
    confirm(ballot, who, typed);
    if (Object.values(ballot.givenBy).every((giver) => giver !== who)) expect(isCheckedByTwo).toBe(true);
    if (isCheckedByTwo) expect(mayBeChecked(ballot)).toBe(true);
  },
});

export const correctDuringCheck = commandOf({
  picks: fc.record({ who: nat, other: nat, ballot: nat, field: fc.constantFrom('pOpen', 'pClose', 'dOpen'), score }),
  when: (truth) => staffOf(truth).length > 1 && truth.ballots.size > 0,
  recorded: ['update keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const other = pick(
      staffOf(truth).filter((each) => each !== who),
      picks.other,
    );
    const ballot = pick(ballotsNow(truth), picks.ballot);
    say(`${who} corrects ${picks.field} of ballot ${ballot.number} to ${picks.score} while ${other} checks it`);
    const { schoolId } = world;
    const { id } = ballot;
    const [calls, checker] = [callsBy(world, truth, who), callsBy(world, truth, other)];
    const { version } = await ballotNow(calls, schoolId, ballot);
    const typed = { ...ballot.scores };
    const scores = [{ field: picks.field, score: picks.score }];
    const [, check] = await Promise.all([
      calls.keptBallots.correct({ schoolId, id, version, scores, reason: 'Misread' }).catch(ifChanged),
      checker.keptBallots.secondCheck({ schoolId, id, scores: typed }).catch(ifOwn),
    ]);
    const now = (await ballotNow(checker, schoolId, ballot)).scores;
    if (now[picks.field] === picks.score) corrected(ballot, who, picks.field, picks.score);
    if (check?.differences.length === 0) confirm(ballot, other, typed);
  },
});
const ifCode = (code: string) => (error: { code?: string }) => {
  if (error.code !== code) throw error;
  return undefined;
};
const ifOwn = ifCode('SAME_PERSON');
const ifChanged = ifCode('CHANGED_MEANWHILE');
export const removeBallot = commandOf({
  picks: fc.record({ who: nat, ballot: nat }),
  when: canChange,
  recorded: ['delete keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { id, number } = pick(ballotsNow(truth), picks.ballot);
    say(`${who} deletes ballot ${number}`);
    await callsBy(world, truth, who).keptBallots.remove({ schoolId: world.schoolId, id });
    truth.ballots.delete(id);
  },
});

export const handOver = commandOf({
  picks: fc.record({ score }),
  when: canSupport,
  recorded: ['create keptBallot'],
  does: async ({ world, truth, say }, picks) => {
    say(`Sue hands a ballot over, all ${picks.score}`);
    const id = randomUUID();
    const scores = everyField<number | null>(picks.score);
    const { schoolId } = world;
    const handing = callsBy(world, truth, 'Sue').keptBallots.handOver({
      schoolId,
      id,
      judge: '',
      source: 'photo',
      scores,
    });
    expect(await refused(handing)).toMatchObject({ code: truth.keeps ? 'none' : 'NOT_KEEPING' });
    if (!truth.keeps) return;
    const facts = {
      roundId: null,
      number: 1,
      sheet: COLLEGE,
      comments: {},
      ranks: NOBODY,
      importId: null,
      isUntouched: true,
      corrections: 0,
    };
    truth.ballots.set(id, { id, ...facts, scores, givenBy: everyField('Sue'), confirmedBy: everyField([]) });
  },
});
