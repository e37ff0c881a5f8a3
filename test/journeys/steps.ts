// Counts the steps of a task: each click, each key and each text that a person types is one.
import { expect, type Locator, type Page } from '@playwright/test';

export type Steps = ReturnType<typeof countSteps>;

export function countSteps(page: Page) {
  const taken: string[] = [];
  return {
    taken,
    click: async (target: Locator): Promise<void> => {
      taken.push('click');
      await target.click();
    },
    /** Chooses from a dropdown that the browser draws. */
    choose: async (target: Locator, option: string): Promise<void> => {
      taken.push('choose');
      await target.selectOption(option);
    },
    press: async (key: string): Promise<void> => {
      taken.push(key);
      await page.keyboard.press(key);
    },
    /** Types into whatever has the focus. */
    type: async (text: string): Promise<void> => {
      await expect(page.locator('input:focus, textarea:focus')).toBeVisible();
      taken.push('type');
      await page.keyboard.type(text);
    },
  };
}
