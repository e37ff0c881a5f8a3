// Photos read in the browser: the same readings as the server's, and nothing of a photo is sent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { extractedFrom, MIN_FIELD_CONFIDENCE } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import { expectAccessible } from './accessible.ts';
import { signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

const FIXTURES = join(import.meta.dirname, '../ballots/fixtures');
/** Much longer than photos take, for a busy machine. */
const READING_MS = 90_000;
/** Decoders round differently: by so much a confidence may differ, and a corner of a cell in pixels of the photo. */
const ROUNDING = { confidence: 0.075, pixels: 3 };

type Photo = { name: string; mimeType: string; buffer: Buffer };
const jpeg = (name: string, buffer: Buffer): Photo => ({ name, mimeType: 'image/jpeg', buffer });

async function openPhotos(page: Page): Promise<void> {
  await signInAs(page, 'primary');
  await page.goto('/season/photos');
  await untilLoaded(page);
}
const upload = (page: Page) => page.getByLabel('Upload ballot images');
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

type Stored = { name: string; read: { extracted: Exclude<ReturnType<typeof extractedFrom>, { refusal: string }> } };
const readInBrowser = async (page: Page): Promise<Stored[]> =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('ballotPhotos'))) ?? '[]') as Stored[];

test('photos read on this device give the server’s readings up to the decoder’s rounding, and none is sent', async ({
  page,
}) => {
  const original = readFileSync(PHOTO_PATH);
  const photos = [
    ...['letter-photo', 'sheet-scan', 'sheet-shadow'].map((name) =>
      jpeg(`${name}.jpg`, readFileSync(join(FIXTURES, `${name}.jpg`))),
    ),
    jpeg('twice-as-large.jpg', await sharp(original).resize(5200).jpeg().toBuffer()),
    jpeg(
      'turned.jpg',
      await sharp(original)
        .rotate(90)
        .withExif({ IFD0: { Orientation: '8' } })
        .jpeg()
        .toBuffer(),
    ),
  ];
  await openPhotos(page);
  const asked: string[] = [];
  await page.getByRole('switch', { name: 'Read on this device' }).press('Space');
  await expect(page.getByText('Photos stay on this device.')).toBeVisible();
  await expectAccessible(page, 'photos that stay on this device');
  page.on('request', (request) => asked.push(request.url()));
  await upload(page).setInputFiles(photos);
  await expect(page.getByText(`${photos.length} of ${photos.length} done`)).toBeVisible({ timeout: READING_MS });
  expect(asked.filter((url) => url.includes('/ballots/'))).toEqual([]);

  const read = await readInBrowser(page);
  for (const { name, buffer } of photos) {
    const server = extractedFrom(await readBallot(buffer), {});
    if ('refusal' in server) throw new Error(`${name}: ${server.refusal}`);
    const { extracted } = read.find((one) => one.name === name)!.read;
    expect(extracted.image, name).toEqual(server.image);
    for (const field of SCORE_FIELDS.map(recognitionLabel)) {
      const [here, there] = [extracted.fields[field]!, server.fields[field]!];
      if (there.confidence >= MIN_FIELD_CONFIDENCE) expect(here.value, `${name}: ${field}`).toBe(there.value);
      expect(Math.abs(here.confidence - there.confidence), `${name}: ${field}`).toBeLessThan(ROUNDING.confidence);
      const apart = here.box!.map(([x, y], corner) =>
        Math.hypot(x - there.box![corner]![0], y - there.box![corner]![1]),
      );
      expect(Math.max(...apart), `${name}: ${field}`).toBeLessThan(ROUNDING.pixels);
    }
  }
});

test('a reader that can’t be downloaded says so, and sends no photo instead; once it is loaded, photos are read without a connection, or refused', async ({
  page,
  context,
}) => {
  await openPhotos(page);
  await page.getByRole('switch', { name: 'Read on this device' }).press('Space');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/assets/score-reader-*', (route) => route.abort());
  await upload(page).setInputFiles([jpeg('first.jpg', readFileSync(PHOTO_PATH))]);
  await expect(row(page, 'first.jpg')).toContainText('could not be read on this device. Trying again soon.', {
    timeout: READING_MS,
  });
  await page.unrouteAll();
  await expect(row(page, 'first.jpg')).toContainText(/\d scores? to check/, { timeout: READING_MS });
  expect(asked.filter((url) => url.includes('/ballots/'))).toEqual([]);

  const wall = { name: 'wall.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await context.setOffline(true);
  await upload(page).setInputFiles([
    jpeg('second.jpg', readFileSync(PHOTO_PATH)),
    jpeg('words.jpg', Buffer.from('words')),
    wall,
  ]);
  await expect(row(page, 'second.jpg')).toContainText(/\d scores? to check/, { timeout: READING_MS });
  await expect(row(page, 'words.jpg')).toContainText('The image is damaged and cannot be opened.');
  await expect(row(page, 'wall.png')).toContainText('No forms were recognized');
  await context.setOffline(false);
});
