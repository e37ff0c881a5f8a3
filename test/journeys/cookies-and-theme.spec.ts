// The browser stores the cookie choice and the color scheme, which applies before the first paint.
import type { Page } from '@playwright/test';
import { ask, rememberedIn, signInAs, untilLoaded } from './person.ts';
import { expect, MOVING, test, untouched } from './product.ts';

test.describe('the cookie banner', () => {
  test.use({ storageState: untouched });
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });

  test('declining signs the person out and asks again; the banner stays below the end of a page, and is gone once consent is given', async ({
    page,
  }) => {
    await signInAs(page, 'viewer');
    await page.goto('/settings');
    await untilLoaded(page);
    await Promise.all([page.waitForEvent('load'), banner(page).getByRole('button', { name: 'Decline' }).click()]);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(await rememberedIn(page, 'cookieConsent')).toBe('false');
    expect(await ask(page, 'session/me')).toBeNull();

    await banner(page).getByRole('link', { name: 'Privacy and security' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy and Security' })).toBeVisible();
    await untilLoaded(page);
    /** How far the last paragraph ends above the banner. The page grows when its fonts arrive. */
    const above = async (): Promise<number> => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const end = (await page.getByText('Logging out removes all of them').boundingBox())!;
      const { y } = (await banner(page).boundingBox())!;
      return y - end.y - end.height;
    };
    await expect.poll(above).toBeGreaterThanOrEqual(0);

    // Declining opens the start page, also while the server is unreachable.
    await page.route('**/api/rpc/session/signOut', (route) => route.abort());
    await Promise.all([page.waitForEvent('load'), banner(page).getByRole('button', { name: 'Decline' }).click()]);
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(await rememberedIn(page, 'cookieConsent')).toBe('false');

    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(banner(page)).toHaveCount(0);
    expect(await rememberedIn(page, 'cookieConsent')).toBe('true');
    await page.reload();
    await untilLoaded(page);
    await expect(banner(page)).toHaveCount(0);
  });
});

test.describe('the color scheme', () => {
  const isDark = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const channels = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
      return channels.slice(0, 3).every((channel) => Number(channel) < 80);
    });

  test('follows the system’s preference before any app script runs', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/auth');
      expect(await isDark(page), scheme).toBe(scheme === 'dark');
    }
  });

  test('changes with the switch in the settings, and is remembered before any app script runs', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signInAs(page, 'viewer');
    await page.goto('/settings');
    await untilLoaded(page);
    expect(await isDark(page)).toBe(false);
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.getByRole('switch', { name: 'Dark theme' }).press('Space');
    await expect.poll(() => isDark(page)).toBe(true);
    expect(errors).toEqual([]);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    expect(await isDark(page)).toBe(true);
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Dark theme' })).toBeChecked();
    expect(await isDark(page)).toBe(true);
  });
});

test.describe('the loading screen', () => {
  test.use({ loadingScreen: true, contextOptions: MOVING });

  test('covers the loading app for a second and then fades over half a second', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: Record<string, number> = {};
      const look = () => {
        const screen = document.querySelector('output[aria-label="Loading Courtside"]')?.parentElement;
        if (screen) seen['shown'] ??= performance.now();
        if (screen?.hasAttribute('data-fading')) seen['fading'] ??= performance.now();
        if (!screen && 'fading' in seen) seen['gone'] ??= performance.now();
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
      Object.assign(globalThis, { loadingScreen: seen });
    });
    await signInAs(page, 'viewer');
    await page.goto('/');
    await untilLoaded(page);
    const { shown, fading, gone } = await page.evaluate(
      () => (globalThis as unknown as { loadingScreen: Record<'shown' | 'fading' | 'gone', number> }).loadingScreen,
    );
    // On a busy machine, a timer fires late, or the page notices its start late. It never fires early.
    expect(fading - shown).toBeGreaterThan(950);
    expect(gone - fading).toBeGreaterThan(450);
  });

  test('never covers a sign-in form that is ready', async ({ page }) => {
    // The clock advances by a millisecond only, so the minimum of one second never passes.
    await page.clock.install({ time: '2026-01-01' });
    await page.clock.pauseAt('2026-01-02');
    await page.goto('/auth');
    await page.clock.runFor(1);
    const email = page.getByRole('textbox', { name: 'Email' });
    await expect(email).toBeFocused();
    await expect(page.locator('#loading')).toHaveAttribute('data-fading');
    await page.getByRole('textbox', { name: 'Password' }).click();
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  });
});
