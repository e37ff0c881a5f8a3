// What cannot be loaded: a toast that says so, the empty result on the screen, and nothing that stays broken.
import type { Page } from '@playwright/test';
import { remember, schoolsOf, shellOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** The network between the browser and the product is cut for these calls. */
async function cut(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.route(`**/api/rpc/${name}`, (route) => route.abort('connectionrefused'));
}

const toasts = (page: Page) => page.locator('.mantine-Notification-root');
/** Three further tries, after 1, 2 and 4 seconds, come before the message. */
const afterTheTries = { timeout: 30_000 };
const reason = 'Can’t reach the server. Check your connection.';

test('assignments that cannot be loaded count as none', async ({ page }) => {
  await signInAs(page, 'viewer');
  await cut(page, 'assignments/mine');
  await page.goto('/');
  await expect(page.getByText(`Failed to load assignments: ${reason}`)).toBeVisible(afterTheTries);
  await expect(page.getByText(/^You are not assigned to any schools/)).toBeVisible();
});

test('the lists of a school that cannot be loaded are empty, five toasts are shown, and more wait', async ({
  page,
}) => {
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
  // Under the mouse they stay, however long it takes to look elsewhere by keyboard.
  await toasts(page).first().hover();
  for (const text of ['No teams found', 'No students found', 'No tournaments found']) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(page.getByText('No users found')).toHaveCount(3);
  const title = toasts(page).first().getByText('Error', { exact: true });
  await expect(title).toBeVisible();

  await shellOf(page).getByRole('link', { name: 'Cases' }).press('Enter');
  await expect(page.getByText(`Failed to load cases: ${reason}`)).toBeVisible(afterTheTries);
  await expect(page.getByText('No cases available')).toBeVisible();
  await expect(toasts(page)).toHaveCount(5);
  await shellOf(page).getByRole('link', { name: 'School', exact: true }).press('Enter');
  // The tries are over when nothing is loading any more; the sixth toast then waits for its turn.
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0, afterTheTries);
  await expect(toasts(page)).toHaveCount(5);
  await expect(page.getByText('Failed to load school details')).toHaveCount(0);

  await page.mouse.move(0, 0);
  await expect(page.getByText(`Failed to load school details: ${reason}`)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast is at the bottom right and goes after four seconds', async ({ page }) => {
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

test('what fails once is tried again, and nobody is bothered', async ({ page }) => {
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

test.describe('a server that is away at the start', () => {
  test.beforeEach(async ({ page }) => {
    await signInAs(page, 'viewer');
    await cut(page, 'session/me');
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The court is out of reach');
    await page.unrouteAll();
  });

  test('is reached by a second try when it is back', async ({ page }) => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Dashboard');
  });

  test('is asked again by itself', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Dashboard', { timeout: 10_000 });
  });
});

test('a screen whose code cannot be fetched is the boundary screen, with ways out', async ({ page }) => {
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
