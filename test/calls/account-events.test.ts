// The log of what happens to an account: each event with its user, and without secrets.
import { expect, test } from 'vitest';
import { codeOf } from '../authenticator.ts';
import { addPerson, addSchool, addSession, callsAs, PASSWORD } from '../people.ts';
import { mailbox, mailingProduct, product, tokenIn } from './mailing-product.ts';
import { newAddress, refused } from './refused.ts';

mailingProduct();

const NEW_PASSWORD = 'seven geese in a canoe';
const NEXT_PASSWORD = 'another seven geese';
/** Without the refusals and emails, which are logged as well. */
const events = () =>
  product.logged
    .filter(({ event }) => event !== undefined && event !== 'refused' && event !== 'mail sent')
    .map(({ event, userId, msg }) => [event, userId, msg]);

test('each event of an account is logged with its user', async () => {
  const { email, userId } = await addPerson(product.database);
  const address = newAddress();
  const { calls } = product.browser({ address });
  const { session } = calls;
  product.logged.length = 0;
  await refused(session.signIn({ email, password: 'wrong' }));
  await session.signIn({ email, password: PASSWORD });
  const [other, another] = [await addSession(product.database, userId), await addSession(product.database, userId)];
  const listed = await session.mine();
  const sessionId = listed.find(({ isThis }) => !isThis)?.id ?? '';
  await session.endOne({ currentPassword: PASSWORD, sessionId });
  await session.endOthers({ currentPassword: PASSWORD });
  await session.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  const { secret } = await session.beginSecondFactor({ currentPassword: NEW_PASSWORD });
  const { recoveryCodes } = await session.confirmSecondFactor({ code: codeOf(secret) });
  await session.removeSecondFactor({ currentPassword: NEW_PASSWORD, code: recoveryCodes[0] ?? '' });
  await session.signOut();
  await session.requestPasswordReset({ email });
  const token = tokenIn(await mailbox.emailTo(email));
  await session.resetPassword({ token, newPassword: NEXT_PASSWORD });
  await session.signOut();
  expect(events()).toEqual([
    ['sign-in failed', undefined, 'A sign-in failed'],
    ['sign-in', userId, 'Signed in'],
    ['sessions ended', userId, 'Another session ended'],
    ['sessions ended', userId, 'Other sessions ended'],
    ['password changed', userId, 'Password changed; all earlier sessions ended'],
    ['second factor on', userId, 'A second factor was turned on'],
    ['second factor off', userId, 'A second factor was turned off'],
    ['sign-out', userId, 'Signed out'],
    ['password reset requested', undefined, 'A password reset was requested'],
    ['password reset', userId, 'A password was reset by a link; all sessions ended'],
  ]);
  const signIns = product.logged.filter(({ event }) => String(event).startsWith('sign-in'));
  expect(signIns.map((line) => line['address'])).toEqual([address, address]);
  const log = JSON.stringify(product.logged);
  for (const kept of [PASSWORD, NEW_PASSWORD, NEXT_PASSWORD, secret, ...recoveryCodes, token, other, another])
    expect(log).not.toContain(kept);
});

test('an accepted invitation is logged', async () => {
  const school = await addSchool(product.database, 'Alder Creek');
  const admin = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const email = 'newcomer@example.test';
  const { token } = await admin.invitations.invite({ email, schoolId: school.id, role: 'viewer' });
  product.logged.length = 0;
  const { session } = product.browser({ address: newAddress() }).calls;
  const me = await session.acceptInvitation({ token, name: 'New Comer', newPassword: NEW_PASSWORD });
  expect(events()).toEqual([
    ['invitation accepted', me.id, 'An invitation was accepted'],
    ['sign-in', me.id, 'Signed in'],
  ]);
});

test('the password reset email says what to do, and what to do if you didn’t request it', async () => {
  const { email } = await addPerson(product.database);
  await product.browser({ address: newAddress() }).calls.session.requestPasswordReset({ email });
  const { subject, text } = await mailbox.emailTo(email);
  expect(subject).toBe('Reset your Courtside password');
  expect(text).toMatch(
    new RegExp(
      [
        'Someone, probably you, asked to reset the password of your Courtside account\\.',
        'Open this link within an hour to choose a new password\\. It works once\\.',
        'https://courtside\\.example\\.org/\\S+',
        'If that wasn’t you, ignore this email: your password stays as it is\\.',
      ].join('\n\n'),
    ),
  );
});

test('without a session, nobody can read or change an account', async () => {
  const { session } = product.browser({ address: newAddress() }).calls;
  const calls = [
    session.refresh(),
    session.mine(),
    session.endOthers({ currentPassword: PASSWORD }),
    session.endOne({ currentPassword: PASSWORD, sessionId: crypto.randomUUID() }),
    session.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    session.secondFactor(),
    session.beginSecondFactor({ currentPassword: PASSWORD }),
    session.confirmSecondFactor({ code: '000000' }),
    session.removeSecondFactor({ currentPassword: PASSWORD, code: '000000' }),
  ];
  for (const refusal of await Promise.all(calls.map((call) => refused(call))))
    expect(refusal).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
});

test('a second factor that is on can’t be set up again', async () => {
  const { session } = callsAs(product, await addPerson(product.database));
  const { secret } = await session.beginSecondFactor({ currentPassword: PASSWORD });
  await session.confirmSecondFactor({ code: codeOf(secret) });
  const again = [
    session.beginSecondFactor({ currentPassword: PASSWORD }),
    session.confirmSecondFactor({ code: codeOf(secret, 1) }),
  ];
  for (const refusal of await Promise.all(again.map((call) => refused(call))))
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
});
