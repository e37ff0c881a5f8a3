// The product as a journey meets it: one per worker, on demo data of its own, and pages that point at it, in a browser
// that has given its consent to cookies. A journey takes `test` and `expect` from here in place of Playwright's own.
import { test as base } from '@playwright/test';
import { startProduct, withDataDir, type Product } from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';

export { expect } from '@playwright/test';

export const test = base.extend<object, { world: string; product: Product }>({
  // A file that deletes what others rely on names a world of its own, and gets a product of its own.
  world: ['shared', { scope: 'worker', option: true }],
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that it needs no other fixture.
    async ({}, use) => {
      await withDataDir(async (dataDir) => {
        copyDemoWorld(dataDir);
        const product = await startProduct({ dataDir });
        await use(product);
        await product.stop();
      });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  storageState: async ({ product }, use) =>
    use({ cookies: [], origins: [{ origin: product.url, localStorage: [{ name: 'cookieConsent', value: 'true' }] }] }),
});

/** A browser that nobody has used before: nothing is remembered, the cookie banner asks. */
export const untouched = { cookies: [], origins: [] };
