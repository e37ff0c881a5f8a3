// Every row of the specified route table, tried by everyone. Results that are the same for everyone are written once.
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { remember, schoolsOf, shellOf, signInAs, type Person } from './person.ts';

type Actor = 'signed out' | Person;
/** The level-1 heading, and the path if it differs from the requested one. */
type Answer = string | { heading: string; path: string };
type Row = { path: string; answers: Record<'signed out' | 'user' | 'super', Answer> };

const unauthenticated = 'Please state your name for the record';
const forbidden = 'Objection sustained';
const notFound = 'This witness is not on the list';
const dashboard = { heading: 'User Dashboard', path: '/' };

const forAll = (path: string, heading: string): Row => ({
  path,
  answers: { 'signed out': heading, user: heading, super: heading },
});
const forSignedIn = (path: string, heading: string): Row => ({
  path,
  answers: { 'signed out': unauthenticated, user: heading, super: heading },
});
const forSuperAdmins = (path: string, heading: string): Row => ({
  path,
  answers: { 'signed out': unauthenticated, user: forbidden, super: heading },
});

const table: Row[] = [
  {
    path: '/',
    answers: { 'signed out': { heading: 'Sign In', path: '/auth' }, user: 'User Dashboard', super: 'User Dashboard' },
  },
  { path: '/auth', answers: { 'signed out': 'Sign In', user: dashboard, super: dashboard } },
  forSuperAdmins('/admin', 'Admin Dashboard'),
  forSuperAdmins('/admin-test', 'Courtside Ballot Processor'),
  forSignedIn('/cases', 'Cases'),
  forSignedIn('/settings', 'Settings'),
  forAll('/privacy-and-security', 'Privacy and Security'),
  forAll('/error-explanation', 'Error Explanation'),
  forAll('/status', 'Service Status'),
  forAll('/pricing', 'Subscription Options'),
  forAll('/404', notFound),
  forAll('/403', forbidden),
  forAll('/401', unauthenticated),
  forAll('/418', 'The court is a teapot'),
  forAll('/503', 'The court is in recess'),
  forAll('/402', 'A filing fee is due'),
  forAll('/500', 'The gavel broke mid-sentence'),
  forAll('/429', 'One question at a time, counsel'),
  forAll('/any/other/path', notFound),
  forAll('/user-dashboard', notFound),
  forAll('/STATUS', notFound),
  // Without a selected school. A separate test below covers the row with one.
  { path: '/school', answers: { 'signed out': unauthenticated, user: dashboard, super: dashboard } },
];

async function expectAnswer(page: Page, wanted: string, answer: Answer): Promise<void> {
  const { heading, path } = typeof answer === 'string' ? { heading: answer, path: wanted } : answer;
  await expect.soft(page.getByRole('heading', { level: 1 }), wanted).toHaveText(heading);
  expect.soft(new URL(page.url()).pathname, `where ${wanted} leads`).toBe(path);
}

const actors: [Actor, 'signed out' | 'user' | 'super'][] = [
  ['signed out', 'signed out'],
  ['viewer', 'user'],
  ['nobody', 'user'],
  ['super', 'super'],
];

for (const [actor, column] of actors) {
  const rule = column === 'signed out' ? 'without the layout' : 'inside the layout';
  test(`every route behaves as specified for ${actor}, ${rule}`, async ({ page }) => {
    test.slow();
    if (actor !== 'signed out') await signInAs(page, actor);
    for (const { path, answers } of table) {
      // A viewer's only school is selected automatically on the first page with the layout.
      if (path === '/school' && actor === 'viewer') continue;
      await page.goto(path);
      await expectAnswer(page, path, answers[column]);
      await expect.soft(shellOf(page), path).toHaveCount(column === 'signed out' ? 0 : 1);
    }
  });
}

test('/school with a selected school shows the School page', async ({ page }) => {
  await signInAs(page, 'viewer');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'School Info' })).toBeVisible();
  await page.goto('/school');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('School');
  expect(new URL(page.url()).pathname).toBe('/school');
});

test('/school without a selected school leads to the dashboard, even for someone with several schools', async ({
  page,
}) => {
  await signInAs(page, 'many');
  expect((await schoolsOf(page)).length).toBeGreaterThan(1);
  await page.goto('/school');
  await expectAnswer(page, '/school', dashboard);
});

test('/school shows nothing of another person’s school that the browser remembers', async ({ page }) => {
  await signInAs(page, 'nobody');
  await page.goto('/status');
  await remember(page, 'school', '00000000-0000-4000-8000-000000000000');
  await page.goto('/school');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Well this is awkward...');
});

test('only the ballot processor and the status page have the BETA watermark of 32 tiles', async ({ page }) => {
  await signInAs(page, 'super');
  const tiles = page.locator('svg:has(> text:text-is("BETA"))');
  for (const path of ['/admin-test', '/status']) {
    await page.goto(path);
    await expect(tiles).toHaveCount(32);
  }
  await page.goto('/cases');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cases');
  await expect(tiles).toHaveCount(0);
});

test('the gallery of components exists in development only', async ({ page }) => {
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound);
});
