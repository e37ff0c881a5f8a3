// A read ballot and a blank one on paper, and who may print a blank one.
import type { Page } from '@playwright/test';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import { signInAs } from './person.ts';
import { expect, test, untouched } from './product.ts';
import { openProcessor, read } from './processor.ts';

const sheetsOf = async (page: Page): Promise<number | undefined> =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('a result is printed on one sheet, without form boxes; so is a blank ballot, of Letter or A4, and any built-in sheet with its own fields and a code', async ({
  page,
}) => {
  await openProcessor(page);
  await read(page, PHOTO_PATH);
  await page.getByLabel('Round', { exact: true }).fill('2');
  await page.getByLabel('Date', { exact: true }).fill('2026-11-22');
  await page.getByLabel('P Team', { exact: true }).fill('1204');
  await page.getByLabel('D Team', { exact: true }).fill('1377');
  expect(await sheetsOf(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const { width = 0 } = (await page.getByRole('table').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(1000);
  await expect(page.getByText('1204 (P) v. 1377 (D)')).toBeVisible();
  await expect(page.getByText(/Round 2 · November 22, 2026 · Judge/)).toBeVisible();
  await expect(page.locator('input:visible, button:visible, h1:visible, a:visible')).toHaveCount(0);
  await page.emulateMedia({ media: null });

  await page.getByRole('link', { name: 'Print a blank ballot' }).click();
  await page.getByLabel('Paper', { exact: true }).selectOption('A4');
  await page.getByLabel('P Team (optional)').fill('1204');
  const sheet = page.getByRole('img', { name: 'Courtside ballot (A4)' });
  await expect(sheet).toContainText('1204');
  const cases = page.getByLabel('Case (optional)');
  const caseName = await cases.locator('option').nth(1).innerText();
  await cases.selectOption(caseName);
  await expect(sheet).toContainText(caseName);
  expect(await sheetsOf(page)).toBe(1);
  await page.getByLabel('Paper', { exact: true }).selectOption('Letter');
  expect(await sheetsOf(page)).toBe(1);
  await page.getByLabel('P Team (optional)').fill('O’Brien & Łukasz Academy of Law');
  const written = await page.getByText('O’Brien & Łukasz Academy').boundingBox();
  const label = await page.getByText('D team', { exact: true }).boundingBox();
  expect((written?.x ?? 0) + (written?.width ?? 0), 'a long name ends before the next field').toBeLessThan(
    label?.x ?? 0,
  );

  const sheets = page.getByLabel('Score sheet');
  await sheets.selectOption('Kentucky high schools');
  const other = page.getByRole('img', { name: 'Kentucky high schools (Letter)' });
  await page.getByLabel('P Team (optional)').fill('1204');
  await expect(other).toContainText('1204');
  await expect(other).toContainText('Presentation');
  await expect(page.getByText(/and photograph each page with its corner marks and code\./)).toBeVisible();
  expect(await sheetsOf(page)).toBe(1);
  await sheets.selectOption('Try-out');
  await expect(page.getByLabel('Candidate (optional)')).toBeVisible();
  await expect(page.getByLabel('D Team (optional)')).toHaveCount(0);
  expect(await sheetsOf(page)).toBe(1);
});

test.describe('with the cookie notice still open', () => {
  test.use({ storageState: untouched });

  test('only the sheet of a blank ballot is printed', async ({ page }) => {
    await signInAs(page, 'super');
    await page.goto('/admin-test/blank-ballot');
    const notice = page.getByRole('button', { name: 'Accept' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('img', { name: /^Courtside ballot/ })).toBeVisible();
    expect(await sheetsOf(page)).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(notice).toBeHidden();
    const visible = await page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .filter((element) => !element.closest('svg') && !element.querySelector('svg[role="img"]'))
        .filter((element) => element.checkVisibility())
        .map((element) => element.outerHTML),
    );
    expect(visible).toEqual([]);
  });
});
