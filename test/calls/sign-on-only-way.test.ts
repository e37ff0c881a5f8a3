// Single sign-on as the only way in: no password works, except that of the one account for emergencies.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashPassword } from '#server/sign-in/passwords.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import { startMailbox } from '../mailbox.ts';
import { startInProcess } from '../in-process.ts';
import { addPerson, addSchool, PASSWORD } from '../people.ts';
import { newAddress, refused } from './refused.ts';
import { addKnownPerson, product, provider, signOn, signOnProduct, SITE } from './sign-on-world.ts';

const EMERGENCY = 'emergency@example.test';
signOnProduct({ OIDC_ONLY_EXCEPT: 'Emergency@example.test' });

const newBrowser = () => product.browser({ address: newAddress() });

async function addEmergencyAccount(): Promise<void> {
  const { owner } = product.database;
  const { id: userId } = await owner
    .insertInto('users')
    .values({ email: EMERGENCY, name: 'Emma Gency' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('passwords')
    .values({ userId, hash: await hashPassword(PASSWORD) })
    .execute();
}

test('the sign-in screen says that it is the only way', async () => {
  expect(await newBrowser().calls.session.signOnOffer({})).toMatchObject({ isOnlyWay: true });
});

test('a correct password is refused like a wrong one or an unknown email, except for the account for emergencies', async () => {
  await addEmergencyAccount();
  const { email, subject } = await addKnownPerson();
  const answers = [];
  for (const attempt of [
    { email, password: PASSWORD },
    { email, password: 'not the password' },
    { email: 'nobody@example.test', password: PASSWORD },
    { email: EMERGENCY, password: 'not the password' },
  ]) {
    product.pauses.length = 0;
    answers.push({ ...(await refused(newBrowser().calls.session.signIn(attempt))), pauses: product.pauses.length });
  }
  const message = 'Incorrect email or password. Passwords are turned off here: use “Sign in with Alder ID”.';
  expect(answers).toEqual(answers.map(() => ({ code: 'UNAUTHORIZED', status: 401, message, pauses: 1 })));
  expect(
    await newBrowser().calls.session.signIn({ email: 'EMERGENCY@example.test', password: PASSWORD }),
  ).toMatchObject({
    name: 'Emma Gency',
  });
  expect(await signOn(newBrowser(), { subject })).toBe('/');
});

test('a password from before is asked for no more: a sign-in of the last 10 minutes takes its place', async () => {
  const { subject } = await addKnownPerson();
  const browser = newBrowser();
  await signOn(browser, { subject });
  const { session } = browser.calls;
  expect(await session.signOnLink()).toMatchObject({ hasPassword: false });
  expect(await session.beginSecondFactor({ currentPassword: '' })).toHaveProperty('secret');
  await sql`update sessions set created_at = created_at - interval '11 minutes'`.execute(product.database.owner);
  await expect(session.endOthers({ currentPassword: PASSWORD })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
});

test('a first password of the account for emergencies stays when its person uses single sign-on', async () => {
  const { owner } = product.database;
  await owner.updateTable('users').set({ mustChangePassword: true }).where('email', '=', EMERGENCY).execute();
  provider.people.set('emma', { email: EMERGENCY, email_verified: true });
  const browser = newBrowser();
  expect(await signOn(browser, { subject: 'emma' })).toBe('/');
  expect(await browser.calls.session.me()).toMatchObject({ mustChangePassword: true });
  expect(await newBrowser().calls.session.signIn({ email: EMERGENCY, password: PASSWORD })).toMatchObject({
    name: 'Emma Gency',
  });
});

test('an invitation is accepted with single sign-on and not with a password', async () => {
  const { id: schoolId } = await addSchool(product.database, 'Alder');
  const [token, email] = [randomBytes(32).toString('base64url'), `${randomUUID()}@example.test`];
  await product.database.owner
    .insertInto('invitations')
    .values({ email, schoolId, role: 'admin', tokenHash: storedHash(token) })
    .execute();
  const { session } = newBrowser().calls;
  const accepting = session.acceptInvitation({ token, name: 'Kim Lee', newPassword: 'unguessable 4711 words' });
  await expect(accepting).rejects.toMatchObject({ code: 'PASSWORDS_OFF' });
  provider.people.set('kim', { email, email_verified: true, name: 'Kim Lee' });
  const browser = newBrowser();
  expect(await signOn(browser, { subject: 'kim' })).toBe('/');
  expect(await browser.calls.session.me()).toMatchObject({ name: 'Kim Lee', roles: { [schoolId]: 'admin' } });
});

test('nobody gets a link for a new password, and one from before is refused', async () => {
  const mailbox = await startMailbox();
  const { PUBLIC_URL: _, ...rest } = product.settings;
  const settings = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'Courtside <courtside@example.org>', PUBLIC_URL: SITE };
  const mailing = await startInProcess({ ...settings, ...mail }, product.database);
  const person = await addPerson(product.database);
  const { session } = mailing.browser({ address: newAddress() }).calls;
  await session.requestPasswordReset({ email: person.email });
  await session.requestPasswordReset({ email: EMERGENCY });
  await mailbox.emailTo(EMERGENCY);
  expect(mailbox.countTo(person.email)).toBe(0);
  await mailbox.close();

  const token = randomBytes(32).toString('base64url');
  await product.database.owner
    .insertInto('passwordResets')
    .values({ userId: person.userId, tokenHash: storedHash(token) })
    .execute();
  await expect(session.resetPassword({ token, newPassword: 'unguessable 4711 words' })).rejects.toMatchObject({
    code: 'PASSWORDS_OFF',
    message: 'Passwords are turned off here. Use single sign-on.',
  });
});
