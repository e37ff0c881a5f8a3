// HEIC photos of iPhones in a browser that can't open them itself: the page turns them into JPEGs, because the server reads no HEIC.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRITTEN } from '../photos/filled-ballot.ts';
import { cell, choose, openProcessor, upload } from './processor.ts';
import { expect, test } from './product.ts';

const READING_MS = 90_000;
/** The filled ballot, stored lying on its side with the property that turns it upright (irot). Made with heif-enc. */
const TURNED = readFileSync(join(import.meta.dirname, '../photos/turned-ballot.heic'));
const heic = (buffer: Buffer) => ({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer });

test('a person who cancels while a HEIC photo is opened sends nothing; the next is turned upright, shown and read; a damaged or huge one is refused', async ({
  page,
}) => {
  await openProcessor(page);
  await cell(page, 'pOpen').fill('1');
  let go = (): void => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/libheif-bundle/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/libheif-bundle/);
  let sent = 0;
  page.on('request', (request) => {
    if (/recognize/.test(request.url())) sent += 1;
  });
  await upload(page).setInputFiles(heic(TURNED));
  await asked;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  const arrived = page.waitForResponse(/libheif-bundle/);
  go();
  expect((await arrived).headers()['content-encoding']).toBe('br');
  // The next photo waits for the canceled one, so afterwards that one is done.
  await choose(page, heic(TURNED));
  await expect(cell(page, 'pOpen')).toHaveValue(String(WRITTEN.scores.pOpen), { timeout: READING_MS });
  await expect(cell(page, 'dClose')).toHaveValue(String(WRITTEN.scores.dClose));
  expect(sent).toBe(1);
  const picture = page.getByRole('img', { name: 'Uploaded ballot' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight)).toBe(true);

  // The form keeps its scores.
  await cell(page, 'pOpen').fill('7');
  await choose(page, heic(TURNED.subarray(0, 60_000)));
  // Beside the toast about the photo that was read.
  const alert = page.getByRole('alert').filter({ hasText: 'Error processing ballot' });
  await expect(alert).toContainText('The HEIC photo is damaged or cut off.', { timeout: READING_MS });
  const huge = Buffer.from(TURNED);
  // The size that the file says it has (ispe), which is checked before anything is decoded.
  for (let at = huge.indexOf('ispe'); at !== -1; at = huge.indexOf('ispe', at + 1)) {
    huge.writeUInt32BE(20_000, at + 8);
    huge.writeUInt32BE(20_000, at + 12);
  }
  await choose(page, heic(huge));
  await expect(alert).toContainText('million pixels', { timeout: READING_MS });
  await expect(cell(page, 'pOpen')).toHaveValue('7');
});
