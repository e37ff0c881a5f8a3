// Journeys import `test` and `expect` from here instead of from Playwright. Each worker gets products with their own demo
// data, and pages of them in a browser that has accepted cookies.
import { expect, test as base } from '@playwright/test';
import { startProduct, withDataDir, type Product } from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { watchToasts } from './toasts.ts';

export { expect } from '@playwright/test';

type OfJourney = {
  world: string;
  product: Product;
  policyViolations: string[];
  loadingScreen: boolean;
  withoutLoadingScreen: void;
  watchedToasts: void;
  closedPages: void;
};
type OfWorker = { productOf: (world: string) => Promise<Product> };

/** Starts a product with demo data, and returns it with what stops it. */
async function startWorld(): Promise<{ product: Product; stop: () => Promise<void> }> {
  const { promise: untilStopped, resolve: endUse } = Promise.withResolvers<void>();
  const { promise: product, resolve, reject } = Promise.withResolvers<Product>();
  const ended = withDataDir(async (dataDir) => {
    copyDemoWorld(dataDir);
    const started = await startProduct({ dataDir });
    resolve(started);
    await untilStopped;
    await started.stop();
  });
  ended.catch(reject);
  const stop = (): Promise<void> => {
    endUse();
    return ended;
  };
  return { product: await product, stop };
}

const SHARED = 'shared';
export const test = base.extend<OfJourney, OfWorker>({
  /** Starts products when a file first needs them. The shared one runs until the worker ends, the others until the next. */
  productOf: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that it needs no other fixture.
    async ({}, use) => {
      const running = new Map<string, Awaited<ReturnType<typeof startWorld>>>();
      const stopAll = async (worlds: string[]): Promise<void> => {
        for (const world of worlds) {
          await running.get(world)?.stop();
          running.delete(world);
        }
      };
      await use(async (world) => {
        await stopAll([...running.keys()].filter((other) => other !== SHARED && other !== world));
        const started = running.get(world) ?? (await startWorld());
        running.set(world, started);
        return started.product;
      });
      await stopAll([...running.keys()]);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // A file that deletes records which others rely on names a separate world and gets a separate product.
  world: [SHARED, { option: true }],
  product: [async ({ productOf, world }, use) => use(await productOf(world)), { timeout: 120_000 }],
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
  watchedToasts: [
    async ({ context }, use) => {
      await watchToasts(context);
      await use();
    },
    { auto: true },
  ],
  /** When a test ends, the app may be on its way to another page, or back. It would hinder Playwright, which empties a page to use it again. */
  closedPages: [
    async ({ browser, context }, use) => {
      await use();
      // Other people’s browsers would go on loading whatever the next test changes.
      for (const other of browser.contexts()) if (other !== context) await other.close();
      for (const page of context.pages()) await page.close();
    },
    { auto: true },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  storageState: async ({ product }, use) =>
    use({ cookies: [], origins: [{ origin: product.url, localStorage: [{ name: 'cookieConsent', value: 'true' }] }] }),
});

/** For journeys about animations and the shell; all others run with reduced motion (playwright.config.ts). */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/** A new browser: nothing is remembered, and the cookie banner shows. */
export const untouched = { cookies: [], origins: [] };
