// What has the focus can be seen: the header, which stays at the top, doesn't cover it, and it isn't only spoken.
import type { Locator, Page } from '@playwright/test';
import { goWithin, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** Which controls the header covers, going back from the focused one. */
async function coveredGoingBack(page: Page, header: Locator, within: Locator, steps: number): Promise<string[]> {
  const { y: top, height } = (await header.boundingBox())!;
  const covered: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Shift+Tab');
    // The focus may be on the calendar button inside an input of a day.
    const focused = within.locator(':focus, input:focus-within');
    const { y } = (await focused.boundingBox())!;
    if (y < top + height) covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 80)));
  }
  return covered;
}

test('neither the header nor a dialog’s title covers what has the focus, and a phone shows the buttons that sort', async ({
  page,
}) => {
  await signInAs(page, 'primary');
  await page.goto('/season/line-up');
  await untilLoaded(page);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 700 });
    await page.getByLabel('Part', { exact: true }).focus();
    const covered = await coveredGoingBack(page, page.locator('header').first(), page.locator('main'), 16);
    expect(covered, `${width} px`).toEqual([]);
  }

  await goWithin(page, '/season/witnesses');
  const buttons = page.getByRole('table').first().locator('thead button');
  await expect(buttons.first()).toBeAttached();
  for (const button of await buttons.all()) {
    await button.focus();
    const hit = await button.evaluate((focused) => {
      const { x, y, width, height } = focused.getBoundingClientRect();
      return focused.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(hit, (await button.textContent())!).toBe(true);
  }

  await page.setViewportSize({ width: 375, height: 400 });
  await goWithin(page, '/season');
  await page.getByRole('button', { name: 'Add a tournament' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a tournament' });
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  const fields = await dialog.locator('input, select, textarea').count();
  expect(await coveredGoingBack(page, dialog.locator('header'), dialog, fields)).toEqual([]);
});
