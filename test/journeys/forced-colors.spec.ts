// Forced colors, such as Windows' high contrast, draw no backgrounds of ours: what is chosen must still look chosen.
import type { Locator } from '@playwright/test';
import { shellOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** A picture of a few pixels beside its text. The computed style doesn't know what forced colors draw. */
async function ground(of: Locator): Promise<string> {
  const { x, y, height } = (await of.boundingBox())!;
  const picture = await of.page().screenshot({ clip: { x: x + 6, y: y + height / 2, width: 3, height: 3 } });
  return picture.toString('base64');
}

test('forced colors show the current page, and the marked entry of the palette', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs(page, 'primary');
  await page.goto('/settings');
  await untilLoaded(page);
  const current = await ground(shellOf(page).getByRole('link', { name: 'Settings' }));
  expect(current).not.toBe(await ground(shellOf(page).getByRole('link', { name: 'Cases' })));
  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  expect(await ground(options.first())).not.toBe(await ground(options.nth(1)));
});
