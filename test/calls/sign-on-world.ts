// World: a server with single sign-on, the provider, and people who go there and come back.
import { afterAll, beforeAll, expect } from 'vitest';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '../identity-provider.ts';
import { startInProcess, type Browser, type InProcess } from '../in-process.ts';
import { addPerson } from '../people.ts';

export const SITE = 'https://courtside.example.org';
export let product: InProcess;
export let provider: IdentityProvider;

/** Call it once per test file. */
export function signOnProduct(settings: Record<string, string> = {}, options?: { conforms: boolean }): void {
  beforeAll(async () => {
    provider = await startIdentityProvider(`${SITE}/sign-on/callback`, options);
    product = await startInProcess({
      PUBLIC_URL: SITE,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Alder ID',
      ...settings,
    });
  });
  afterAll(async () => {
    await product.close();
    await provider.close();
  });
}

/** A person of the product who has an account at the provider with the same email address. */
export async function addKnownPerson(wanted: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(product.database, wanted);
  const subject = `subject of ${person.userId}`;
  provider.people.set(subject, { email: person.email, email_verified: true, name: 'Robin Doe' });
  return { ...person, subject };
}

export const begin = async (browser: Browser, returnTo = '/'): Promise<string> =>
  (await browser.calls.session.beginSignOn({ returnTo })).address;

/** The path that the browser is sent to after the provider's answer. It is always one of this site. */
export async function comeBack(browser: Browser, answer: URL): Promise<string> {
  const response = await browser.request(answer.pathname + answer.search);
  expect(response.status).toBe(303);
  const location = response.headers.get('location') ?? '';
  expect(location.slice(0, SITE.length + 1)).toBe(`${SITE}/`);
  return location.slice(SITE.length);
}

/** A whole sign-in: to the provider, through its pages, and back. */
export async function signOn(
  browser: Browser,
  as: Parameters<IdentityProvider['signIn']>[1],
  returnTo = '/',
): Promise<string> {
  return comeBack(browser, await provider.signIn(await begin(browser, returnTo), as));
}

/** Why the sign-in screen says that a sign-in failed. */
export async function problemAt(browser: Browser, path: string): Promise<string | null | undefined> {
  const problem = new URL(path, SITE).searchParams.get('sign-on') ?? '';
  return (await browser.calls.session.signOnOffer({ problem }))?.problem;
}
