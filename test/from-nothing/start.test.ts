// `npm start` as a newcomer runs it: in a folder with only the sources and the installed packages, on the machine's Node.
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, startProduct, type Product, type Start } from '../../scripts/tools/product.ts';
import { WEB_INPUTS } from '../../scripts/tools/web-app.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SHIPPED = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'scripts', 'src'];
const PEOPLE = ['super', 'dbm', 'primary', 'admin', 'viewer', 'many', 'nobody'];

const folder = mkdtempSync(join(tmpdir(), 'courtside-from-nothing-'));
const dataDir = join(folder, 'data');
// Without the pinned Node, which `npm test` puts first, because `npm start` has to find it by itself.
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((path) => !path.includes('node_modules'))
  .join(delimiter);
/** The product itself chooses the data directory and the password. */
const npmStart = (settings: Start['settings'] = {}): Start => ({
  dataDir,
  cwd: folder,
  command: ['npm', 'start'],
  settings: { PATH, DATA_DIR: undefined, DEMO_PASSWORD: undefined, ...settings },
});

const passwordIn = (text: string): string | undefined => /Password for all of them: (\S+)/.exec(text)?.[1];

/** Starts the product, or runs another command, which must fail, and returns its output. */
const refusal = async (settings: Start['settings'], command = 'start'): Promise<string> => {
  const { ended, printed } = launch({ ...npmStart(settings), command: ['npm', 'run', command, '--silent'] });
  expect(await ended).not.toBe(0);
  return printed().trim();
};

let product: Product;

beforeAll(async () => {
  // With the build of these tests: another one would take longer than everything here.
  for (const name of [...SHIPPED, 'dist']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  product = await startProduct(npmStart());
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('npm start prints the address, one sign-in per kind of user and the password', () => {
  expect(product.printed()).toContain(`http://localhost:${new URL(product.url).port}`);
  for (const name of PEOPLE) expect(product.printed()).toContain(`${name}@demo.test`);
  expect(passwordIn(product.printed())).toBeDefined();
});

test('the web app is built from nothing but what is shipped', () => {
  expect(WEB_INPUTS.filter((input) => !SHIPPED.includes(input.split('/')[0]!))).toEqual([]);
});

test('npm start serves the web app that was built elsewhere from the same sources, without building it again', async () => {
  expect(product.printed()).not.toContain('Building');
  const page = await fetch(product.url, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('/assets/');
});

test('a taken port is refused with one sentence', async () => {
  const said = await refusal({ PORT: new URL(product.url).port, DATA_DIR: join(folder, 'other-data') });
  expect(said).toMatch(/port[^\n]*\.$/i);
});

test('a second process on the same data directory is refused with one sentence', async () => {
  expect(await refusal({})).toMatch(/Another process[^\n]*\.$/);
});

test('an invalid setting is refused with one sentence that names it', async () => {
  const said = await refusal({ PORT: 'many' });
  expect(said).toMatch(/^[^\n]*PORT[^\n]*\.$/);
});

test('the product stops with npm and starts again with the same data and password', async () => {
  const password = passwordIn(product.printed());
  await product.stop();
  await expect(fetch(product.url)).rejects.toThrow();
  expect(existsSync(dataDir)).toBe(true);
  product = await startProduct(npmStart());
  for (const done of ['Updated the database', 'Created the demo world']) expect(product.printed()).not.toContain(done);
  expect(passwordIn(product.printed())).toBe(password);
});

test.each(['start', 'build'])(
  'npm run %s builds the web app again if its sources have changed, and ends with a sentence if they can’t be built',
  async (command) => {
    appendFileSync(join(folder, 'src/metrics/sentences.ts'), '\n)');
    const said = await refusal({ DATA_DIR: join(folder, 'other-data') }, command);
    expect(said).toMatch(/^Building the web app\./);
    expect(said).toMatch(/\nBuilding the web app failed\. See the output above\.$/);
  },
);
