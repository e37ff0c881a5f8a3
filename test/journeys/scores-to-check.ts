// How many scores a read ballot asks to check: a better reader asks for fewer, so no journey expects a certain number.
import type { Page } from '@playwright/test';
import { toCheckText } from '#ballot/doubts.ts';
import { expect } from './product.ts';

const ALL_CHECKED = 'All scores checked';
const STATUS = new RegExp(`^(\\d+ scores? to check|${ALL_CHECKED})$`);

/** Waits for a ballot to be read. */
export async function countToCheck(page: Page, timeout = 60_000): Promise<number> {
  const status = await page.getByText(STATUS).innerText({ timeout });
  return status === ALL_CHECKED ? 0 : Number.parseInt(status, 10);
}

/** Finds every doubtful score right. */
export async function confirmScores(page: Page): Promise<void> {
  for (let left = (await countToCheck(page)) - 1; left >= 0; left -= 1) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.keyboard.press('Enter');
    await expect(page.getByText(toCheckText(left) ?? ALL_CHECKED)).toBeVisible();
  }
}
