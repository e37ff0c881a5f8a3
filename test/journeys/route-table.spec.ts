// Addresses that are opened directly, in a browser. The whole route table is in test/pages/route-table.test.tsx.
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { goWithin, schoolsOf, shellOf, signInAs } from './person.ts';

/** The level-1 heading, and the path if it differs from the requested one. */
type Answer = string | { heading: string; path: string };
type Row = { path: string; answers: Record<'signed out' | 'viewer' | 'super', Answer> };

const unauthenticated = 'Please state your name for the record';
const forbidden = 'Objection sustained';
const notFound = 'This witness is not on the list';
const dashboard = { heading: 'User Dashboard', path: '/' };

const table: Row[] = [
  {
    path: '/',
    answers: { 'signed out': { heading: 'Sign In', path: '/auth' }, viewer: 'User Dashboard', super: 'User Dashboard' },
  },
  { path: '/admin', answers: { 'signed out': unauthenticated, viewer: forbidden, super: 'Admin Dashboard' } },
  { path: '/cases', answers: { 'signed out': unauthenticated, viewer: 'Cases', super: 'Cases' } },
  { path: '/any/other/path', answers: { 'signed out': notFound, viewer: notFound, super: notFound } },
];

async function expectAnswer(page: Page, wanted: string, answer: Answer): Promise<void> {
  const { heading, path } = typeof answer === 'string' ? { heading: answer, path: wanted } : answer;
  await expect.soft(page.getByRole('heading', { level: 1 }), wanted).toHaveText(heading);
  expect.soft(new URL(page.url()).pathname, `where ${wanted} leads`).toBe(path);
}

for (const actor of ['signed out', 'viewer', 'super'] as const) {
  test(`an address that is opened directly behaves as specified for ${actor}`, async ({ page }) => {
    if (actor !== 'signed out') await signInAs(page, actor);
    for (const { path, answers } of table) {
      await page.goto(path);
      await expectAnswer(page, path, answers[actor]);
      await expect.soft(shellOf(page), path).toHaveCount(actor === 'signed out' ? 0 : 1);
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
  // Before the page starts: an open page forgets a school that isn’t the person’s.
  await page.addInitScript(() => localStorage.setItem('school', '00000000-0000-4000-8000-000000000000'));
  await page.goto('/school');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Well this is awkward...');
});

test('only the ballot processor and the status page have the BETA watermark of 32 tiles', async ({ page }) => {
  await signInAs(page, 'super');
  const tiles = page.locator('svg:has(> text:text-is("BETA"))');
  await page.goto('/admin-test');
  await expect(tiles).toHaveCount(32);
  await goWithin(page, '/status');
  await expect(tiles).toHaveCount(32);
  await goWithin(page, '/cases');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cases');
  await expect(tiles).toHaveCount(0);
});

test('the gallery of components exists in development only', async ({ page }) => {
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound);
});
