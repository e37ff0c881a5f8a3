// Checks the open screen as people with poor sight use it: at 200%, with wide spacing on a narrow screen, without motion, and by names.
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

/** Elements that reach beyond the window's sides, where nobody can scroll. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const root = document.querySelector('[role="dialog"]') ?? document.body;
    const shown = [...root.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, td, dd, dt')].filter(
      (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    return [
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
      ...shown.flatMap((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // Hidden except for screen readers.
        if (width <= 1 || right <= 0) return [];
        const isInside = left >= -1 && right <= innerWidth + 1;
        return isInside || scrolls(element) ? [] : [`${element.tagName} ${element.textContent.slice(0, 40)}`];
      }),
    ];
  });

/** With the spacing of WCAG 1.4.12, labels that are wider or higher than the room they are drawn in, and a page that scrolls sideways. */
const cutBySpacing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
    );
    document.adoptedStyleSheets.push(spacing);
    const { scrollWidth, clientWidth } = document.documentElement;
    const labels = Array.from(
      document.querySelectorAll<HTMLElement>('.mantine-Button-label, .mantine-Badge-label, dt'),
    ).filter(
      (label) =>
        label.checkVisibility() &&
        (label.scrollWidth > label.clientWidth || label.scrollHeight > label.parentElement!.clientHeight),
    );
    const cut = [...(scrollWidth > clientWidth ? ['the page'] : []), ...labels.map(({ textContent }) => textContent)];
    document.adoptedStyleSheets.pop();
    return cut;
  });

/** The parts of the page that would move for longer than a moment. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seconds = (list: string): number =>
      Math.max(...list.split(',').map((each) => Number.parseFloat(each) / (each.trim().endsWith('ms') ? 1000 : 1)));
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part);
        const isMoving = animationName !== 'none' && seconds(animationDuration) > 0.001;
        return isMoving || seconds(transitionDuration) > 0 ? [`${element.tagName} ${element.className} ${part}`] : [];
      }),
    );
  });

/** What a screen reader announces of a page before its content. */
async function expectNamed(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('main'), screen).toHaveCount(1);
  // Both at once, because a title may arrive with the data.
  const titles = () =>
    page.evaluate(() => [
      document.title,
      ...[...document.querySelectorAll('h1')].map((h1) => `${h1.textContent} · Courtside`),
    ]);
  await expect.poll(async () => new Set(await titles()).size, screen).toBe(1);
  expect(await titles(), screen).toHaveLength(2);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('table, [role="dialog"], [role="group"], [role="region"]')]
      .filter(
        (part) => !part.ariaLabel && !part.getAttribute('aria-labelledby') && !part.querySelector(':scope > caption'),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect.soft(nameless, `${screen}: parts without a name`).toEqual([]);
}

/** The page says its name, has names for its parts, cuts nothing off, and stands still. */
export async function expectReadable(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A window of 1,280 by 800 pixels at 200%.
  await page.setViewportSize({ width: 640, height: 400 });
  expect.soft(await cutOff(page), `${screen} at 200%`).toEqual([]);
  expect.soft(await moving(page), `${screen} with reduced motion`).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect.soft(await cutBySpacing(page), `${screen} with large spacing`).toEqual([]);
  await expectNamed(page, screen);
}
