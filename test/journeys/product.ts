// Journeys import `test` and `expect` from here instead of from Playwright. Each worker gets products with their own demo
// data, and pages of them in a browser that has accepted cookies.
import { expect, test as base } from '@playwright/test';
import { startProduct, withDataDir, type Product } from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { emptyTab, openTab, type Tab } from './tab.ts';

export { expect } from '@playwright/test';

type OfJourney = {
  world: string;
  product: Product;
  loadingScreen: boolean;
  tab: Tab;
};
type SharedTab = { kind?: string; tab?: Tab };
type OfWorker = { productOf: (world: string) => Promise<Product>; sharedTab: SharedTab };

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
  /** The loading screen covers each page for a second and a half. Only its own journeys show it and wait for it. */
  loadingScreen: [false, { option: true }],
  sharedTab: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that it needs no other fixture.
    async ({}, use) => {
      const shared: SharedTab = {};
      await use(shared);
      await shared.tab?.context.close();
    },
    { scope: 'worker' },
  ],
  /** The tests of a worker that need the same kind of tab have the same one after each other. */
  tab: async (
    { browser, sharedTab, baseURL, hasTouch, viewport, contextOptions, storageState, loadingScreen },
    use,
    testInfo,
  ) => {
    if (viewport === null || typeof storageState !== 'object')
      throw new Error('A tab has a size and starts with values.');
    const looks = {
      viewport,
      reducedMotion: contextOptions.reducedMotion ?? 'no-preference',
      loadingScreen,
      remembered: storageState.origins.flatMap(({ localStorage }) => localStorage),
    };
    const kind = JSON.stringify([baseURL, hasTouch, looks]);
    if (sharedTab.kind !== kind) {
      await sharedTab.tab?.context.close();
      Object.assign(sharedTab, { kind, tab: await openTab(browser, looks) });
    }
    const tab = sharedTab.tab!;
    await use(tab);
    // Other people’s browsers would go on loading whatever the next test changes.
    for (const other of browser.contexts()) if (other !== tab.context) await other.close();
    const violations = tab.violations.splice(0);
    if (tab.isWorn() || testInfo.status !== 'passed') {
      await tab.context.close();
      Object.assign(sharedTab, { kind: undefined, tab: undefined });
    } else await emptyTab(tab, looks);
    expect(violations, 'what the content security policy has blocked').toEqual([]);
  },
  context: async ({ tab }, use) => use(tab.context),
  page: async ({ tab }, use) => use(tab.page),
  baseURL: async ({ product }, use) => use(product.url),
  storageState: async ({ product }, use) =>
    use({ cookies: [], origins: [{ origin: product.url, localStorage: [{ name: 'cookieConsent', value: 'true' }] }] }),
});

/** For journeys about animations and the shell; all others run with reduced motion (playwright.config.ts). */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/** A new browser: nothing is remembered, and the cookie banner shows. */
export const untouched = { cookies: [], origins: [] };
