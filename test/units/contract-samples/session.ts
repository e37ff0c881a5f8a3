// Samples of the calls about the person's own session and account.
import { score } from './scores.ts';
import { at, id, nothing, person, token, type Samples } from './shared.ts';

const me = {
  ...person,
  isSuperAdmin: false,
  isDbManager: false,
  roles: { [id]: 'viewer' },
  mustChangePassword: false,
  secondFactorMissing: false,
  sessionEndsAt: at,
};
const currentPassword = 'a password of my own';
const newPassword = 'another one of mine';

const signingIn: Samples = {
  me: { output: me },
  signIn: {
    input: { email: 'ada@example.test', password: 'long enough', code: '123456' },
    output: me,
    optional: ['code'],
  },
  signOut: { output: nothing },
  refresh: { output: { sessionEndsAt: at } },
  changePassword: { input: { currentPassword, newPassword }, output: nothing },
  mine: { output: [{ id, browser: 'Firefox on Windows', since: at, isThis: true }] },
  endOthers: { input: { currentPassword }, output: nothing },
  endOne: { input: { currentPassword, sessionId: id }, output: nothing },
  endReason: { output: 'other device' },
  supportContact: { output: 'help@example.test' },
};

const links: Samples = {
  invitation: {
    input: { token },
    output: { email: 'ada@example.test', schools: [{ name: 'Northfield', role: 'admin' }] },
  },
  acceptInvitation: { input: { token, name: 'Ada Moss', newPassword }, output: me },
  canMail: { output: true },
  requestPasswordReset: { input: { email: 'ada@example.test' }, output: nothing },
  passwordReset: { input: { token }, output: true },
  resetPassword: { input: { token, newPassword }, output: nothing },
};

const secondFactor: Samples = {
  secondFactor: { output: { isOn: true, recoveryCodesLeft: 8 } },
  beginSecondFactor: { input: { currentPassword }, output: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' } },
  confirmSecondFactor: { input: { code: '123456' }, output: { recoveryCodes: ['abcd-efgh'] } },
  removeSecondFactor: { input: { currentPassword, code: '123456' }, output: nothing },
};

const accessTokens: Samples = {
  accessTokens: {
    output: [
      { id, name: 'Report', school: 'Northfield', canWrite: true, createdAt: at, expiresAt: at, lastUsedAt: at },
    ],
  },
  makeAccessToken: {
    input: { currentPassword, name: 'Report', schoolId: id, canWrite: false, days: '90' },
    output: { token, expiresAt: at },
  },
  endAccessToken: { input: { id }, output: nothing },
};

const { studentId: _student, tournamentId: _tournament, comment: _comment, ...cardScore } = score.own;
const { studentId: _estimated, ...cardEstimate } = score.estimate;

const singleSignOn: Samples = {
  studentCard: {
    input: { token },
    output: {
      name: 'Zoë Park',
      school: 'Northfield',
      season: '2026-27',
      expiresAt: at,
      scores: [cardScore],
      estimates: [{ ...cardEstimate, sheetId: 'college-28' }],
      missing: { reason: 'The figures are being computed.', isComputing: true },
    },
  },
  signOnOffer: {
    input: { problem: 'expired' },
    output: { name: 'Google', isOnlyWay: true, problem: 'Please try again.' },
    optional: ['problem'],
  },
  beginSignOn: { input: { returnTo: '/season?x=1' }, output: { address: 'https://provider.test/authorize' } },
  finishSignOn: { input: { code: '123456' }, output: me },
  signOnLink: { output: { linkedAt: at, hasPassword: true } },
};

export const session: Samples = { ...signingIn, ...links, ...secondFactor, ...accessTokens, ...singleSignOn };
