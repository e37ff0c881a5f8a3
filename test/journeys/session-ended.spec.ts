// A session that ends elsewhere: unsaved changes get a warning, and signing in leads back to the page.
import type { Browser, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';
import { ask, emailOf, signInAs, untilLoaded, type Person } from './person.ts';
import { expect, test } from './product.ts';

/** The person changes the password in another browser, which ends all other sessions, and changes it back. */
async function endOtherSessionsOf(who: Person, browser: Browser, url: string): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL: url });
  const page = await elsewhere.newPage();
  await signInAs(page, who);
  const another = 'quite another password for journeys';
  await ask(page, 'session/changePassword', { currentPassword: DEMO_PASSWORD, newPassword: another });
  await ask(page, 'session/changePassword', { currentPassword: another, newPassword: DEMO_PASSWORD });
  await elsewhere.close();
}

async function signInHere(page: Page, who: Person): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf(who));
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

// Leaving the page instead: test/pages/session.test.tsx.
test('after a session ended over unsaved changes, signing in again in another tab restores the page as it was', async ({
  page,
  context,
  browser,
  product,
}) => {
  await signInAs(page, 'primary');
  await page.goto('/settings');
  await untilLoaded(page);
  await page.getByText('Change your password').click();
  await page.getByRole('textbox', { name: 'Current password' }).fill(DEMO_PASSWORD);
  await page.getByRole('textbox', { name: 'New password' }).fill('typed and not yet sent');
  await endOtherSessionsOf('primary', browser, product.url);
  await expect(page.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible();
  const signIn = page.getByRole('link', { name: 'Sign in in a new tab' });
  // Whoever was typing when the dialog opened presses another space.
  await expect(signIn).toBeFocused();
  await page.keyboard.press('Space');
  const opened = context.waitForEvent('page');
  await signIn.click();
  await signInHere(await opened, 'primary');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('typed and not yet sent');
  expect(new URL(page.url()).pathname).toBe('/settings');
});

test('closing a page with unsaved changes asks first, and so do links, Back and Log Out', async ({ page }) => {
  await signInAs(page, 'primary');
  await page.goto('/settings');
  await untilLoaded(page);
  await page.getByRole('link', { name: 'Cases' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Change your password').click();
  await page.getByRole('textbox', { name: 'Current password' }).fill('half');
  const inPage = page.getByRole('dialog', { name: 'Leave without saving?' });
  const ways = [
    () => page.getByRole('link', { name: 'Dashboard', exact: true }).click(),
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Log Out' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await inPage.getByRole('button', { name: 'Keep editing' }).click();
    await expect(inPage).toBeHidden();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveValue('half');
  }
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('an open tab refreshes its session when three ticks of 30 seconds remain, not before, and then every 3 seconds until it succeeds', async ({
  page,
}) => {
  await signInAs(page, 'viewer');
  const { sessionEndsAt } = await ask<{ sessionEndsAt: string }>(page, 'session/me');
  await page.clock.install();
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let refreshed = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/rpc/session/refresh')) refreshed += 1;
  });
  const left = Date.parse(sessionEndsAt) - Date.now();
  await page.clock.fastForward(left - 5 * 60_000);
  await page.clock.fastForward(2 * 60_000);
  expect(refreshed).toBe(0);
  await page.route('**/api/rpc/session/refresh', (route) => route.abort('connectionrefused'));
  await page.clock.fastForward(2 * 60_000);
  // On a slow machine, the next attempt may be under way by then.
  await expect.poll(() => refreshed).toBeGreaterThan(0);
  // In 27 seconds, ticks alone would send only one more request.
  let steps = 0;
  await expect
    .poll(async () => {
      if (steps < 9) await page.clock.fastForward(3000);
      steps += 1;
      return refreshed;
    })
    .toBeGreaterThan(2);
});
