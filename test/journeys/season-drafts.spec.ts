// Ballots that are being typed or checked survive a reload and a lost connection, and so does the list of photos.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import { expectAccessible } from './accessible.ts';
import { signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test.use({ world: 'season drafts' });

const cell = (page: Page, field: string): Locator => page.locator(`#score-${field}`);
const keep = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

async function openRound(page: Page): Promise<void> {
  await signInAs(page, 'primary');
  await page.goto('/season');
  await page.getByRole('region', { name: 'Tournaments' }).getByRole('link').first().click();
  await page
    .getByRole('link', { name: /^Round \d/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: /^Open the ballot/ })).toHaveCount(2);
}

test('a ballot that is being typed survives a reload, a lost connection and a lost answer, and is saved once', async ({
  page,
  context,
}) => {
  await openRound(page);
  await page.getByRole('link', { name: 'Type a ballot' }).click();
  await cell(page, 'pOpen').fill('7');
  await page.getByLabel('Judge’s name').fill('Marsh');
  await page.reload();
  await expect(cell(page, 'pOpen')).toHaveValue('7');
  await expect(page.getByLabel('Judge’s name')).toHaveValue('Marsh');

  await context.setOffline(true);
  await cell(page, 'pClose').fill('8');
  await keep(page).click();
  await expect(page.getByText(/Can’t reach the server.*Nothing is lost/)).toBeVisible();
  await expect(cell(page, 'pClose')).toHaveValue('8');
  await context.setOffline(false);

  // The server saves the ballot, but its answer never arrives.
  await page.route('**/api/rpc/keptBallots/keep', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/keptBallots/keep'));
  await keep(page).click();
  await lost;
  await expect(page.getByText(/Can’t reach the server.*Nothing is lost/)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(cell(page, 'pClose')).toHaveValue('8');
  await keep(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ballot of Marsh' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Closing, P Team Score: 8' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the round' }).click();
  await expect(page.getByRole('link', { name: /^Open the ballot/ })).toHaveCount(3);
});

const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: readFileSync(PHOTO_PATH) });

test('photos wait for the connection, show why one can’t be read, and survive a reload without their pictures', async ({
  page,
  context,
}) => {
  await signInAs(page, 'primary');
  await page.goto('/season/photos');
  await untilLoaded(page);
  const photos = page.getByLabel('Upload ballot images');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const wall = { name: 'wall.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await photos.setInputFiles([photo('first.jpg'), wall]);
  await expect(page.getByText('2 of 2 done')).toBeVisible({ timeout: 120_000 });
  await expect(row('wall.png')).toContainText('No forms were recognized');
  await expect(row('first.jpg')).toContainText(/\d scores? to check/);

  await context.setOffline(true);
  await photos.setInputFiles([photo('late.jpg')]);
  await expect(row('late.jpg')).toContainText('Can’t reach the server. Check your connection. Trying again soon.');
  await context.setOffline(false);
  await expect(row('late.jpg')).toContainText(/\d scores? to check/);

  await page.route('**/api/rpc/ballots/recognize', () => {});
  await photos.setInputFiles([photo('cut-short.jpg')]);
  await expect(row('cut-short.jpg')).toContainText('Reading');
  await page.getByRole('link', { name: 'Check first.jpg' }).click();
  await cell(page, 'pOpen').fill('9');
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText(/The picture is no longer in this tab/)).toBeVisible();
  await expect(cell(page, 'pOpen')).toHaveValue('9');
  await expect(page.getByRole('img', { name: /on the paper$/ })).toHaveCount(0);
  await expectAccessible(page, 'a checked ballot without its picture');

  await page.getByRole('link', { name: 'All photos' }).click();
  await expect(page.getByText('4 of 4 done')).toBeVisible();
  await expect(row('wall.png')).toContainText('No forms were recognized');
  await expect(row('cut-short.jpg')).toContainText('Choose the photo again');
  await expectAccessible(page, 'the list of photos');
});
