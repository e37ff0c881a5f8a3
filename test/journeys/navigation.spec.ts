// Going from page to page by keyboard: nothing is blanked while a page's code loads, the keyboard starts at the new page's title,
// and few Tabs lead to what people come for.
import type { Page } from '@playwright/test';
import { shellOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** Makes every script that is not loaded yet slow, and records in each frame whether the navigation is drawn. */
async function watch(page: Page): Promise<() => Promise<number>> {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.evaluate(() => {
    const seen = { blank: 0, frames: 0 };
    Object.assign(window, { seen });
    const look = () => {
      seen.frames += 1;
      const nav = document.querySelector('nav[aria-label="Main"]');
      if (!nav?.checkVisibility() || !document.querySelector('h1')?.checkVisibility()) seen.blank += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  const seen = (): Promise<{ blank: number; frames: number }> =>
    page.evaluate(() => (window as unknown as { seen: { blank: number; frames: number } }).seen);
  return async () => {
    // A busy machine draws few frames.
    await expect.poll(async () => (await seen()).frames).toBeGreaterThan(10);
    const { blank } = await seen();
    return blank;
  };
}

test('the first visit of a page, and one that is refused, blank nothing, and the keyboard starts at its title', async ({
  page,
}) => {
  await signInAs(page, 'primary');
  await page.goto('/');
  await untilLoaded(page);
  const blankFrames = await watch(page);
  for (const [link, title] of [
    ['Cases', 'Cases'],
    ['School', 'School'],
    ['Season', 'Season'],
    ['Settings', 'Settings'],
  ] as const) {
    await shellOf(page).getByRole('link', { name: link, exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  }
  await page.goBack();
  // Otherwise the title could take the focus from the link just before Enter is pressed.
  await expect(page.getByRole('heading', { level: 1, name: 'Season' })).toBeFocused();
  for (const link of ['Students', 'Line-up', 'Witnesses']) {
    await page.getByRole('navigation', { name: 'Season book' }).getByRole('link', { name: link }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeFocused();
  }

  await page.evaluate(() => {
    history.pushState(null, '', '/admin');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Objection sustained' })).toBeFocused();
  expect(await blankFrames()).toBe(0);
});

test('at most five Tabs lead to the first tournament, whose title has the keyboard when it arrives with its data', async ({
  page,
}) => {
  await signInAs(page, 'primary');
  // On the dashboard, the next tournament comes before the lists, and may arrive after them.
  for (const [path, place] of [
    ['/season', page.locator('#tournaments')],
    ['/', page.getByRole('definition')],
  ] as const) {
    await page.goto(path);
    await untilLoaded(page);
    await expect(place.locator('a[href^="/season/tournaments/"]').first()).toBeVisible();
    let tabs = 0;
    const focused = () =>
      page.evaluate(() => ({
        isSkipLink: document.activeElement?.textContent?.startsWith('Skip to') ?? false,
        isTournament: document.activeElement?.matches('a[href^="/season/tournaments/"]') ?? false,
      }));
    for (;;) {
      await page.keyboard.press('Tab');
      tabs += 1;
      const { isSkipLink, isTournament } = await focused();
      if (isTournament) break;
      if (isSkipLink) await page.keyboard.press('Enter');
      expect(tabs).toBeLessThan(20);
    }
    expect(tabs, path).toBeLessThanOrEqual(5);
  }

  const tournament = page.getByRole('region', { name: 'Tournaments' }).getByRole('link').first();
  const name = (await tournament.textContent()) ?? '';
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/rpc/seasonBook/seasons', async (route) => {
    await held.promise;
    await route.continue();
  });
  await tournament.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tournament' })).toBeFocused();
  held.resolve(undefined);
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
});

test('a reload returns to where the reader was, although the page is short until its data is there', async ({
  page,
}) => {
  await signInAs(page, 'primary');
  await page.goto('/season/students');
  await untilLoaded(page);
  const place = () => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn(scrollY))));
  await expect(page.getByRole('heading', { name: 'Compare two students' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 1500));
  expect(await place()).toBe(1500);
  const answers = Promise.withResolvers<undefined>();
  await page.route('**/api/rpc/{metrics,seasonBook}/**', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await place()).toBeLessThan(1500);
  answers.resolve(undefined);
  await expect.poll(place).toBe(1500);

  await test.step('a page that stays shorter leaves the reader alone when it grows later', async () => {
    await page.clock.install();
    await page.route('**/api/rpc/{metrics,seasonBook}/**', (route) => route.fulfill({ status: 400, body: '' }));
    await page.reload();
    await untilLoaded(page);
    const before = await place();
    expect(before).toBeLessThan(1500);
    await page.clock.fastForward(30_000);
    await page.locator('main').evaluate((main) => (main.style.minHeight = '4000px'));
    await place();
    expect(await place()).toBe(before);
  });
});
