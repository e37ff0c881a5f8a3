// The tab that the tests of a worker share. It is emptied after each: a new one has another process, which compiles the app
// again, and that takes as long as everything else that the app does while it starts.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { forgetToasts, watchToasts } from './toasts.ts';

type Entries = { name: string; value: string }[];
type Looks = {
  viewport: { width: number; height: number };
  reducedMotion: 'reduce' | 'no-preference';
  loadingScreen: boolean;
  /** What the browser remembers when a test starts. */
  remembered: Entries;
};
export type Tab = {
  context: BrowserContext;
  page: Page;
  /** What the content security policy has blocked. */
  violations: string[];
  /** Whether a test did to it what can't be undone. */
  isWorn: () => boolean;
  /** Undoes what outlives a page. */
  undo: () => Promise<void>;
};

/** Notes what a test adds to the pages that are still to come. */
function noteAdditions(page: Page, context: BrowserContext): Pick<Tab, 'isWorn' | 'undo'> {
  const additions: { dispose: () => Promise<void> }[] = [];
  let isWorn = false;
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (...script) => {
    const added = await addInitScript(...script);
    additions.push(added);
    return added;
  };
  const exposeBinding = page.exposeBinding.bind(page);
  page.exposeBinding = async (...binding) => {
    const added = await exposeBinding(...binding);
    additions.push(added);
    return added;
  };
  const install = page.clock.install.bind(page.clock);
  page.clock.install = (options) => {
    isWorn = true;
    return install(options);
  };
  const newCDPSession = context.newCDPSession.bind(context);
  context.newCDPSession = (target) => {
    isWorn = true;
    return newCDPSession(target);
  };
  const close = page.close.bind(page);
  page.close = (options) => {
    isWorn = true;
    return close(options);
  };
  return {
    isWorn: () => isWorn,
    undo: async () => {
      for (const addition of additions.splice(0)) await addition.dispose();
    },
  };
}

export async function openTab(browser: Browser, looks: Looks): Promise<Tab> {
  // With the options of the test that needs it.
  const context = await browser.newContext();
  const violations: string[] = [];
  await context.exposeBinding('reportViolation', (_source, violation: string) => void violations.push(violation));
  await context.addInitScript((loadingScreen) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      (window as unknown as { reportViolation(text: string): void }).reportViolation(
        `${effectiveDirective} blocked ${blockedURI} from ${sourceFile}`,
      );
    });
    if (loadingScreen) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#loading { display: none; }');
    document.adoptedStyleSheets.push(sheet);
  }, looks.loadingScreen);
  await watchToasts(context);
  const page = await context.newPage();
  const tab = { context, page, violations, ...noteAdditions(page, context) };
  await emptyTab(tab, looks);
  return tab;
}

/** Leaves nothing of a test in the tab, whose process stays because the empty page is one of the same site. */
export async function emptyTab(
  { context, page, undo }: Tab,
  { viewport, reducedMotion, remembered }: Looks,
): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ['dialog', 'pageerror', 'request']) page.removeAllListeners(event);
  await undo();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto('/robots.txt');
  await context.clearPermissions();
  await context.clearCookies();
  await page.evaluate((entries) => {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, remembered);
  await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    forcedColors: 'none',
    contrast: 'no-preference',
    reducedMotion,
  });
  await page.mouse.move(-1, -1);
  forgetToasts(page);
}
