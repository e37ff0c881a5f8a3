// What axe and a narrow screen say of the screen that is open.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [1280, 375] as const;

export async function findings(page: Page, look: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // The other mode opens a second page for each look, for the sake of frames from other sites, which there are none of.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await look(axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`));
}

const everything = (axe: AxeBuilder) => axe.withTags([...WCAG, 'best-practice']);
/** What is open above the page belongs to no landmark, which is no more than a recommendation. */
export const guidelines = (axe: AxeBuilder) => axe.withTags(WCAG);
/** The dark page is the light one in other colours. */
const colours = (axe: AxeBuilder) => axe.withRules(['color-contrast', 'link-in-text-block']);

const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Looks at the screen that is open in both schemes and both widths. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const look = colorScheme === 'dark' ? colours : everything;
      expect.soft(await findings(page, look), `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    expect.soft(await sidewaysOverflow(page), `${what}, ${width} px, scrolls sideways`).toBe(0);
  }
}
