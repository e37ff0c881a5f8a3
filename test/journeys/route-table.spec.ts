// Addresses that are opened directly, in a browser. The whole route table is in test/pages/route-table.test.tsx.
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { goWithin, shellOf, signInAs } from './person.ts';

const unauthenticated = 'Please state your name for the record';
const notFound = 'This witness is not on the list';

async function expectAnswer(page: Page, wanted: string, heading: string, path = wanted): Promise<void> {
  await page.goto(wanted);
  await expect.soft(page.getByRole('heading', { level: 1 }), wanted).toHaveText(heading);
  expect.soft(new URL(page.url()).pathname, `where ${wanted} leads`).toBe(path);
}

test('an address that is opened directly shows its page, or why it can’t, and only two pages have the watermark', async ({
  page,
}) => {
  await expectAnswer(page, '/', 'Sign In', '/auth');
  await expectAnswer(page, '/cases', unauthenticated);
  // The gallery of components exists in development only.
  await expectAnswer(page, '/gallery', notFound);
  await expect.soft(shellOf(page)).toHaveCount(0);
  for (const [who, heading] of [
    ['viewer', 'Objection sustained'],
    ['super', 'Admin Dashboard'],
  ] as const) {
    await signInAs(page, who);
    await expectAnswer(page, '/admin', heading);
    await expect.soft(shellOf(page), who).toHaveCount(1);
  }

  // As a super admin: only the ballot processor and the status page have the BETA watermark of 32 tiles.
  const tiles = page.locator('svg:has(> text:text-is("BETA"))');
  await goWithin(page, '/admin-test');
  await expect(tiles).toHaveCount(32);
  await goWithin(page, '/status');
  await expect(tiles).toHaveCount(32);
  await goWithin(page, '/cases');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cases');
  await expect(tiles).toHaveCount(0);
});
