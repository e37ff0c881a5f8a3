// Access tokens: made, used by a program, and ended, also by support.
import fc from 'fast-check';
import { expect } from 'vitest';
import { programCalls } from '#test/programs.ts';
import { refused } from '../refused.ts';
import { endTokens } from './forgetting.ts';
import { commandOf, pick } from './step.ts';
import { canSupport, endSessions, PEOPLE, sessionOf, type Truth, type Who } from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const DAYS = ['30', '90'] as const;
const who = fc.constantFrom<Who>('Kim', 'Ada', 'Pia');

export const makeToken = commandOf({
  picks: fc.record({ who, days: fc.constantFrom(...DAYS), isOfSchool: fc.boolean() }),
  when: (truth, picks) => sessionOf(truth, picks.who) !== undefined,
  recorded: ['create accessToken'],
  does: async ({ world, truth, say }, { who: person, days, isOfSchool }) => {
    const account = truth.accounts[person];
    const schoolId = isOfSchool && account.role !== null ? world.schoolId : null;
    say(`${person} makes an access token for ${days} days${schoolId === null ? '' : ', of the school only'}`);
    const name = `Token ${truth.tokens.length}`;
    const wanted = { currentPassword: account.password, name, schoolId, canWrite: false, days };
    const { token } = await callsBy(world, truth, person).session.makeAccessToken(wanted);
    const expires = truth.now + Number(days) * 24;
    truth.tokens.push({ token, name, who: person, isOfSchool: schoolId !== null, expires, isEnded: false });
  },
});

export const useToken = commandOf({
  picks: fc.record({ token: nat }),
  when: (truth) => truth.tokens.length > 0,
  does: async ({ world, truth, say }, picks) => {
    const used = pick(truth.tokens.slice(-4), picks.token);
    say(`A program of ${used.who} uses ${used.name}`);
    const reading = programCalls(world.product, used.token).students.inSchool({ schoolId: world.schoolId });
    if (used.isEnded || used.expires <= truth.now) {
      expect((await refused(reading)).code).toBe('UNAUTHORIZED');
      return;
    }
    // Never more than its owner, who may have left the school.
    const isMember = truth.accounts[used.who].role !== null;
    expect(await reading).toHaveLength(isMember ? truth.students.size : 0);
  },
});

export const endToken = commandOf({
  picks: fc.record({ token: nat }),
  when: (truth) => owned(truth).length > 0,
  recorded: ['delete accessToken'],
  does: async ({ world, truth, say }, picks) => {
    const ended = pick(owned(truth), picks.token);
    say(`${ended.who} ends ${ended.name}`);
    const { session } = callsBy(world, truth, ended.who);
    const { id } = (await session.accessTokens()).find(({ name }) => name === ended.name)!;
    await session.endAccessToken({ id });
    ended.isEnded = true;
  },
});
const owned = (truth: Truth) =>
  truth.tokens.filter(
    (token) => !token.isEnded && token.expires > truth.now && sessionOf(truth, token.who) !== undefined,
  );

export const endSessionsOf = commandOf({
  picks: fc.record({ who: fc.constantFrom(...PEOPLE) }),
  when: canSupport,
  recorded: ['delete session', 'delete accessToken'],
  does: async ({ world, truth, say }, { who: person }) => {
    say(`Sue signs ${person} out everywhere`);
    await callsBy(world, truth, 'Sue').users.endSessions({ userId: truth.accounts[person].id });
    endSessions(truth, person);
    endTokens(truth, person);
  },
});

export const useSpentCode = commandOf({
  picks: fc.record({ who: fc.constantFrom<Who>('Sue', 'Kim') }),
  when: (truth, picks) => sessionOf(truth, picks.who) !== undefined && truth.accounts[picks.who].codes !== null,
  recorded: ['delete secondFactor', 'update secondFactor'],
  does: async ({ world, truth, say }, { who: person }) => {
    const account = truth.accounts[person];
    say(`${person} turns the second factor off with a recovery code, and not with a code that was used`);
    const calls = callsBy(world, truth, person);
    const { password: currentPassword } = account;
    for (const code of account.spentCodes.slice(-1))
      expect((await refused(calls.session.removeSecondFactor({ currentPassword, code }))).code).toBe('WRONG_CODE');
    const code = account.codes!.pop();
    if (code === undefined) return;
    await calls.session.removeSecondFactor({ currentPassword, code });
    account.codes = null;
    account.spentCodes = [];
  },
});
