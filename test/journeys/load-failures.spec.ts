// Failed loads: a toast, a message in place of the data, and a way to try again.
import type { Page } from '@playwright/test';
import { remember, schoolsOf, shellOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** Makes these calls fail as if the network were down. */
async function cut(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.route(`**/api/rpc/${name}`, (route) => route.abort('connectionrefused'));
}

const toasts = (page: Page) => page.locator('.mantine-Notification-root');
/** Three retries, after 1, 2 and 4 seconds, come before the message. */
const afterTheTries = { timeout: 30_000 };
const reason = 'Can’t reach the server. Check your connection.';

test('assignments that fail to load don’t look like an empty list', async ({ page }) => {
  await signInAs(page, 'viewer');
  await cut(page, 'assignments/mine');
  await page.goto('/');
  await expect(page.getByText(`Failed to load assignments: ${reason}`)).toBeVisible(afterTheTries);
  await expect(page.getByText('Couldn’t load your schools.')).toBeVisible();
  await expect(page.getByText(/^You are not assigned to any schools/)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'School Info' })).toBeVisible();
});

test('each list that fails to load says so, five toasts are visible, and the rest wait', async ({ page }) => {
  test.slow();
  await signInAs(page, 'viewer');
  const [school] = await schoolsOf(page);
  const lists = ['users', 'teams', 'students', 'tournaments'];
  await cut(page, 'assignments/inSchool', ...lists.slice(1).map((list) => `${list}/inSchool`));
  await cut(page, 'cases/overview', 'schools/details');
  await page.goto('/status');
  await remember(page, 'school', school?.schoolId ?? '');
  await page.goto('/');
  for (const list of lists) {
    await expect(page.getByText(`Failed to load school ${list}: ${reason}`)).toBeVisible(afterTheTries);
  }
  // Hovering keeps them open while the keyboard moves on.
  await toasts(page).first().hover();
  await expect(
    page.getByText(/^Couldn’t load (teams|students|tournaments|primary admins|admins|viewers)\./),
  ).toHaveCount(6);
  await expect(page.getByText(/^No .* found$/)).toHaveCount(0);
  const title = toasts(page).first().getByText('Error', { exact: true });
  await expect(title).toBeVisible();

  await shellOf(page).getByRole('link', { name: 'Cases' }).press('Enter');
  await expect(page.getByText(`Failed to load cases: ${reason}`)).toBeVisible(afterTheTries);
  await expect(page.getByText('Couldn’t load all cases.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(5);
  await shellOf(page).getByRole('link', { name: 'School', exact: true }).press('Enter');
  // Once nothing is loading, the sixth toast waits for its turn.
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0, afterTheTries);
  await expect(toasts(page)).toHaveCount(5);
  await expect(page.getByText('Failed to load school details')).toHaveCount(0);

  await page.mouse.move(0, 0);
  await expect(page.getByText(`Failed to load school details: ${reason}`)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast appears at the bottom right and closes after four seconds', async ({ page }) => {
  await signInAs(page, 'viewer');
  await page.goto('/status');
  await untilLoaded(page);
  await cut(page, 'session/signOut');
  await page.clock.install();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText(reason)).toBeVisible();
  await expect.poll(async () => (await toasts(page).boundingBox())?.x).toBeGreaterThan(640);
  expect((await toasts(page).boundingBox())?.y).toBeGreaterThan(400);
  await page.clock.fastForward(4000);
  await expect(toasts(page)).toHaveCount(0);
});

test('a load that fails once is retried without a message', async ({ page }) => {
  await signInAs(page, 'viewer');
  let failures = 0;
  await page.route('**/api/rpc/cases/overview', (route) => {
    failures += 1;
    return failures === 1 ? route.abort() : route.continue();
  });
  await page.goto('/cases');
  await expect.poll(() => failures, afterTheTries).toBe(2);
  await expect(page.getByRole('status', { name: 'Loading All cases' })).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

test.describe('a server that is unreachable at the start', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'viewer');
    await cut(page, 'session/me');
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The court is out of reach');
    await page.unrouteAll();
  });

  test('is reached through Try again once it is back', async ({ page }) => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Dashboard');
  });

  test('is retried automatically', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Dashboard', { timeout: 10_000 });
  });
});

test('a page whose code fails to load shows the boundary screen with a way out', async ({ page }) => {
  await signInAs(page, 'viewer');
  await page.goto('/');
  await untilLoaded(page);
  await page.route(/\/assets\/cases-.*\.js/, (route) => route.abort());
  await page.goto('/cases');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await untilLoaded(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cases');
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
});
