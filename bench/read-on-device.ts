// `node scripts/launch.js bench/read-on-device.ts [COUNT]`: reads photos in a real browser and on this machine, and prints how far the
// readings differ and how long a photo takes in the page. The journey `read-on-device.spec.ts` compares a few of them in every test run.
import { chromium, type Page } from '@playwright/test';
import { extractedFrom } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { makeBallot } from '#test/ballots/make-ballot.ts';
import { findChromium } from '../scripts/tools/chromium.ts';
import { DEMO_PASSWORD, startProduct, withDataDir } from '../scripts/tools/product.ts';

const COUNT = Number(process.argv[2] ?? 100);
/** As many as the page takes at once. */
const AT_ONCE = 20;
const LEVELS = ['L1', 'L2', 'L3'] as const;
const SEED = 990_000;
const SIZE = 2600;

type Extracted = Exclude<ReturnType<typeof extractedFrom>, { refusal: string }>;
type Photo = { name: string; mimeType: string; buffer: Buffer };

async function photoAt(index: number): Promise<Photo> {
  const layout = BALLOT_LAYOUTS[index % BALLOT_LAYOUTS.length]!;
  const { jpeg } = await makeBallot(layout, LEVELS[index % LEVELS.length]!, SEED + index, SIZE);
  return { name: `${index}.jpg`, mimeType: 'image/jpeg', buffer: jpeg };
}

/** What the page has read of each photo, by its name, and the milliseconds for each. */
async function readInPage(page: Page, photos: Photo[]): Promise<{ read: Map<string, Extracted>; ms: number }> {
  await page.evaluate(() => localStorage.removeItem('ballotPhotos'));
  await page.goto('/season/photos');
  const choice = page.getByRole('switch', { name: 'Read on this device' });
  await choice.waitFor();
  if (!(await choice.isChecked())) await choice.press('Space');
  const from = performance.now();
  await page.getByLabel('Upload ballot images').setInputFiles(photos);
  await page.getByText(`${photos.length} of ${photos.length} done`).waitFor({ timeout: 600_000 });
  const ms = (performance.now() - from) / photos.length;
  const stored = await page.evaluate(() => localStorage.getItem('ballotPhotos'));
  const all = JSON.parse(stored ?? '[]') as { name: string; read?: { extracted: Extracted } }[];
  return { read: new Map(all.flatMap(({ name, read }) => (read ? [[name, read.extracted] as const] : []))), ms };
}

await withDataDir(async (dataDir) => {
  const product = await startProduct({ dataDir });
  const browser = await chromium.launch(findChromium());
  const page = await browser.newPage({ baseURL: product.url });
  const who = { email: 'primary@demo.test', password: DEMO_PASSWORD };
  await page.request.post('/api/rpc/session/signIn', { data: { json: who } });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  let sent = 0;
  page.on('request', (request) => (sent += request.url().includes('/ballots/') ? 1 : 0));

  const [confidences, pixels, times]: [number[], number[], number[]] = [[], [], []];
  let [compared, otherValues, refused] = [0, 0, 0];
  for (let begin = 0; begin < COUNT; begin += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, COUNT - begin) }, (_, index) => begin + index);
    const photos = await Promise.all(indexes.map(photoAt));
    const { read, ms } = await readInPage(page, photos);
    times.push(ms);
    for (const { name, buffer } of photos) {
      const server = extractedFrom(await readBallot(buffer), {});
      const here = read.get(name);
      if ('refusal' in server || !here) {
        refused += 1;
        console.log(
          `${name}: here ${'refusal' in server ? 'refused' : 'read'}, in the page ${here ? 'read' : 'refused'}`,
        );
        continue;
      }
      for (const label of SCORE_FIELDS.map(recognitionLabel)) {
        const [one, other] = [here.fields[label]!, server.fields[label]!];
        compared += 1;
        if (one.value !== other.value) otherValues += 1;
        confidences.push(Math.abs(one.confidence - other.confidence));
        one.box?.forEach(([x, y], corner) => {
          const [left, top] = other.box![corner]!;
          pixels.push(Math.hypot(x - left, y - top));
        });
      }
    }
  }
  await browser.close();
  await product.stop();
  const most = (numbers: number[]): number => numbers.reduce((max, one) => Math.max(max, one), 0);
  console.log(`${compared} scores of ${COUNT - refused} photos: ${otherValues} read differently`);
  console.log(`largest difference: ${most(confidences).toFixed(4)} of confidence, ${most(pixels).toFixed(1)} pixels`);
  console.log(
    `${times.map((ms) => ms.toFixed(0)).join(', ')} ms a photo in the page; ${sent} requests carried a photo`,
  );
});
