// A super admin reads a photo of a ballot, checks and corrects it, and takes it along.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { recognitionLabel, SCORE_FIELDS, scoreFieldsOf, type ScoreField } from '#ballot/form.ts';
import { totalText } from '#ballot/score.ts';
import { BLOTTED_PHOTO_PATH, PHOTO_PATH, WRITTEN } from '../photos/filled-ballot.ts';
import { expectAccessible } from './accessible.ts';
import { signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** Far more than a photo takes, for a machine that does other things at the same time. */
const READING = 30_000;

async function openProcessor(page: Page): Promise<void> {
  await signInAs(page, 'super');
  await page.goto('/admin-test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courtside Ballot Processor');
}
const upload = (page: Page) => page.getByLabel('Upload ballot image');
const cell = (page: Page, field: ScoreField) => page.locator(`#score-${field}`);
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} (?!on paper)`) });
async function read(page: Page, photo: string): Promise<void> {
  await upload(page).setInputFiles(photo);
  await expect(page.getByText(/Check these? \d+ cells?|No(thing| score) left to check/)).toBeVisible({
    timeout: READING,
  });
}
const sum = (side: 'p' | 'd') => scoreFieldsOf(side).reduce((total, field) => total + WRITTEN.scores[field], 0);
test('upload, check, correct, totals, resets, reload', async ({ page }) => {
  await openProcessor(page);
  for (const text of [
    'Upload a completed ballot to extract scores',
    'This process is AI-assisted, but no data is stored after being processed.',
    'Extracted numbers may be incorrect. Please verify against your copy of the ballot and adjust where necessary.',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total 0/ })).toContainText('0 (-140)');

  await read(page, PHOTO_PATH);
  for (const field of SCORE_FIELDS) await expect(cell(page, field), field).toHaveValue(String(WRITTEN.scores[field]));
  await expect(row(page, 'Total')).toContainText(`${totalText(sum('p'))}${totalText(sum('d'))}`);
  await expect(page.getByAltText('Uploaded ballot')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Opening, P Team Score on the paper' })).toBeVisible();

  await cell(page, 'pOpen').fill('10');
  const corrected = sum('p') - WRITTEN.scores.pOpen + 10;
  await expect(row(page, 'Total')).toContainText(totalText(corrected));
  await page.getByLabel('P Team total on paper').fill(String(corrected));
  await expect(page.getByText('Matches the cells.')).toBeVisible();
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

test('the doubtful cells are counted, jumped to, and settled by Enter', async ({ page }) => {
  await openProcessor(page);
  await read(page, BLOTTED_PHOTO_PATH);
  const count = page.getByText(/Check these \d+ cells/);
  const before = Number(/\d+/.exec(await count.innerText())?.[0]);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  const focused = page.locator('input:focus');
  await expect(focused).toHaveAttribute('aria-describedby', /.+/);
  await page.keyboard.press('Enter');
  await expect(page.getByText(before === 2 ? 'Check this 1 cell' : `Check these ${before - 1} cells`)).toBeVisible();
});

test('scores are entered as in a tab room, by keyboard alone', async ({ page }) => {
  await openProcessor(page);
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
});

test('while a ballot is read the page is covered and hears no key', async ({ page }) => {
  await openProcessor(page);
  // The photo takes five seconds to go up, which leaves the time to press keys.
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await network.send('Network.emulateNetworkConditions', slow);
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
  await expect(overlay).toBeHidden({ timeout: READING });
  await expect(cell(page, 'pOpen')).toHaveValue(String(WRITTEN.scores.pOpen));
});

test('what cannot be read is said word for word, and the form keeps what it had', async ({ page }) => {
  await openProcessor(page);
  await cell(page, 'pOpen').fill('7');
  const wall = await page.screenshot({ clip: { x: 300, y: 100, width: 400, height: 400 } });
  await upload(page).setInputFiles({ name: 'wall.png', mimeType: 'image/png', buffer: wall });
  await expect(page.getByRole('alert')).toHaveText('Error processing ballot: No forms were recognized', {
    timeout: READING,
  });
  await expect(cell(page, 'pOpen')).toHaveValue('7');
  await upload(page).setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert')).toContainText('Error processing ballot: This is a HEIC photo.');
});

test('the checked ballot leaves as CSV, as JSON and by the clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openProcessor(page);
  await cell(page, 'dClose').fill('9');
  await page.getByLabel('P Team', { exact: true }).fill('=1204');
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return readFileSync(await file.path(), 'utf8');
  };
  const csv = await saved('Download CSV');
  expect(csv).toContain(recognitionLabel('dClose'));
  expect(csv).toContain(`,'=1204,`);
  expect(JSON.parse(await saved('Download JSON'))).toMatchObject({ dClose: 9, pTeam: '=1204', totals: { p: 0, d: 9 } });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Closing\t0\t9');
  await page.getByRole('button', { name: 'Clear now' }).click();
  await expect(cell(page, 'dClose')).toHaveValue('0');
});

const sheetsOf = async (page: Page): Promise<number | undefined> =>
  (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('the checked ballot is printed on one sheet, as wide as the paper', async ({ page }) => {
  await openProcessor(page);
  await read(page, PHOTO_PATH);
  expect(await sheetsOf(page)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const { width = 0 } = (await page.getByRole('table').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(1000);
  await expect(page.getByRole('link', { name: 'Print a blank ballot' })).toBeHidden();
});

test('a blank ballot is printed on one sheet of Letter or A4', async ({ page }) => {
  await openProcessor(page);
  await page.getByRole('link', { name: 'Print a blank ballot' }).click();
  await page.getByLabel('Paper', { exact: true }).selectOption('A4');
  await page.getByLabel('P Team (optional)').fill('1204');
  await expect(page.getByRole('img', { name: 'Courtside ballot (A4)' })).toContainText('1204');
  expect(await sheetsOf(page)).toBe(1);
  await page.getByLabel('Paper', { exact: true }).selectOption('Letter');
  expect(await sheetsOf(page)).toBe(1);
  await page.getByLabel('P Team (optional)').fill('O’Brien & Łukasz Academy of Law');
  const written = await page.getByText('O’Brien & Łukasz Academy').boundingBox();
  const label = await page.getByText('D team', { exact: true }).boundingBox();
  expect((written?.x ?? 0) + (written?.width ?? 0), 'a long name ends before the next field').toBeLessThan(
    label?.x ?? 0,
  );
});

test('axe finds nothing before and after a ballot is read, and on the blank one', async ({ page }) => {
  await openProcessor(page);
  await untilLoaded(page);
  await expectAccessible(page, 'an empty form');
  await read(page, BLOTTED_PHOTO_PATH);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expectAccessible(page, 'a ballot that was read');
  await page.goto('/admin-test/blank-ballot');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print a blank ballot');
  await untilLoaded(page);
  await expectAccessible(page, 'a blank ballot');
});
