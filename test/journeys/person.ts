// Signs a person in without the sign-in screen, which has its own journeys.
import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';

export type Person = 'super' | 'dbm' | 'primary' | 'admin' | 'viewer' | 'student' | 'many' | 'nobody';

export const emailOf = (who: Person): string => `${who}@demo.test`;

/** Calls the product as the person at this page and returns the answer. */
export async function ask<Answer>(page: Page, call: string, input?: object): Promise<Answer> {
  const response = await page.request.post(`/api/rpc/${call}`, { data: input === undefined ? {} : { json: input } });
  expect(response.status(), `${call} is answered`).toBe(200);
  const { json } = (await response.json()) as { json: Answer };
  return json;
}

/** Gives the browser of `page` a session of that person. */
export const signInAs = (page: Page, who: Person, password: string = DEMO_PASSWORD): Promise<unknown> =>
  ask(page, 'session/signIn', { email: emailOf(who), password });

/** A school's label in every dropdown. */
export type Assigned = { schoolId: string; school: { name: string; shortName: string } };
export const entryOf = ({ school }: Assigned): string => `${school.name} (${school.shortName})`;
export const schoolsOf = (page: Page): Promise<Assigned[]> => ask(page, 'assignments/mine');

/** The value that this browser remembers under a key. */
export const rememberedIn = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
export const remember = (page: Page, key: string, value: string): Promise<void> =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const);

/** Remembers a value before the page starts, which forgets a school that isn’t the person’s, and chooses an only one. */
export const rememberFirst = (page: Page, key: string, value: string): Promise<unknown> =>
  page.addInitScript(([name, text]) => localStorage.setItem(name, text), [key, value] as const);

/** The shell around every screen of a signed-in person. */
export const shellOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** Opens another page like a link in the app, which is much faster than loading the app again. Its title must be another one. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => history.pushState({}, '', to), address);
  await expect(page).not.toHaveTitle(before);
}

/** Waits until the page shows what it loads. */
export async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}
