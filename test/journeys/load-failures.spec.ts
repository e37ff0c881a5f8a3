// Failed loads in a browser: where a toast is, retries, and a server or a page's code that can't be reached. What each screen says about
// a failed load is in test/pages/load-failures.test.tsx.
import type { Page } from '@playwright/test';
import { goWithin, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** Makes these calls fail as if the network were down. */
async function cut(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.route(`**/api/rpc/${name}`, (route) => route.abort('connectionrefused'));
}

const toasts = (page: Page) => page.locator('.mantine-Notification-root');
const reason = 'Can’t reach the server. Check your connection.';

test('a toast appears at the bottom right and closes after four seconds', async ({ page }) => {
  await signInAs(page, 'viewer');
  await page.goto('/status');
  await untilLoaded(page);
  await cut(page, 'session/signOut');
  await page.clock.install();
  // The toast waits for the clock of this test, however long the checks take.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText(reason)).toBeVisible();
  await expect.poll(async () => (await toasts(page).boundingBox())?.x).toBeGreaterThan(640);
  expect((await toasts(page).boundingBox())?.y).toBeGreaterThan(400);
  await page.clock.runFor(3900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});

test('a server that is unreachable, or a page’s code that fails to load, is retried automatically or through Try again', async ({
  page,
}) => {
  await signInAs(page, 'viewer');
  const heading = page.getByRole('heading', { level: 1 });
  await cut(page, 'session/me');
  await page.goto('/');
  await expect(heading).toHaveText('The court is out of reach');
  await page.unrouteAll();
  await expect(heading).toHaveText('User Dashboard');

  await cut(page, 'session/me');
  await page.reload();
  await expect(heading).toHaveText('The court is out of reach');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading).toHaveText('User Dashboard');
  await untilLoaded(page);

  await page.route(/\/assets\/cases-.*\.js/, (route) => route.abort());
  await page.goto('/cases');
  await expect(heading).toHaveText('Something went wrong');
  await untilLoaded(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading).toHaveText('Cases');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});

test('without a connection, a page that has to be downloaded says so and shows later; after an update, it opens from the files of the new version', async ({
  page,
  context,
}) => {
  await signInAs(page, 'viewer');
  await page.goto('/');
  await untilLoaded(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Cases' }).click();
  const offline = page.getByRole('main').getByText(reason);
  await expect(offline).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cases');

  const files = /\/assets\//;
  await page.route(files, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }));
  // The page is loaded again.
  await page.route('**/season', async (route) => {
    await page.unroute(files);
    await route.continue();
  });
  await goWithin(page, '/season');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Season');
});
