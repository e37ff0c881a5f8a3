// Forced colors, such as Windows' high contrast, draw no backgrounds of ours: what is chosen must still look chosen.
import type { Locator } from '@playwright/test';
import { goWithin, shellOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

/** A picture of a few pixels beside its text. The computed style doesn't know what forced colors draw. */
async function ground(of: Locator, inset = 6, width = 3): Promise<string> {
  const { x, y, height } = (await of.boundingBox())!;
  const clip = { x: Math.round(x + inset), y: Math.round(y + height / 2), width, height: 3 };
  return (await of.page().screenshot({ clip })).toString('base64');
}

test('forced colors show what is chosen, pressed, on or focused, and draw edges and figures', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs(page, 'primary');
  await page.goto('/school');
  await untilLoaded(page);
  const current = await ground(shellOf(page).getByRole('link', { name: 'School', exact: true }));
  expect(current).not.toBe(await ground(shellOf(page).getByRole('link', { name: 'Cases' })));
  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  expect(await ground(options.first())).not.toBe(await ground(options.nth(1)));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // In the middle of the track: the thumb would differ anyway.
  const track = (name: string): Promise<string> =>
    ground(page.getByRole('switch', { name }).locator('xpath=following-sibling::*').first(), 22, 2);
  expect(await track('Keep ballots')).not.toBe(await track('Links to student cards'));

  const edge = page.getByRole('separator', { name: 'Width of the navigation' });
  const unfocused = await ground(edge, 12, 4);
  await edge.focus();
  await expect.poll(() => ground(edge, 12, 4)).not.toBe(unfocused);
  await page.getByRole('button', { name: 'Import and export students' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await ground(dialog, 0, 1)).not.toBe(await ground(dialog, 8, 1));
  await page.keyboard.press('Escape');

  await goWithin(page, '/season/students');
  const picture = page.getByRole('button', { name: 'Picture' });
  await expect(picture).toHaveAttribute('aria-pressed', 'true');
  expect(await ground(picture)).not.toBe(await ground(page.getByRole('button', { name: 'Table', exact: true })));
  const dot = page.locator('main li circle').first();
  await expect(dot).toHaveCSS(
    'fill',
    await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'CanvasText';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }),
  );

  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  const { width } = (await menu.boundingBox())!;
  expect(await ground(menu, width - 1, 1)).not.toBe(await ground(menu, width - 8, 1));
});
