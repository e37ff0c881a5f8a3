// Accounts: signing in and out, passwords, reset links, roles, and the second factor.
import fc from 'fast-check';
import { expect } from 'vitest';
import { turnOnSecondFactor } from '#test/authenticator.ts';
import { refused } from '../refused.ts';
import { endTokens } from './forgetting.ts';
import { sessionIsTrue } from './invariants.ts';
import { endLinks, isOpen } from './links.ts';
import { commandOf, pick } from './step.ts';
import {
  endSessions,
  canSupport,
  IDLE,
  isLive,
  isSignedIn,
  MAX_AGE,
  PEOPLE,
  sessionOf,
  UNEXTENDED,
  use,
  type Truth,
  type Who,
} from './truth.ts';
import { callsBy, callsOf, visitor, type World } from './world.ts';

const who = fc.constantFrom(...PEOPLE);
const begins = (truth: Truth, person: Who, token: string | undefined): void => {
  truth.sessions.push({ token: token ?? '', who: person, began: truth.now, ends: truth.now + IDLE, isEnded: false });
};
const PASSWORDS = ['purple canoe at dawn', 'seven quiet otters', 'maple under glass'];
const another = (now: string, picked: number): string =>
  pick(
    PASSWORDS.filter((each) => each !== now),
    picked,
  );

export async function signInAs(world: World, truth: Truth, person: Who): Promise<void> {
  const { email, password, codes, spentCodes } = truth.accounts[person];
  const code = codes?.pop();
  if (code !== undefined) spentCodes.push(code);
  const browser = visitor(world);
  await browser.calls.session.signIn({ email, password, ...(code !== undefined && { code }) });
  begins(truth, person, browser.token());
}

export const signIn = commandOf({
  picks: fc.record({ who, isOut: fc.boolean() }),
  does: async ({ world, truth, say }, picks) => {
    const person = (picks.isOut && PEOPLE.find((each) => !isSignedIn(truth, each))) || picks.who;
    say(`${person} signs in`);
    await signInAs(world, truth, person);
  },
});

export const signOut = commandOf({
  picks: fc.record({ who }),
  when: (truth, picks) => isSignedIn(truth, picks.who),
  does: async ({ world, truth, say }, { who: person }) => {
    say(`${person} signs out`);
    const session = sessionOf(truth, person)!;
    await callsOf(world, session).session.signOut();
    session.isEnded = true;
  },
});

export const endOtherSessions = commandOf({
  picks: fc.record({ who, isOne: fc.boolean() }),
  when: (truth, picks) => isSignedIn(truth, picks.who),
  does: async ({ world, truth, say }, { who: person, isOne }) => {
    say(`${person} signs out ${isOne ? 'another browser' : 'all other browsers'}`);
    const own = sessionOf(truth, person)!;
    const { session } = callsBy(world, truth, person);
    const listed = await session.mine();
    const others = truth.sessions.filter((each) => each !== own && each.who === person && isLive(truth, each));
    expect(listed.map(({ isThis }) => isThis)).toEqual([true, ...others.map(() => false)]);
    const { password: currentPassword } = truth.accounts[person];
    if (!isOne) await session.endOthers({ currentPassword });
    else if (others.length > 0) await session.endOne({ currentPassword, sessionId: listed[1]!.id });
    // The latest comes first.
    for (const other of isOne ? others.slice(-1) : others) other.isEnded = true;
  },
});

/** A new password ends reset links: somebody else may have read one. */
const linksEnd = (truth: Truth, person: Who): void => {
  endLinks(truth.links.filter((link) => link.who === person));
};

async function givesNewPassword(world: World, truth: Truth, person: Who, picked: number): Promise<void> {
  const account = truth.accounts[person];
  const newPassword = another(account.password, picked);
  const browser = world.product.browser({ token: sessionOf(truth, person)!.token });
  await browser.calls.session.changePassword({ currentPassword: account.password, newPassword });
  account.password = newPassword;
  endSessions(truth, person);
  begins(truth, person, browser.token());
  linksEnd(truth, person);
  endTokens(truth, person);
}

export const changePassword = commandOf({
  picks: fc.record({ who, hasLink: fc.boolean(), password: fc.nat(99) }),
  when: (truth, picks) => isSignedIn(truth, picks.who),
  recorded: ['delete accessToken'],
  does: async ({ world, truth, say }, picks) => {
    const linked = truth.links.findLast((link) => isOpen(truth, link) && isSignedIn(truth, link.who))?.who;
    const person = (picks.hasLink ? linked : undefined) ?? picks.who;
    say(`${person} changes the password`);
    await givesNewPassword(world, truth, person, picks.password);
  },
});

