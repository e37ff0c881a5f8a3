// What a page says in toasts. A toast disappears after four seconds, and a busy machine may look too late. So the page records
// each one, and `expectToast` waits for one that no earlier expectation has matched.
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

const noted = new WeakMap<Page, string[]>();
const notedOn = (page: Page): string[] => noted.get(page) ?? [];

/** Runs in the page before its own scripts. */
function noteToasts(): void {
  const { toastShown } = window as unknown as { toastShown(text: string): void };
  const texts = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[role="alert"]')) {
      const text = toast.textContent;
      if (texts.get(toast) === text || !toast.checkVisibility()) continue;
      texts.set(toast, text);
      toastShown(text);
      if (!('isNextToastHeld' in document.documentElement.dataset)) continue;
      delete document.documentElement.dataset['isNextToastHeld'];
      toast.setAttribute('data-held', '');
      // The app pauses the timer of a toast that has the focus.
      toast.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
  // Where the last click left the mouse, a toast may appear: it would stay open, in front of what is to be clicked next.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.mantine-Notification-root:not([data-held]) { pointer-events: none; }');
  document.adoptedStyleSheets.push(sheet);
}

export async function watchToasts(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) noted.delete(page);
  await context.exposeBinding('toastShown', ({ page }, text: string) => void noted.set(page, [...notedOn(page), text]));
  await context.addInitScript(noteToasts);
}

/** Waits until the page has shown a toast, or another alert, with this text. It may have disappeared since. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
  await expect.poll(() => notedOn(page), 'the toasts that the page has shown').toContainEqual(wanted);
  const isMeant = (one: string): boolean => (typeof text === 'string' ? one.includes(text) : text.test(one));
  noted.set(page, notedOn(page).toSpliced(notedOn(page).findIndex(isMeant), 1));
}

/** The Undo button in the toast that `change` leads to, which stays open until it is pressed. */
export async function undoOf(page: Page, text: string, change: () => Promise<void>): Promise<Locator> {
  await page.evaluate(() => (document.documentElement.dataset['isNextToastHeld'] = ''));
  await change();
  await expectToast(page, text);
  return page.getByRole('alert').filter({ hasText: text }).getByRole('button', { name: 'Undo' });
}
