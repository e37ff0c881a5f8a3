// A super admin uploads a photo of a ballot, checks and corrects its scores, and exports them. Refused photos, and photos of all kinds in
// every order: test/pages/ballot-uploads.test.tsx.
import { readFileSync } from 'node:fs';
import { toCheckText } from '#ballot/doubts.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { totalText } from '#ballot/score.ts';
import { BLOTTED_PHOTO_PATH, PHOTO_PATH, WRITTEN } from '../photos/filled-ballot.ts';
import { expectAccessible } from './accessible.ts';
import { goWithin, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectReadable } from './readable.ts';
import { countToCheck } from './scores-to-check.ts';
import { cell, openProcessor, read, READING_MS, row, sum, upload } from './processor.ts';

test('an uploaded ballot is read while the page ignores the keyboard, can be corrected, totaled and reset, and survives a reload', async ({
  page,
}) => {
  await openProcessor(page);
  for (const text of [
    'Upload a completed ballot to extract scores',
    'This process is AI-assisted, but no data is stored after being processed.',
    'Extracted numbers may be incorrect. Please verify against your copy of the ballot and adjust where necessary.',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total 0/ })).toContainText('0 (-140)');

  const { promise: untilRead, resolve: letRead } = Promise.withResolvers<void>();
  await page.route('**/api/rpc/ballots/recognize', async (route) => {
    await untilRead;
    await route.continue();
  });
  await cell(page, 'pOpen').focus();
  await upload(page).setInputFiles(PHOTO_PATH);
  const overlay = page.getByRole('dialog', { name: 'Processing ballot' });
  await expect(overlay).toBeVisible();
  await page.keyboard.type('5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(overlay).toBeVisible();
  await expect(upload(page)).toBeDisabled();
  await expect(cell(page, 'pOpen')).toHaveValue('0');
  letRead();
  await expect(overlay).toBeHidden({ timeout: READING_MS });
  for (const field of SCORE_FIELDS) await expect(cell(page, field), field).toHaveValue(String(WRITTEN.scores[field]));
  await expect(row(page, 'Total')).toContainText(`${totalText(sum('p'), 140)}${totalText(sum('d'), 140)}`);
  await expect(page.getByAltText('Uploaded ballot')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Opening, P Team Score on the paper' })).toBeVisible();

  await cell(page, 'pOpen').fill('10');
  const corrected = sum('p') - WRITTEN.scores.pOpen + 10;
  await expect(row(page, 'Total')).toContainText(totalText(corrected, 140));
  await page.getByLabel('P Team total on paper').fill(String(corrected));
  await expect(page.getByText('Matches these scores.')).toBeVisible();
  await page.getByLabel('Judge Name', { exact: true }).fill('Ada Quill');

  await page.reload();
  await expect(cell(page, 'pOpen')).toHaveValue('10');
  await expect(page.getByLabel('Judge Name', { exact: true })).toHaveValue('Ada Quill');
  await expect(page.getByLabel('P Team total on paper')).toHaveValue(String(corrected));

  await page.getByRole('button', { name: 'Reset to Extracted Data' }).click();
  await expect(cell(page, 'pOpen')).toHaveValue(String(WRITTEN.scores.pOpen));
  await page.getByRole('button', { name: 'Reset to Default' }).click();
  await expect(cell(page, 'pOpen')).toHaveValue('0');
  await expect(page.getByRole('button', { name: 'Reset to Extracted Data' })).toBeDisabled();
  expect(
    await page.evaluate(() => [localStorage.getItem('ballotForm'), localStorage.getItem('ballotExtractedData')]),
  ).toEqual([null, null]);
});

test('after a reading, all fits on one screen, keys settle each doubtful score, and axe finds no problems', async ({
  page,
}) => {
  await openProcessor(page);
  await untilLoaded(page);
  await expectAccessible(page, 'an empty form');
  await expectReadable(page, 'an empty form');
  await page.setViewportSize({ width: 1280, height: 800 });
  await read(page, BLOTTED_PHOTO_PATH);
  for (const part of [
    page.getByAltText('Uploaded ballot'),
    cell(page, 'pOpen'),
    cell(page, 'dClose'),
    row(page, 'Result'),
  ])
    await expect(part).toBeInViewport();

  await expect(cell(page, 'pOpen')).toBeFocused();
  const toCheck = await countToCheck(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(cell(page, 'pDirect1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(toCheckText(toCheck - 1)!)).toBeVisible();
  await expect(cell(page, 'pCross1')).toBeFocused();
  await expectAccessible(page, 'a ballot that was read');
  await page.setViewportSize({ width: 1280, height: 800 });

  for (let left = toCheck - 2; left >= 0; left -= 1) {
    const doubtful = page.locator('input:focus');
    await expect(doubtful).toHaveAttribute('aria-describedby', /.+/);
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await expect(page.getByText(toCheckText(left) ?? /^(All scores|Everything) checked$/)).toBeVisible();
  }
  for (const field of ['pOpen', 'pCross1', 'dOpen'] as const) await expect(cell(page, field)).toHaveValue('9');

  await goWithin(page, '/admin-test/blank-ballot');
  await untilLoaded(page);
  await expectAccessible(page, 'a blank ballot');
});

test('scores can be entered by keyboard alone, totals stick to the bottom only below rows of scores, and the ballot is exported as CSV, as JSON and to the clipboard', async ({
  page,
  context,
}) => {
  await openProcessor(page);
  const sticky = page.locator('tfoot[data-sticky]');
  await page.setViewportSize({ width: 1280, height: 640 });
  await expect(sticky).toHaveCount(0);
  await cell(page, 'pWDirect1').focus();
  await expect(sticky).toHaveCount(1);
  await cell(page, 'pOpen').focus();
  for (const field of SCORE_FIELDS) {
    await expect(cell(page, field)).toBeFocused();
    await page.keyboard.type(field.startsWith('p') ? '9' : '10');
    await page.keyboard.press('Enter');
  }
  await expect(row(page, 'Total')).toContainText('126 (-14)140 (-0)');
  await expect(row(page, 'Result')).toContainText('Loss (-14)Win (+14)');

  await cell(page, 'pOpen').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 'pDirect1')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 'dCross1')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 'dOpen')).toBeFocused();
  await cell(page, 'dOpen').hover();
  await page.mouse.wheel(0, 400);
  await expect(cell(page, 'dOpen')).toHaveValue('10');
  await page.keyboard.type('77');
  await expect(cell(page, 'dOpen')).toHaveValue('10');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Reset to Default' }).click();
  await cell(page, 'dClose').fill('9');
  await page.getByLabel('P Team', { exact: true }).fill('=1204');
  await page.getByLabel('D Team', { exact: true }).fill('1377');
  await page.getByLabel('Round', { exact: true }).fill('2');
  await page.getByLabel('Date', { exact: true }).fill('2026-11-22');
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const csv = await saved('Download CSV');
  expect(csv.name).toBe('ballot-2026-11-22-round-2-1204-1377.csv');
  expect(csv.text).toContain(recognitionLabel('dClose'));
  expect(csv.text).toContain(`,'=1204,`);
  const json = await saved('Download JSON');
  expect(json.name).toBe('ballot-2026-11-22-round-2-1204-1377.json');
  expect(JSON.parse(json.text)).toMatchObject({ dClose: 9, pTeam: '=1204', round: '2', totals: { p: 0, d: 9 } });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Closing\t0\t9');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Clear now' }).press('Enter');
  await expect(cell(page, 'dClose')).toHaveValue('0');
  await expect(page.getByRole('region', { name: 'Saved in this browser' })).toBeFocused();
});
