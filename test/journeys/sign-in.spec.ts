// Signing in and out, in one tab and in several. Where signing in may lead: test/units/safe-return.test.ts.
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';
import { ask, emailOf, rememberedIn, shellOf, untilLoaded, type Person } from './person.ts';
import { expect, MOVING, test } from './product.ts';

test.use({ contextOptions: MOVING });

async function fillSignIn(page: Page, who: Person, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf(who));
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const onSignIn = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();

test('a sign-in that fails says why, in red above the button, and one that works opens the requested page', async ({
  page,
}) => {
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Authenticate' }).click();
  await onSignIn(page);
  for (const name of ['Email', 'Password'])
    await expect(page.getByRole('textbox', { name })).toHaveAttribute('required');
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('secret');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');

  await fillSignIn(page, 'viewer', 'not the password');
  const problem = page.getByRole('alert').filter({ hasText: 'Incorrect email or password.' });
  await expect(problem).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(emailOf('viewer'));
  const [red, green = 0, blue = 0] = await problem.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  const above = await problem.boundingBox();
  const button = await page.getByRole('button', { name: 'Sign In' }).boundingBox();
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);

  await fillSignIn(page, 'viewer');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/settings');
});

test('while the app downloads after a sign-in or at the next visit, the gavel shows that it does', async ({ page }) => {
  let arrive = () => {};
  const hold = async (): Promise<void> => {
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/app-.*\.js$/, (route) => arrived.then(() => route.continue()));
  };
  const gavel = page.getByRole('status', { name: 'Loading Courtside' });
  const dashboard = page.getByRole('heading', { level: 1, name: 'User Dashboard' });

  await hold();
  await page.goto('/');
  await onSignIn(page);
  await expect(gavel).toHaveCount(0);
  await fillSignIn(page, 'viewer');
  await expect(gavel).toBeVisible();
  arrive();
  await expect(dashboard).toBeVisible();
  await expect(gavel).toHaveCount(0);

  await page.unrouteAll();
  await hold();
  await page.reload();
  await expect(page.locator('#loading')).toHaveCount(0);
  await expect(gavel).toBeVisible();
  arrive();
  await expect(dashboard).toBeVisible();
});

test('signing in or out in one tab does so in the others, and leaves nothing in the browser’s storage', async ({
  page,
  context,
}) => {
  await page.goto('/auth');
  const other = await context.newPage();
  await other.goto('/auth');
  await onSignIn(other);
  await fillSignIn(page, 'viewer');
  await expect(other.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible();
  await untilLoaded(page);
  await untilLoaded(other);
  await expect.poll(() => rememberedIn(page, 'school')).not.toBeNull();
  await page.evaluate(() => {
    for (const key of ['nav-collapsed', 'nav-width', 'ballotForm', 'ballotExtractedData', 'mantine-color-scheme-value'])
      localStorage.setItem(key, key === 'mantine-color-scheme-value' ? 'dark' : 'true');
  });
  // The other tab takes on the colors, and stores them again as it does.
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await onSignIn(page);
  expect(new URL(page.url()).pathname).toBe('/auth');
  await expect(shellOf(other)).toHaveCount(0);
  await onSignIn(other);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await ask(page, 'session/me')).toBeNull();
});
