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

/** Until the page is drawn at the width and in the scheme that were just set. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5000 }))),
  );

/** The first three cards of a list have everything that a card can have. */
const FURTHER_CARDS = 'article ~ article ~ article ~ article';

/** What axe finds in the open dialog, or else on the page. Axe looks at what is there when it starts. */
async function findings(page: Page, isWhole: boolean): Promise<string[]> {
  // Half a megabyte of script, so each page gets it only once.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    // It would copy the markup of each element that it looks at.
    await page.evaluate(() => window.axe.configure({ noHtml: true }));
  }
  return page.evaluate(
    async ([ofDialog, ofPage, further]) => {
      // In one step, because a dialog may open between two.
      const isOpen = Array.from(document.querySelectorAll('[role="dialog"]')).some((dialog) =>
        dialog.checkVisibility(),
      );
      const [root, options] = isOpen ? ['[role="dialog"]', ofDialog] : ['html', ofPage];
      const context = { include: [[root]], exclude: [[further]] };
      const { violations } = await window.axe.run(context, { ...options, resultTypes: ['violations'] });
      const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target.join(' ')] as const));
      return found.map(([id, target]) => `${id}: ${target} ${document.querySelector(target)?.outerHTML.slice(0, 300)}`);
    },
    isWhole ? ([guidelines, everything, FURTHER_CARDS] as const) : ([colors, colors, FURTHER_CARDS] as const),
  );
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can add to the window's type.
  interface Window {
    axe: typeof axe;
  }
}

/** The page, if it scrolls sideways, and each table that is wider than its card. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    // It is below 0 where a dialog reserves space for the scroll bar.
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []),
    ...Array.from(document.querySelectorAll('table'))
      .filter(
        ({ parentElement: card }) =>
          card && card.scrollWidth > card.clientWidth && getComputedStyle(card).overflowX === 'visible',
      )
      .map((table) => table.ariaLabel ?? table.textContent.slice(0, 40)),
  ]);

/** Checks the open screen, or the open dialog, in both schemes and both widths. */
export async function expectAccessible(page: Page, what: string, widths: number[] = [1280, 375]): Promise<void> {
  for (const { width, colorScheme, whole } of LOOKS.filter((look) => widths.includes(look.width))) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await drawn(page);
    expect.soft(await findings(page, whole), `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    expect.soft(await tooWide(page), `${what}, ${width} px, is too wide`).toEqual([]);
  }
}
