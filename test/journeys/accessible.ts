// Checks the open screen with axe and for sideways scrolling.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect } from './product.ts';

/** Axe, which would copy the markup of each element that it looks at. The minified script takes half as long to send and compile. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ noHtml: true });`;

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const everything: RunOptions = { runOnly: [...WCAG, 'best-practice'] };
/** Dialogs and menus are outside all landmarks, which axe only recommends against. */
const guidelines: RunOptions = { runOnly: WCAG };
/** The rules that depend on the color scheme. */
const colors: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

type Look = { width: number; colorScheme: 'light' | 'dark'; whole: boolean };

/** Both schemes and both widths in two looks. No style gives a width colors of its own. */
const TWO_LOOKS: readonly Look[] = [
  { width: 1280, colorScheme: 'light', whole: true },
  { width: 375, colorScheme: 'dark', whole: true },
];
const OTHER_TWO: readonly Look[] = [
  { width: 1280, colorScheme: 'dark', whole: true },
  { width: 375, colorScheme: 'light', whole: true },
];
/** All rules once per scheme and width, and the color rules for the other combinations. */
const ALL_LOOKS = [
  TWO_LOOKS[0]!,
  { ...OTHER_TWO[0]!, whole: false },
  TWO_LOOKS[1]!,
  { ...OTHER_TWO[1]!, whole: false },
];

/** The first three cards of a list have everything that a card can have. */
const FURTHER_CARDS = 'article ~ article ~ article ~ article';

type Findings = {
  /** What axe finds in the open dialog or menu, or else on the page. */
  problems: string[];
  /** The page, if it scrolls sideways, and each table that is wider than its card. */
  tooWide: string[];
};

/**
 * What is wrong with the page once it is drawn at the width and in the scheme that were just set. In one step, because each takes
 * several processes. Axe looks at what is there when it starts. Null if the page has no axe yet.
 */
const findings = (page: Page, isWhole: boolean): Promise<Findings | null> =>
  page.evaluate(
    async ([ofDialog, ofPage, further]) => {
      if (!('axe' in window)) return null;
      await new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 5000 })),
      );
      const open = ['[role="dialog"]', '[role="menu"]'].find((role) =>
        Array.from(document.querySelectorAll(role)).some((each) => each.checkVisibility()),
      );
      const [root, options] = open === undefined ? ['html', ofPage] : [open, ofDialog];
      const context = { include: [[root]], exclude: [[further]] };
      const { violations } = await window.axe.run(context, { ...options, resultTypes: ['violations'] });
      const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target.join(' ')] as const));
      const { scrollWidth, clientWidth } = document.documentElement;
      const wide = Array.from(document.querySelectorAll('table')).filter(
        ({ parentElement: card }) =>
          card && card.scrollWidth > card.clientWidth && getComputedStyle(card).overflowX === 'visible',
      );
      return {
        problems: found.map(
          ([id, target]) => `${id}: ${target} ${document.querySelector(target)?.outerHTML.slice(0, 300)}`,
        ),
        // The width is below 0 where a dialog reserves space for the scroll bar.
        tooWide: [
          ...(scrollWidth > clientWidth ? ['the page'] : []),
          ...wide.map((table) => table.ariaLabel ?? table.textContent.slice(0, 40)),
        ],
      };
    },
    isWhole ? ([guidelines, everything, FURTHER_CARDS] as const) : ([colors, colors, FURTHER_CARDS] as const),
  );

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can add to the window's type.
  interface Window {
    axe: typeof axe;
  }
}

/** Checks the open screen, dialog or menu in both schemes, each at one of the widths. */
export const expectAccessible = (page: Page, what: string): Promise<void> => expectLooks(page, what, TWO_LOOKS);

/**
 * Checks one of many screens. They take turns: what several of them have, such as the navigation and tables, is checked in each
 * scheme at each width.
 */
export const expectAccessibleInTurn = (page: Page, what: string, turn: number): Promise<void> =>
  expectLooks(page, what, turn % 2 === 0 ? TWO_LOOKS : OTHER_TWO);

/** Checks in every scheme what only one width has, or a screen that is another one on a phone. */
export const expectAccessibleAt = (page: Page, what: string, widths: number[] = [1280, 375]): Promise<void> =>
  expectLooks(
    page,
    what,
    ALL_LOOKS.filter(({ width }) => widths.includes(width)),
  );

async function expectLooks(page: Page, what: string, looks: readonly Look[]): Promise<void> {
  for (const { width, colorScheme, whole } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    let found = await findings(page, whole);
    if (found === null) {
      await page.evaluate(AXE);
      found = await findings(page, whole);
    }
    expect.soft(found?.problems, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    expect.soft(found?.tooWide, `${what}, ${width} px, is too wide`).toEqual([]);
  }
}
