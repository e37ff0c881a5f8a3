// A second factor at the product counts after single sign-on too, unless the provider has asked for more than one factor.
import { expect, test } from 'vitest';
import { turnOnSecondFactor } from '../authenticator.ts';
import type { Browser } from '../in-process.ts';
import { addKnownPerson, begin, problemAt, product, provider, signOn, signOnProduct } from './sign-on-world.ts';
import { newAddress } from './refused.ts';

signOnProduct();

const newBrowser = (): Browser => product.browser({ address: newAddress() });
async function personWithFactor() {
  const person = await addKnownPerson();
  return { ...person, ...(await turnOnSecondFactor(product, person)) };
}

test('without the provider’s word for it, the code of the authenticator app is still asked for', async () => {
  for (const word of [{}, { amr: ['pwd'] }, { amr: ['otp'] }, { acr: '1' }, { acr: 'mfa' }]) {
    const { subject, userId, nextCode } = await personWithFactor();
    const browser = newBrowser();
    const path = await signOn(browser, { subject, ...word }, '/cases');
    expect(path, JSON.stringify(word)).toBe('/auth?sign-on=code&from=%2Fcases');
    expect(await problemAt(browser, path)).toBeNull();
    expect(await browser.calls.session.me()).toBeNull();
    const { session } = browser.calls;
    await expect(session.finishSignOn({ code: '000000' })).rejects.toMatchObject({ code: 'WRONG_CODE' });
    expect(await session.finishSignOn({ code: nextCode })).toMatchObject({ id: userId });
    expect(await session.me()).toMatchObject({ id: userId });
    await expect(session.finishSignOn({ code: nextCode })).rejects.toMatchObject({ code: 'EXPIRED' });
  }
});

test('the provider’s several factors count as the second factor', async () => {
  for (const word of [{ amr: ['pwd', 'mfa'] }, { acr: 'phr' }, { acr: 'https://refeds.org/profile/mfa' }]) {
    const { subject, userId } = await personWithFactor();
    const browser = newBrowser();
    expect(await signOn(browser, { subject, ...word }), JSON.stringify(word)).toBe('/');
    expect(await browser.calls.session.me()).toMatchObject({ id: userId });
  }
});

test('a recovery code works too', async () => {
  const { subject, userId, recoveryCodes } = await personWithFactor();
  const browser = newBrowser();
  await signOn(browser, { subject });
  expect(await browser.calls.session.finishSignOn({ code: recoveryCodes[0] as string })).toMatchObject({ id: userId });
});

test('of two people who signed in at the provider in one browser, the code of the last one is asked for', async () => {
  const [one, two] = [await personWithFactor(), await personWithFactor()];
  const browser = newBrowser();
  for (const { subject } of [one, two]) await signOn(browser, { subject });
  const { session } = browser.calls;
  await expect(session.finishSignOn({ code: one.nextCode })).rejects.toMatchObject({ code: 'WRONG_CODE' });
  expect(await session.finishSignOn({ code: two.nextCode })).toMatchObject({ id: two.userId });
});

test('somebody who took long at the provider has ten minutes for the code, too', async () => {
  const { subject } = await personWithFactor();
  const browser = newBrowser();
  const answer = await provider.signIn(await begin(browser), { subject });
  const response = await browser.request(answer.pathname + answer.search);
  expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(/-sign-on=.*Max-Age=600/));
});

test('only the browser that signed in at the provider can finish with a code', async () => {
  const { subject, nextCode } = await personWithFactor();
  const browser = newBrowser();
  await signOn(browser, { subject });
  for (const other of [
    newBrowser(),
    product.browser({ address: newAddress(), headers: { cookie: 'courtside-sign-on=x' } }),
  ]) {
    await expect(other.calls.session.finishSignOn({ code: nextCode })).rejects.toMatchObject({
      code: 'EXPIRED',
      message: 'This sign-in has expired. Please sign in again.',
    });
  }
});

test('ten wrong codes are the limit, with or without single sign-on', async () => {
  const { subject, nextCode, email } = await personWithFactor();
  const browser = newBrowser();
  await signOn(browser, { subject });
  for (let each = 0; each < 10; each += 1) {
    await expect(browser.calls.session.finishSignOn({ code: '000000' })).rejects.toMatchObject({ code: 'WRONG_CODE' });
  }
  await expect(browser.calls.session.finishSignOn({ code: nextCode })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  const password = { email, password: 'a password for tests', code: nextCode };
  await expect(newBrowser().calls.session.signIn(password)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
