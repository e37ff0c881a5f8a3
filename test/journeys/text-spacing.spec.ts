// With the spacing of WCAG 1.4.12 at 320 px, no page scrolls sideways and no text is cut.
import type { Page } from '@playwright/test';
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test.use({ viewport: { width: 320, height: 800 } });

/** What is cut: labels that are wider or higher than the room they are drawn in, and a page that scrolls sideways. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const labels = Array.from(
      document.querySelectorAll<HTMLElement>('.mantine-Button-label, .mantine-Badge-label, dt'),
    ).filter(
      (label) =>
        label.checkVisibility() &&
        (label.scrollWidth > label.clientWidth || label.scrollHeight > label.parentElement!.clientHeight),
    );
    return [...(scrollWidth > clientWidth ? ['the page'] : []), ...labels.map(({ textContent }) => textContent)];
  });

test('large text spacing on a narrow screen cuts no button, label or page', async ({ page }) => {
  await page.addInitScript(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
  await signInAs(page, 'primary');
  const { schoolId } = (await schoolsOf(page))[0]!;
  const [season] = (await ask<string[]>(page, 'seasonBook/seasons', { schoolId })) as [string];
  const { rounds } = await ask<{ rounds: { id: string }[] }>(page, 'seasonBook/season', { schoolId, season });
  const round = `/season/rounds/${rounds[0]!.id}`;
  for (const address of ['/school', '/season/line-up', '/season/import', round]) {
    await page.goto(address);
    await untilLoaded(page);
    await expect.soft.poll(() => cutOff(page), address).toEqual([]);
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.soft.poll(() => cutOff(page), 'the dialog of a round').toEqual([]);
});
