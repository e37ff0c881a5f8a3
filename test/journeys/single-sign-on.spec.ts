// Signing in at a provider of single sign-on, which is a real one on a port of its own.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { DEMO_PASSWORD, startProduct, withDataDir } from '../../scripts/tools/product.ts';
import { codeOf } from '../authenticator.ts';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '../identity-provider.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { expectAccessible } from './accessible.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { ask, emailOf, shellOf, signInAs } from './person.ts';
import { expect, test as base } from './product.ts';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Both must know each other's address before they start. The system gives none of these ports away by itself, so nobody takes it in
 * the meantime.
 */
async function freeAddress(): Promise<URL> {
  const port = randomInt(20_000, 32_000);
  return (await isFree(port)) ? new URL(`http://127.0.0.1:${port}`) : freeAddress();
}

const test = base.extend<object, { provider: IdentityProvider; site: URL }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that it needs no other fixture.
    async ({}, use) => use(await freeAddress()),
    { scope: 'worker' },
  ],
  provider: [
    async ({ site }, use) => {
      const provider = await startIdentityProvider(new URL('/sign-on/callback', site).href);
      provider.people.set('vera', { email: emailOf('viewer'), email_verified: true });
      provider.people.set('adam', { email: emailOf('admin'), email_verified: true });
      provider.people.set('stranger', { email: 'stranger@elsewhere.test', email_verified: true });
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  productOf: [
    async ({ provider, site }, use) => {
      await withDataDir(async (dataDir) => {
        copyDemoWorld(dataDir);
        const settings = {
          PORT: site.port,
          PUBLIC_URL: site.origin,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: CLIENT.id,
          OIDC_CLIENT_SECRET: CLIENT.secret,
          OIDC_NAME: 'Alder ID',
        };
        const product = await startProduct({ dataDir, settings });
        await use(async () => product);
        await product.stop();
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a person signs in at the provider by keyboard, in every tab, comes back to the page they wanted, and logs out', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/auth');
  await expect(other.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Authenticate' }).click();
  const button = page.getByRole('button', { name: 'Sign in with Alder ID' });
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  for (const name of ['Password', 'Show password', 'Sign In', 'Sign in with Alder ID']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Account' }).fill('vera');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/settings');
  const section = page.getByRole('region', { name: 'Single sign-on' });
  await expect(section).toContainText('Linked to Alder ID since');
  await expectAccessible(page, 'settings with single sign-on');
  await expect(shellOf(other)).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('You signed out of Courtside. You may still be signed in to Alder ID.')).toBeVisible();
  expect(await ask(page, 'session/me')).toBeNull();
  await expect(shellOf(other)).toHaveCount(0);
});

test('the sign-in screen has the button from the start; a person who goes back from the provider, or has no account, can try again or use the form', async ({
  page,
}) => {
  const shifts = await recordLayoutShifts(page);
  await page.goto('/auth?from=/cases');
  const button = page.getByRole('button', { name: 'Sign in with Alder ID' });
  await expect(button).toBeVisible();
  expect(await shifts()).toEqual([]);
  await expectAccessible(page, 'sign-in screen with single sign-on');

  await button.click();
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  await page.goBack();
  await expect(button).not.toHaveAttribute('aria-disabled');
  await button.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Alder ID didn’t sign you in, because the sign-in was cancelled there.',
  );

  await button.click();
  await page.getByRole('textbox', { name: 'Account' }).fill('stranger');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'There is no account with your Alder ID email address. Ask your school’s Primary Admin for one. To use another Alder ID account, sign out of this one there first.',
  );
  await expectAccessible(page, 'sign-in screen with a problem');
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf('viewer'));
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();
});

test('a person with a second factor enters its code after the provider, and only then is signed in', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const { secret } = await ask<{ secret: string }>(page, 'session/beginSecondFactor', {
    currentPassword: DEMO_PASSWORD,
  });
  await ask(page, 'session/confirmSecondFactor', { code: codeOf(secret) });
  await ask(page, 'session/signOut');
  await page.goto('/auth?from=/cases');
  await page.getByRole('button', { name: 'Sign in with Alder ID' }).click();
  await page.getByRole('textbox', { name: 'Account' }).fill('adam');
  await page.getByRole('button', { name: 'Continue' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
  expect(await ask(page, 'session/me')).toBeNull();
  await expectAccessible(page, 'sign-in screen with a code');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^Incorrect code\./);
  await code.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();
});
