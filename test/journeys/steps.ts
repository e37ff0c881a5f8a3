// Counts the steps of a task in the page: each click, each key and each text that a person types is one.
import { expect, type Locator, type Page } from '@playwright/test';

export type Steps = Awaited<ReturnType<typeof countSteps>>;

/** Runs in the page before its own scripts. */
function reportSteps(): void {
  const { countStep } = window as unknown as { countStep(step: string): void };
  let typingIn: EventTarget | null = null;
  const isField = (target: EventTarget | null): boolean =>
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const report = (step: string, field: EventTarget | null = null): void => {
    typingIn = field;
    countStep(step);
  };
  // On the document: at the window, it would also count what Playwright holds back because the button has moved.
  document.addEventListener('pointerdown', () => report('click'), true);
  // A dropdown that the browser draws.
  addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && report('choose'), true);
  addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey, target }) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return;
      const isText = key.length === 1 && !ctrlKey && !metaKey && isField(target);
      if (!isText) report(key);
      else if (typingIn !== target) report('type', target);
    },
    true,
  );
}

export async function countSteps(page: Page) {
  const taken: string[] = [];
  await page.exposeBinding('countStep', (_source, step: string) => void taken.push(step));
  await page.addInitScript(reportSteps);
  return {
    /** What the page has seen so far, of whatever the journey does. */
    taken: async (): Promise<string[]> => {
      await page.evaluate(() => {});
      return taken;
    },
    click: (target: Locator): Promise<void> => target.click(),
    choose: async (target: Locator, option: string): Promise<void> => void (await target.selectOption(option)),
    press: (key: string): Promise<void> => page.keyboard.press(key),
    /** Types into whatever has the focus. */
    type: async (text: string): Promise<void> => {
      await expect(page.locator('input:focus, textarea:focus')).toBeVisible();
      await page.keyboard.type(text);
    },
  };
}
