// A school makes a score sheet of its own by keyboard, and prints it.
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { goWithin, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast } from './toasts.ts';

const pagesOf = async (page: Page): Promise<number | undefined> =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('staff start from a sheet, add and move a row by keyboard, undo, save, and print it on one page', async ({
  page,
}) => {
  await signInAs(page, 'primary');
  await page.goto('/');
  await untilLoaded(page);
  await goWithin(page, '/school/sheets');
  await page.getByRole('button', { name: 'Start from Try-out' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New score sheet');
  await page.getByLabel('Title').fill('Our try-out');
  await page.getByRole('button', { name: 'Add row: section 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Row name')).toBeFocused();
  await page.keyboard.type('Poise');
  const preview = page.getByRole('region', { name: 'On paper' });
  await expect(preview).toContainText('Poise');
  const up = page.getByRole('button', { name: 'Move up: Poise' });
  await up.focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await expect(page.getByRole('listitem').filter({ has: up })).toHaveText(/^Poise/);
  await expect(page.locator('main ol > li').first()).toContainText('Poise');
  await page.keyboard.press('Control+z');
  await expect(page.locator('main ol > li').first()).not.toContainText('Poise');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.locator('main ol > li').first()).toContainText('Poise');
  await expectAccessible(page, 'an edited score sheet');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Our try-out');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Score sheet saved successfully');
  await page.getByRole('link', { name: 'Print Our try-out' }).click();
  await page.getByLabel('Paper', { exact: true }).selectOption('Letter');
  await expect(page.getByRole('img', { name: 'Our try-out (Letter)' })).toContainText('Poise');
  expect(await pagesOf(page)).toBe(1);
});
