// `npm run pictures`: takes a picture of every screen, light and dark, on desktop and phone, into the ignored folder `pictures`,
// for review before a release. Also takes the README's picture, which is committed; `npm run pictures -- readme` takes only that.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from './tools/chromium.ts';
import { DEMO_PASSWORD, startProduct, withDataDir } from './tools/product.ts';
import { ensureWebApp } from './tools/web-app.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'pictures');
const README_PICTURE = join(ROOT, 'docs/pictures/ballot.png');
const BALLOT = join(ROOT, 'test/photos/filled-ballot.jpg');

const open = ['/privacy-and-security', '/error-explanation', '/status', '/pricing'];
const courts = ['/404', '/403', '/401', '/418', '/503', '/402', '/500', '/429'];
/** The screens to capture for each person. */
const screens: Record<string, string[]> = {
  'signed-out': ['/auth', '/settings', '/status'],
  nobody: ['/'],
  many: ['/'],
  primary: ['/', '/school', '/school/sheets', '/cases', '/settings', ...open, ...courts],
  super: ['/', '/admin', '/admin?tab=users', '/admin?tab=cases', '/admin-test', '/admin-test/blank-ballot'],
  dbm: ['/admin', '/admin?open=new', '/admin?tab=cases&open=new', '/admin?open=history'],
};
/** The dialogs of a record in each tab of the admin area. */
const views: Record<string, string[]> = {
  schools: ['details', 'assignments', 'assignments&adding=true', 'history', 'delete'],
  users: ['details', 'assignments', 'assignments&adding=true', 'history', 'delete'],
  cases: ['details', 'witnesses', 'witnesses&adding=true', 'history', 'delete'],
};

const nameOf = (path: string): string =>
  path
    .replace(/^\//, '')
    .replace(/open=[\w-]{36}&view=/, '')
    .replaceAll(/[^\w-]+/g, '-') || 'home';

async function pageOf(browser: Browser, url: string, who: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'cookieConsent', value: 'true' }] }],
    },
  });
  const page = await context.newPage();
  if (who !== 'signed-out') {
    const json = { email: `${who}@demo.test`, password: DEMO_PASSWORD };
    const answer = await page.request.post('/api/rpc/session/signIn', { data: { json } });
    if (!answer.ok()) throw new Error(`${who} could not sign in: ${answer.status()}`);
    // The first screen selects the person's only school, which other screens need.
    await page.goto('/');
    await untilStill(page);
  }
  return page;
}

/** Waits until the loading screen has faded, all lists are loaded and nothing is being fetched. */
async function untilStill(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('output[aria-label^="Loading"]') === null);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

async function dialogPaths(page: Page): Promise<string[]> {
  const paths: string[] = [];
  for (const [tab, ofTab] of Object.entries(views)) {
    const answer = await page.request.post(`/api/rpc/${tab}/list`, { data: { json: {} } });
    const { json } = (await answer.json()) as { json: { rows: { id: string }[] } };
    paths.push(...ofTab.map((view) => `/admin?tab=${tab}&open=${json.rows[0]?.id}&view=${view}`));
  }
  return paths;
}

async function takeAll(browser: Browser, url: string): Promise<void> {
  for (const [who, paths] of Object.entries(screens)) {
    const page = await pageOf(browser, url, who);
    for (const path of who === 'dbm' ? [...paths, ...(await dialogPaths(page))] : paths) {
      await page.goto(path);
      await untilStill(page);
      for (const [width, height] of [
        [1280, 800],
        [375, 740],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const file = join(FOLDER, `${who}-${nameOf(path)}-${width}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: !path.includes('open=') });
        }
      }
      console.log(`${who} at ${path}`);
    }
    await page.context().close();
  }
}

/** A photo of a ballot beside the scores that were read from it. */
async function takeReadmePicture(browser: Browser, url: string): Promise<void> {
  const page = await pageOf(browser, url, 'super');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/admin-test');
  await untilStill(page);
  await page.getByLabel('Upload ballot image').setInputFiles(BALLOT);
  await page.getByText(/^(\d+ scores? to check|All scores checked|Everything checked)$/).waitFor();
  await page.getByRole('button', { name: 'Show the whole picture' }).click();
  await untilStill(page);
  mkdirSync(join(README_PICTURE, '..'), { recursive: true });
  await sharp(await page.screenshot())
    .png({ palette: true, colors: 192, compressionLevel: 9 })
    .toFile(README_PICTURE);
  await page.context().close();
}

await ensureWebApp();
const onlyReadme = process.argv.includes('readme');
if (!onlyReadme) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}
const { executablePath, args } = findChromium();
const browser = await chromium.launch({ executablePath, args });
await withDataDir(async (dataDir) => {
  const product = await startProduct({ dataDir });
  try {
    await takeReadmePicture(browser, product.url);
    if (!onlyReadme) await takeAll(browser, product.url);
  } finally {
    await browser.close();
    await product.stop();
  }
});
