// Provider answers that don't belong to a sign-in of this browser: each ends at the sign-in screen, without a session.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import type { Browser } from '../in-process.ts';
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
import { newAddress } from './refused.ts';

signOnProduct();

let person: Awaited<ReturnType<typeof addKnownPerson>>;
beforeAll(async () => {
  person = await addKnownPerson();
});
afterEach(() => {
  provider.forge(undefined);
  provider.become('working');
});

const newBrowser = (): Browser => product.browser({ address: newAddress() });
const answerFor = async (browser: Browser): Promise<URL> => provider.signIn(await begin(browser), person);
const withParameter = (answer: URL, name: string, value: string | null): URL => {
  const changed = new URL(answer);
  if (value === null) changed.searchParams.delete(name);
  else changed.searchParams.set(name, value);
  return changed;
};
const parameter = (answer: URL, name: string): string => answer.searchParams.get(name) ?? '';

async function expectRefusal(browser: Browser, answer: URL, problem: string, wanted = ''): Promise<void> {
  expect(await comeBack(browser, answer)).toBe(`/auth?sign-on=${problem}${wanted}`);
  expect(browser.token()).toBeUndefined();
  expect(await browser.calls.session.me()).toBeNull();
}

describe('an answer is refused', () => {
  test('when it has been used', async () => {
    const browser = newBrowser();
    const answer = await answerFor(browser);
    expect(await comeBack(browser, answer)).toBe('/');
    await browser.calls.session.signOut();
    await expectRefusal(browser, answer, 'expired');
    expect(await problemAt(browser, '/auth?sign-on=expired')).toBe(
      'This sign-in has expired or began in another browser. Please sign in with Alder ID again.',
    );
  });

  test('when it arrives twice at the same moment, except the first', async () => {
    const browser = newBrowser();
    const answer = await answerFor(browser);
    const paths = await Promise.all([comeBack(browser, answer), comeBack(browser, answer)]);
    expect(paths.toSorted()).toEqual(['/', '/auth?sign-on=expired']);
  });

  test('when 10 minutes are over, and the sign-in screen still knows the page that the person wanted', async () => {
    const browser = newBrowser();
    const wanted = '/season/students?season=2025-26#main';
    const answer = await provider.signIn(await begin(browser, wanted), person);
    const { rows } = await sql<{
      minutes: number;
    }>`update sign_on_attempts set expires_at = expires_at - interval '10 minutes'
      returning round(extract(epoch from expires_at + interval '10 minutes' - now()) / 60)::int as minutes`.execute(
      product.database.owner,
    );
    expect(rows).toEqual([{ minutes: 10 }]);
    await expectRefusal(browser, answer, 'expired', `&from=${encodeURIComponent(wanted)}`);
    await expectRefusal(browser, answer, 'expired');
  });

  test('when another browser began it', async () => {
    const answer = await answerFor(newBrowser());
    await expectRefusal(newBrowser(), answer, 'expired');
    // The victim of a forged sign-in has a sign-in of their own under way.
    const victim = newBrowser();
    await begin(victim);
    await expectRefusal(victim, answer, 'expired');
  });

  test('when its state is missing, empty, or nobody’s', async () => {
    for (const state of [null, '', 'x'.repeat(43), '\0']) {
      const browser = newBrowser();
      await expectRefusal(browser, withParameter(await answerFor(browser), 'state', state), 'expired');
    }
  });

  test('when its code was made for another tab, or is nobody’s', async () => {
    const browser = newBrowser();
    const [one, two] = [await answerFor(browser), await answerFor(browser)];
    await expectRefusal(browser, withParameter(one, 'code', parameter(two, 'code')), 'failed');
    await expectRefusal(browser, withParameter(two, 'code', 'nobody’s'), 'failed');
  });

  test('when it names another provider (mix-up)', async () => {
    for (const issuer of ['https://evil.example', null]) {
      const browser = newBrowser();
      await expectRefusal(browser, withParameter(await answerFor(browser), 'iss', issuer), 'failed');
    }
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  test.each([
    ['another nonce', { nonce: 'of another sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another audience', { aud: 'another product' }],
    ['several audiences without this product as the authorized one', { aud: ['courtside', 'other'], azp: 'other' }],
    ['an end in the past', { exp: now() - 3600 }],
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
  ])('when its ID token has %s', async (_, claims) => {
    provider.forge((real) => ({ ...real, ...claims }));
    const browser = newBrowser();
    await expectRefusal(browser, await answerFor(browser), 'failed');
    expect(await problemAt(browser, '/auth?sign-on=failed')).toBe('Signing in with Alder ID failed. Please try again.');
  });

  test('when somebody else has signed its ID token', async () => {
    provider.forge((real) => real, 'by somebody else');
    const browser = newBrowser();
    await expectRefusal(browser, await answerFor(browser), 'failed');
  });

  test('when the person has cancelled', async () => {
    const browser = newBrowser();
    await expectRefusal(browser, await provider.signIn(await begin(browser), 'cancel'), 'cancelled');
  });
});

test('two tabs of a browser sign in without disturbing each other', async () => {
  const browser = newBrowser();
  const [one, two] = [await answerFor(browser), await answerFor(browser)];
  expect(await comeBack(browser, one)).toBe('/');
  expect(await comeBack(browser, two)).toBe('/');
});

test('a sign-in ends the session that the browser had', async () => {
  const browser = newBrowser();
  await signOn(browser, person);
  const before = browser.token();
  await signOn(browser, person);
  expect(browser.token()).not.toBe(before);
  expect(await product.browser({ token: before as string }).calls.session.me()).toBeNull();
});

test('sign-ins are limited per browser', async () => {
  const browser = newBrowser();
  for (let each = 0; each < 10; each += 1) await begin(browser);
  await expect(begin(browser)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many sign-ins. Please try again in 15 minutes.',
  });
  await begin(newBrowser());
});

test('the database stores only hashes of sign-ins under way, and deletes expired ones', async () => {
  const browser = newBrowser();
  const { searchParams } = new URL(await begin(browser));
  const { rows } = await sql<{ line: string }>`select a::text as line from sign_on_attempts a`.execute(
    product.database.owner,
  );
  for (const secret of ['state', 'nonce']) expect(JSON.stringify(rows)).not.toContain(searchParams.get(secret));
  await sql`update sign_on_attempts set expires_at = now() - interval '1 second'`.execute(product.database.owner);
  await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
  const { rows: left } = await sql`select from sign_on_attempts`.execute(product.database.owner);
  expect(left).toEqual([]);
});

describe('a provider that', () => {
  test('fails is reported on the sign-in screen, and the next sign-in works', async () => {
    const browser = newBrowser();
    const answer = await answerFor(browser);
    provider.become('broken');
    await expectRefusal(browser, answer, 'failed');
    provider.become('working');
    expect(await comeBack(browser, await answerFor(browser))).toBe('/');
  });

  test('doesn’t answer times out after five seconds, and the server keeps running', async () => {
    const browser = newBrowser();
    const answer = await answerFor(browser);
    provider.become('frozen');
    const waiting = comeBack(browser, answer);
    expect(await newBrowser().calls.session.signOnOffer({})).not.toBeNull();
    expect(await waiting).toBe('/auth?sign-on=away');
    expect(await problemAt(browser, '/auth?sign-on=away')).toBe(
      'Alder ID doesn’t answer at the moment. Please try again in a few minutes.',
    );
  });
});