export const makeResetLink = commandOf({
  picks: fc.record({ who }),
  when: canSupport,
  recorded: ['create passwordReset'],
  does: async ({ world, truth, say }, picks) => {
    say(`Sue makes a reset link for ${picks.who}`);
    const userId = truth.accounts[picks.who].id;
    const { token } = await callsBy(world, truth, 'Sue').passwordResets.create({ userId });
    truth.links.push({ token, who: picks.who, expires: truth.now + 1, isEnded: false });
  },
});

export const openResetLink = commandOf({
  picks: fc.record({ link: fc.nat(99), password: fc.nat(99) }),
  when: (truth) => truth.links.length > 0,
  recorded: ['delete accessToken'],
  does: async ({ world, truth, say }, picks) => {
    // A link is open for an hour. Usually, more time passes before it is opened.
    const open = truth.links.filter((each) => isOpen(truth, each));
    const link = pick(open.length > 0 ? open : truth.links.slice(-2), picks.link);
    const isTooLate = isOpen(truth, link) && picks.password % 2 === 0;
    say(
      `${link.who} ${isTooLate ? 'changes the password, then ' : ''}opens the reset link of hour ${link.expires - 1}`,
    );
    if (isTooLate) {
      if (!isSignedIn(truth, link.who)) await signInAs(world, truth, link.who);
      await givesNewPassword(world, truth, link.who, picks.password);
    }
    const account = truth.accounts[link.who];
    const newPassword = another(account.password, picks.password);
    const { code } = await refused(visitor(world).calls.session.resetPassword({ token: link.token, newPassword }));
    const works = isOpen(truth, link);
    expect(code, 'a link works once, for an hour, and until the password changes').toBe(
      works ? 'none' : 'EXPIRED_LINK',
    );
    if (!works) return;
    account.password = newPassword;
    endSessions(truth, link.who);
    linksEnd(truth, link.who);
    endTokens(truth, link.who);
  },
});

export const changeRole = commandOf({
  picks: fc.record({
    who: fc.constantFrom<Who>('Ada', 'Ben', 'Pia', 'Dan', 'Kim'),
    role: fc.constantFrom('primary', 'admin', 'viewer', null),
  }),
  when: canSupport,
  recorded: ['create assignment', 'update assignment', 'delete assignment', 'update student'],
  does: async ({ world, truth, say }, { who: person, role }) => {
    const account = truth.accounts[person];
    say(role === null ? `Sue removes ${person} from the school` : `Sue makes ${person} ${role}`);
    const { assignments } = callsBy(world, truth, 'Sue');
    const key = { userId: account.id, schoolId: world.schoolId };
    if (role === null) {
      if (account.role !== null) await assignments.remove(key);
      for (const student of truth.students.values()) if (student.person === person) student.person = null;
    } else if (account.role === null) await assignments.assign({ ...key, role });
    else {
      const found = await assignments.inSchool({ schoolId: world.schoolId });
      const { version } = found.find(({ userId }) => userId === account.id)!;
      await assignments.changeRole({ ...key, version, role });
    }
    account.role = role;
  },
});

export const addSecondFactor = commandOf({
  picks: fc.record({ who: fc.constantFrom<Who>('Sue', 'Kim') }),
  when: (truth, picks) => isSignedIn(truth, picks.who) && truth.accounts[picks.who].codes === null,
  recorded: ['create secondFactor', 'update secondFactor'],
  does: async ({ world, truth, say }, picks) => {
    say(`${picks.who} turns on a second factor`);
    const account = truth.accounts[picks.who];
    const at = { time: await world.clock.now(), currentPassword: account.password };
    const { recoveryCodes } = await turnOnSecondFactor(world.product, sessionOf(truth, picks.who)!, at);
    account.codes = recoveryCodes;
    account.spentCodes = [];
  },
});

export const useOldestSession = commandOf({
  picks: fc.record({ who }),
  when: (truth, picks) => isSignedIn(truth, picks.who),
  does: async ({ world, truth, say }, picks) => {
    const session = truth.sessions.find((each) => each.who === picks.who && isLive(truth, each))!;
    say(`${picks.who} works every few days until the session’s last hours`);
    // Before the session's last hours, nobody is asked to sign in again.
    for (const end = session.began + MAX_AGE - UNEXTENDED - 1; ;) {
      expect(await callsOf(world, session).session.me()).toMatchObject({ id: truth.accounts[picks.who].id });
      use(truth, session);
      // The session is extended by a message of its own, which must not arrive days later.
      await world.product.settled();
      if (truth.now >= end) break;
      const hours = Math.min(97, end - truth.now);
      await world.clock.forward(`${Math.round(hours * 60)} minutes`);
      truth.now += hours;
    }
    // It can’t be extended any more, so nothing writes it.
    await sessionIsTrue(world, truth, session, true);
  },
});
