// Journeys import `test` and `expect` from here instead of from Playwright. Each worker gets a product with its own demo
// data, and pages of it in a browser that has accepted cookies.
import { expect, test as base } from '@playwright/test';
import { startProduct, withDataDir, type Product } from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';

export { expect } from '@playwright/test';

type OfJourney = { policyViolations: string[]; loadingScreen: boolean; withoutLoadingScreen: void };

export const test = base.extend<OfJourney, { world: string; product: Product }>({
  // A file that deletes records which others rely on names a separate world and gets a separate product.
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
  /** What the content security policy has blocked. Every journey fails unless this is empty when it ends. */
  policyViolations: [
    async ({ context }, use) => {
      const found: string[] = [];
      await context.exposeBinding('reportViolation', (_source, violation: string) => void found.push(violation));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
          (window as unknown as { reportViolation(text: string): void }).reportViolation(
            `${effectiveDirective} blocked ${blockedURI} from ${sourceFile}`,
          );
        });
      });
      await use(found);
      expect(found).toEqual([]);
    },
    { auto: true },
  ],
  /** The loading screen covers each page for a second and a half. Only its own journeys show it and wait for it. */
  loadingScreen: [false, { option: true }],
  withoutLoadingScreen: [
    async ({ context, loadingScreen }, use) => {
      if (!loadingScreen) {
        await context.addInitScript(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('#loading { display: none; }');
          document.adoptedStyleSheets.push(sheet);
        });
      }
      await use();
    },
    { auto: true },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  storageState: async ({ product }, use) =>
    use({ cookies: [], origins: [{ origin: product.url, localStorage: [{ name: 'cookieConsent', value: 'true' }] }] }),
});

/** For journeys about what moves, and about the shell: in all others, nothing does (playwright.config.ts). */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/** A new browser: nothing is remembered, and the cookie banner shows. */
export const untouched = { cookies: [], origins: [] };
