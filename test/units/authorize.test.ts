// Who may make a call, and what those who may not read: the decision of the server alone, before the database repeats it.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CallMeta } from '#contract/call.ts';
import { authorize, type Asked } from '#server/authorize.ts';
import type { SignedIn } from '#server/database/entry.ts';

const HOME = randomUUID();
const ELSEWHERE = randomUUID();
const SIGN_IN = [401, 'Please sign in.'];
const NOT_ALLOWED = [403, 'You don’t have permission to do that.'];
const CHOOSE_FIRST = [403, 'Please choose a new password first.'];
const SOMEONE_ELSE = [401, 'Someone else is signed in in this browser now.'];
const NOT_BY_TOKEN = [403, 'Access tokens can’t be used for this call.'];
const READ_ONLY = [403, 'This access token can only read.'];

type Wanted = Partial<SignedIn['me']> & { canWrite?: boolean };

/** A viewer of the home school, unless more is wanted; with `canWrite`, a program of theirs. */
function person({ canWrite, ...wanted }: Wanted = {}): SignedIn {
  const me = {
    id: 'the person',
    email: 'ann@example.org',
    name: 'Ann',
    mustChangePassword: false,
    isSuperAdmin: false,
    isDbManager: false,
    roles: { [HOME]: 'viewer' as const },
    sessionEndsAt: new Date(0),
    secondFactorMissing: false,
    ...wanted,
  };
  const { id: userId, isSuperAdmin, isDbManager, roles } = me;
  const program = canWrite === undefined ? {} : { program: { canWrite } };
  return { sessionId: 'a session', me, actor: { userId, isSuperAdmin, isDbManager, roles }, ...program };
}

function refusal(asked: Partial<CallMeta> & Omit<Partial<Asked>, 'meta'>, signedIn?: SignedIn): unknown {
  const { input, shownTo, ...meta } = asked;
  const of = { may: 'open', writes: false, runs: 'transaction', ...meta } as const;
  try {
    authorize({ meta: of, input, ...(shownTo !== undefined && { shownTo }) }, signedIn);
    return 'allowed';
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return [status, message];
  }
}

const READ_TEAMS = { may: { action: 'read', subject: 'team' } } as const;
const ADD_TEAM = { may: { action: 'create', subject: 'team' }, writes: true } as const;
const OWN_ACCOUNT = { may: 'own account' } as const;
const STATUS = { may: { action: 'read', subject: 'serviceStatus' } } as const;

describe('somebody who is signed out', () => {
  test('may make calls that are open, or whose records everybody may read, and must sign in for others', () => {
    expect(refusal({})).toBe('allowed');
    expect(refusal(STATUS)).toBe('allowed');
    for (const call of [OWN_ACCOUNT, READ_TEAMS, ADD_TEAM]) expect(refusal(call)).toEqual(SIGN_IN);
  });
});

describe('a person', () => {
  test('who has to choose a first password may do nothing else but what their own account needs', () => {
    const first = person({ mustChangePassword: true, isDbManager: true });
    for (const call of [{}, STATUS, OWN_ACCOUNT]) expect(refusal(call, first)).toBe('allowed');
    for (const call of [READ_TEAMS, ADD_TEAM]) expect(refusal(call, first)).toEqual(CHOOSE_FIRST);
  });

  test('may send nothing from a page that shows somebody else, except what anybody may send', () => {
    const shownTo = 'another person';
    for (const call of [OWN_ACCOUNT, READ_TEAMS, ADD_TEAM]) {
      expect(refusal({ ...call, shownTo }, person())).toEqual(SOMEONE_ELSE);
      expect(refusal({ ...call, shownTo: null }, person({ isDbManager: true }))).not.toEqual(SOMEONE_ELSE);
    }
    for (const call of [{}, STATUS]) expect(refusal({ ...call, shownTo }, person())).toBe('allowed');
    expect(refusal({ ...READ_TEAMS, shownTo: 'the person' }, person())).toBe('allowed');
  });

  test('may ask for any record, because reading filters instead', () => {
    expect(refusal({ ...READ_TEAMS, input: { schoolId: ELSEWHERE } }, person())).toBe('allowed');
  });

  test('may write in the schools where their role allows it; without a school, where any of their roles does', () => {
    const admin = person({ roles: { [HOME]: 'admin', [ELSEWHERE]: 'viewer' } });
    const into = (input: unknown, by = admin) => refusal({ ...ADD_TEAM, input }, by);
    expect(into({ schoolId: HOME })).toBe('allowed');
    expect(into({ schoolId: HOME.toUpperCase() })).toBe('allowed');
    expect(into({ schoolId: ELSEWHERE })).toEqual(NOT_ALLOWED);
    expect(into({ schoolId: randomUUID() })).toEqual(NOT_ALLOWED);
    for (const input of [undefined, null, 'text', {}, [], { schoolId: 7 }, { schoolId: null }]) {
      expect([input, into(input)]).toEqual([input, 'allowed']);
      expect([input, into(input, person())]).toEqual([input, NOT_ALLOWED]);
    }
  });

  test('may make a call for some roles alone only with one of them, even if it reads', () => {
    const call = { ...READ_TEAMS, only: 'super admin' } as const;
    expect(refusal(call, person())).toEqual(NOT_ALLOWED);
    expect(refusal(call, person({ isSuperAdmin: true }))).toBe('allowed');
  });
});

describe('a program with an access token', () => {
  test('may not make calls that are open, of its person’s account, or about who has access', () => {
    const all = person({ isSuperAdmin: true, isDbManager: true, canWrite: true });
    const decide = { may: { action: 'update', subject: 'accessRequest' }, writes: true } as const;
    for (const call of [OWN_ACCOUNT, decide, {}]) expect(refusal(call, all)).toEqual(NOT_BY_TOKEN);
    expect(refusal({ ...ADD_TEAM, input: { schoolId: HOME } }, all)).toBe('allowed');
  });

  test('may write only with a token that can write, and no more than its person', () => {
    expect(refusal(READ_TEAMS, person({ canWrite: false }))).toBe('allowed');
    const admin = { roles: { [HOME]: 'admin' as const } };
    expect(refusal(ADD_TEAM, person({ ...admin, canWrite: false }))).toEqual(READ_ONLY);
    expect(refusal(ADD_TEAM, person({ ...admin, canWrite: true }))).toBe('allowed');
    expect(refusal(ADD_TEAM, person({ canWrite: true }))).toEqual(NOT_ALLOWED);
  });
});
