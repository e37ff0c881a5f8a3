// Checks the open screen with axe and for sideways scrolling.
import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './product.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everything: RunOptions = { runOnly: [...WCAG, 'best-practice'] };
/** Dialogs and menus are outside all landmarks, which axe only recommends against. */
const guidelines: RunOptions = { runOnly: WCAG };
/** The rules that depend on the color scheme. */
const colors: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Checks all rules once per scheme and width, and the color rules for every combination. */
const LOOKS = [
  { width: 1280, colorScheme: 'light', whole: true },
  { width: 1280, colorScheme: 'dark', whole: false },
  { width: 375, colorScheme: 'dark', whole: true },
  { width: 375, colorScheme: 'light', whole: false },
] as const;

async function findings(page: Page, within: string, look: RunOptions): Promise<string[]> {
  // Half a megabyte of script, so each page gets it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([root, options]) => {
      const { violations } = await window.axe.run(root, { ...options, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`));
    },
    [within, look] as const,
  );
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can add to the window's type.
  interface Window {
    axe: typeof axe;
  }
}

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks the open screen, or the open dialog, in both schemes and both widths. */
export async function expectAccessible(page: Page, what: string, widths: number[] = [1280, 375]): Promise<void> {
  for (const { width, colorScheme, whole } of LOOKS.filter((look) => widths.includes(look.width))) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    const look = whole ? (inDialog ? guidelines : everything) : colors;
    const found = await findings(page, inDialog ? '[role="dialog"]' : 'html', look);
    expect.soft(found, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    // It is below 0 where a dialog reserves space for the scroll bar.
    expect.soft(await sidewaysOverflow(page), `${what}, ${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
