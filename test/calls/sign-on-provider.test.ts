// The provider of single sign-on: when it is asked, what its metadata must say, and what happens while it is unavailable.
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { begin, addKnownPerson, product, provider, signOn, signOnProduct } from './sign-on-world.ts';

// The claims of a person are not in the ID token, only at the userinfo endpoint.
signOnProduct({}, { conforms: true });

/** Another server on the same database. */
async function productWith(settings: Record<string, string>): Promise<InProcess> {
  const { OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '', PUBLIC_URL = '' } = product.settings;
  const same = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL, OIDC_NAME: 'Alder ID' };
  return startInProcess({ ...same, ...settings }, product.database);
}

/** A server that answers every request with this JSON, and counts them. */
async function startAnswering(json: (issuer: string) => unknown) {
  const state = { requests: 0, isBroken: false };
  const server = createServer((_, response) => {
    state.requests += 1;
    response.statusCode = state.isBroken ? 500 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(json(issuer)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return { issuer, state };
}
const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
});

test('nothing is asked of the provider before the first sign-in, and its addresses are asked for once', async () => {
  const { issuer, state } = await startAnswering(metadata);
  const { calls } = (await productWith({ OIDC_ISSUER: issuer })).browser();
  expect(await calls.session.signOnOffer({})).toMatchObject({ name: 'Alder ID' });
  expect(state.requests).toBe(0);
  const beginning = () => calls.session.beginSignOn({ returnTo: '/' });
  expect((await Promise.all([beginning(), beginning()])).map(({ address }) => new URL(address).origin)).toEqual([
    issuer,
    issuer,
  ]);
  await beginning();
  expect(state.requests).toBe(1);
});

test('answers from one network at once are limited, as calls are', async () => {
  const { browser } = await productWith({ MAX_CONCURRENT_CALLS: '2' });
  const headers = { cookie: `__Host-courtside-sign-on=${'x'.repeat(43)}` };
  const answer = () => browser({ headers }).request('/sign-on/callback?state=y&code=z');
  const statuses = (await Promise.all([answer(), answer()])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([303, 503]));
});

test('a provider whose issuer isn’t the configured one is refused', async () => {
  const { issuer } = await startAnswering(() => metadata('https://evil.example'));
  const { calls } = (await productWith({ OIDC_ISSUER: issuer })).browser();
  await expect(calls.session.beginSignOn({ returnTo: '/' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Signing in with Alder ID failed. Please try again.',
  });
});

test('while the provider is unavailable, the button says so, passwords work, and no restart is needed afterwards', async () => {
  const { issuer, state } = await startAnswering(metadata);
  state.isBroken = true;
  const running = await productWith({ OIDC_ISSUER: issuer });
  const browser = running.browser();
  await expect(begin(browser)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  expect(browser.lastHeaders().getSetCookie()).toEqual([]);
  const { email } = await addPerson(product.database);
  expect(await browser.calls.session.signIn({ email, password: 'a password for tests' })).toMatchObject({ email });
  state.isBroken = false;
  expect(await begin(browser)).toContain(issuer);

  const gone = await productWith({ OIDC_ISSUER: 'http://127.0.0.1:1' });
  await expect(begin(gone.browser())).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Alder ID doesn’t answer at the moment. Please try again in a few minutes.',
  });
});

test('a provider that tells the email address only when asked signs people in too', async () => {
  const { subject, userId } = await addKnownPerson();
  const browser = product.browser();
  expect(await signOn(browser, { subject })).toBe('/');
  expect(await browser.calls.session.me()).toMatchObject({ id: userId });
  expect(provider.requests).toContain('GET /me');
});

test('a server can trust the email addresses of its provider', async () => {
  const { subject, email } = await addKnownPerson();
  provider.people.set(subject, { email });
  expect(await signOn(product.browser(), { subject })).toBe('/auth?sign-on=unverified');
  const trusting = await productWith({ OIDC_TRUST_EMAIL: 'on' });
  expect(await signOn(trusting.browser(), { subject })).toBe('/');
});

test('without the settings there is no single sign-on and no address for its answers', async () => {
  const off = await startInProcess({}, product.database);
  const { session } = callsAs(off, await addPerson(product.database));
  expect(await session.signOnOffer({ problem: 'failed' })).toBeNull();
  expect(await session.signOnLink()).toBeNull();
  await expect(session.beginSignOn({ returnTo: '/' })).rejects.toMatchObject({ code: 'NOT_OFFERED', status: 409 });
  await expect(session.finishSignOn({ code: '123456' })).rejects.toMatchObject({ code: 'EXPIRED' });
  const answer = await off.browser().request('/sign-on/callback?state=x&code=y');
  expect(answer.headers.get('location')).toBeNull();
});

test('the library loads with the first sign-in at the provider', () => {
  const root = resolve(import.meta.dirname, '../../src');
  const imports = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    readFileSync(resolve(root, file), 'utf8')
      .split('\n')
      .filter((line) => /^(import|export) .*'openid-client'/.test(line)),
  );
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((line) => !line.startsWith('import type'))).toEqual([]);
});
