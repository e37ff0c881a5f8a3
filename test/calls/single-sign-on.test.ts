// Single sign-on with a real provider: who is signed in, and to which account.
import { expect, test } from 'vitest';
import { peopleCommand } from '#server/people/people.ts';
import { addPerson, callsAs } from '../people.ts';
import {
  addKnownPerson,
  begin,
  comeBack,
  problemAt,
  product,
  provider,
  signOn,
  signOnProduct,
} from './sign-on-world.ts';

signOnProduct();

const linksOf = (userId: string) =>
  product.database.owner.selectFrom('signOnLinks').selectAll().where('userId', '=', userId).execute();

test('the sign-in screen offers the provider by its name', async () => {
  const { session } = product.browser().calls;
  expect(await session.signOnOffer({})).toEqual({ name: 'Alder ID', isOnlyWay: false, problem: null });
  expect(await session.signOnOffer({ problem: '<b>not one of ours</b>' })).toMatchObject({ problem: null });
});

test('a person with an account and that verified email address is signed in, and linked with the identity', async () => {
  const { userId, email, subject } = await addKnownPerson();
  const browser = product.browser();
  expect(await signOn(browser, { subject })).toBe('/');
  expect(await browser.calls.session.me()).toMatchObject({ id: userId, email });
  expect(await linksOf(userId)).toMatchObject([{ subject, issuer: `${provider.issuer}/` }]);
  expect(await browser.calls.session.signOnLink()).toEqual({ linkedAt: expect.any(Date), hasPassword: true });
  const { lastSignIn } = await product.database.owner
    .selectFrom('users')
    .select('lastSignIn')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(lastSignIn).not.toBeNull();
  const { rows } = await callsAs(product, await addPerson(product.database, { superAdmin: true })).history.list({
    recordId: userId,
    subject: 'signOnLink',
  });
  expect(rows).toMatchObject([{ action: 'create', by: { id: userId }, label: 'Robin Doe', before: null, after: null }]);
});

test('the address of the provider asks for a code with PKCE, state and nonce, and names the registered address alone', async () => {
  const browser = product.browser({ headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } });
  const { searchParams, origin } = new URL(await begin(browser));
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'courtside',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: 'https://courtside.example.org/sign-on/callback',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const [cookie = ''] = browser.lastHeaders().getSetCookie();
  expect(cookie).toMatch(/^__Host-courtside-sign-on=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

test('a browser keeps the secret of its other tab, and never one that this server didn’t make', async () => {
  const secretAfter = async (secret: string) => {
    const browser = product.browser({ headers: { cookie: `__Host-courtside-sign-on=${secret}` } });
    await begin(browser);
    return /=([^;]*);/.exec(browser.lastHeaders().getSetCookie()[0] ?? '')?.[1];
  };
  const secret = 'a'.repeat(43);
  expect(await secretAfter(secret)).toBe(secret);
  for (const odd of ['', 'a', `${secret}a`, `.${secret}`, `${secret}.`]) {
    const made = await secretAfter(odd);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(made).not.toContain('aaaa');
  }
});

test('signing in leads to the requested page, and never to another site', async () => {
  const { subject } = await addKnownPerson();
  const browser = product.browser();
  expect(await signOn(browser, { subject }, '/season/teams/1?season=2026-27#top')).toBe(
    '/season/teams/1?season=2026-27#top',
  );
  expect(await signOn(browser, { subject }, '/cases?find=Łukasz')).toBe('/cases?find=%C5%81ukasz');
  const elsewhere = [
    '//[',
    '//[',
    '/..//evil.example',
    '/%2e%2E//evil.example',
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'evil',
    '/\t/evil.example',
    '',
    '/\ud800',
  ];
  for (const returnTo of elsewhere) {
    await expect(browser.calls.session.beginSignOn({ returnTo }), returnTo).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  }
});

test('once linked, the identity counts and not its email address', async () => {
  const { userId, subject } = await addKnownPerson();
  await signOn(product.browser(), { subject });
  provider.people.set(subject, { email: 'married@example.test', email_verified: true });
  const browser = product.browser();
  expect(await signOn(browser, { subject })).toBe('/');
  expect((await browser.calls.session.me())?.id).toBe(userId);
  provider.people.set(subject, {});
  expect(await signOn(product.browser(), { subject })).toBe('/');
});

test('another identity with the same email address is refused until the account is unlinked', async () => {
  const { userId, email, subject } = await addKnownPerson();
  await signOn(product.browser(), { subject });
  const heir = `heir of ${email}`;
  provider.people.set(heir, { email, email_verified: true });
  const browser = product.browser();
  const path = await signOn(browser, { subject: heir });
  expect(path).toBe('/auth?sign-on=other-identity');
  expect(await problemAt(browser, path)).toMatch(/^Your account is linked to another Alder ID account\./);
  expect(await browser.calls.session.me()).toBeNull();
  const unlinked = await peopleCommand(['unlink', email])(product.database);
  expect(unlinked).toContain('is no longer linked');
  expect(await signOn(browser, { subject: heir })).toBe('/');
  expect(await linksOf(userId)).toMatchObject([{ subject: heir }]);
  const another = peopleCommand(['unlink', (await addPerson(product.database)).email])(product.database);
  await expect(another).rejects.toThrow('is not linked to single sign-on');
});

test('if two administrators unlink an account at once, the second learns that it is no longer linked', async () => {
  const { userId, email, subject } = await addKnownPerson();
  await signOn(product.browser(), { subject });
  const both = await Promise.allSettled([1, 2].map(() => peopleCommand(['unlink', email])(product.database)));
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('is not linked to single sign-on')]);
  expect(await linksOf(userId)).toEqual([]);
  expect(await signOn(product.browser(), { subject })).toBe('/');
});

test('an email address that the provider does not confirm signs nobody in', async () => {
  for (const claims of [{ email_verified: false }, {}, { email_verified: 'true' }, { xms_edov: false }]) {
    const { userId, email, subject } = await addKnownPerson();
    provider.people.set(subject, { email, ...claims });
    const browser = product.browser();
    const path = await signOn(browser, { subject });
    expect(path, JSON.stringify(claims)).toBe('/auth?sign-on=unverified');
    expect(await problemAt(browser, path)).toMatch(/^Alder ID doesn’t confirm your email address/);
    expect(await linksOf(userId)).toEqual([]);
  }
});

test('Microsoft’s claim of a verified domain confirms an email address', async () => {
  const { email, subject } = await addKnownPerson();
  provider.people.set(subject, { email, xms_edov: '1' });
  expect(await signOn(product.browser(), { subject })).toBe('/');
});

test('the log says who signed in, and nothing of the provider’s answer', async () => {
  const { userId, subject } = await addKnownPerson();
  const browser = product.browser();
  const address = new URL(await begin(browser));
  const answer = await provider.signIn(address.href, { subject });
  await comeBack(browser, answer);
  const log = JSON.stringify(product.logged);
  expect(log).toContain(`"event":"sign-in","userId":"${userId}"`);
  for (const secret of [
    address.searchParams.get('state'),
    address.searchParams.get('nonce'),
    answer.searchParams.get('code'),
  ]) {
    expect(secret).not.toBeNull();
    expect(log).not.toContain(secret);
  }
});
