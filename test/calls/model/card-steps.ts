// Links to students’ cards: allowed, made, opened, and ended.
import fc from 'fast-check';
import { expect } from 'vitest';
import { LINK_DAYS } from '#contract/words.ts';
import { refused } from '../refused.ts';
import { endLinks, isOpen } from './links.ts';
import { SEASON } from './season.ts';
import { commandOf, pick } from './step.ts';
import { ballotsOf, canOwn, partsOf, seasonOf, staffOf, studentsOf } from './truth.ts';
import { callsBy, visitor } from './world.ts';

const nat = fc.nat(99);

export const shareCards = commandOf({
  picks: fc.record({ shares: fc.boolean() }),
  when: canOwn,
  recorded: ['create seasonBook', 'update seasonBook', 'delete studentLink'],
  does: async ({ world, truth, say }, { shares }) => {
    say(`Kim ${shares ? 'allows links' : 'allows no links'} to students’ cards`);
    const { schoolId } = world;
    const { seasonBook } = callsBy(world, truth, 'Kim');
    const { version = 0 } = (await seasonBook.ofSchool({ schoolId })) ?? {};
    await seasonBook.change({ schoolId, version, changed: { sharesCards: shares } });
    truth.shares = shares;
    if (!shares) endLinks(truth.cards);
  },
});

export const makeCard = commandOf({
  picks: fc.record({ who: nat, student: nat, days: fc.constantFrom(...LINK_DAYS) }),
  when: (truth) => staffOf(truth).length > 0 && truth.students.size > 0,
  recorded: ['create studentLink'],
  does: async ({ world, truth, say }, { days, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const { id: studentId, name } = pick(studentsOf(truth), picks.student);
    say(`${who} makes a link to ${name}’s card for ${days} days`);
    const making = callsBy(world, truth, who).studentLinks.make({
      schoolId: world.schoolId,
      studentId,
      season: SEASON,
      days,
    });
    if (!truth.shares) {
      expect((await refused(making)).code).toBe('SWITCHED_OFF');
      return;
    }
    const { token } = await making;
    truth.cards.push({ token, studentId, expires: truth.now + Number(days) * 24, isEnded: false });
  },
});

export const openCard = commandOf({
  picks: fc.record({ card: nat }),
  when: (truth) => truth.cards.length > 0,
  does: async ({ world, truth, say }, picks) => {
    const card = pick(truth.cards.slice(-4), picks.card);
    const student = truth.students.get(card.studentId);
    say(`Somebody opens the link to ${student?.name ?? 'a deleted student'}’s card`);
    const opening = visitor(world).calls.session.studentCard({ token: card.token });
    if (!isOpen(truth, card)) {
      expect((await refused(opening)).code).toBe('EXPIRED_LINK');
      return;
    }
    const { name, scores } = await opening;
    expect(name).toBe(student!.name);
    const own = partsOf(truth, card.studentId)
      .filter(({ round }) => seasonOf(truth, round) === SEASON)
      .flatMap(({ round, part }) => ballotsOf(truth, round).map(({ id }) => `${id} ${part}`));
    expect(scores.map(({ ballotId, part }) => `${ballotId} ${part}`).toSorted(), name).toEqual(own.toSorted());
    expect(JSON.stringify(scores)).not.toContain('comment');
  },
});

export const endCard = commandOf({
  picks: fc.record({ who: nat, card: nat }),
  when: (truth) => staffOf(truth).length > 0 && truth.cards.some((card) => isOpen(truth, card)),
  recorded: ['delete studentLink'],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { schoolId } = world;
    const { studentLinks } = callsBy(world, truth, who);
    const open = truth.cards.filter((card) => isOpen(truth, card));
    const { studentId } = pick(open, picks.card);
    say(`${who} ends a link to ${truth.students.get(studentId)!.name}’s card`);
    const found = (await studentLinks.inSchool({ schoolId })).filter((link) => link.studentId === studentId);
    // The newest first, as people see them.
    expect(found).toHaveLength(open.filter((card) => card.studentId === studentId).length);
    await studentLinks.end({ schoolId, id: found[0]!.id });
    open.findLast((card) => card.studentId === studentId)!.isEnded = true;
  },
});
