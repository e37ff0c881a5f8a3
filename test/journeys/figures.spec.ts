// The figures come first: the first student is in view when the page opens, and a phone shows one role at a time.
import { signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test('the first student’s figure is in view, with all roles on a desktop and one on a phone', async ({ page }) => {
  await signInAs(page, 'primary');
  for (const { width, height, roles } of [
    { width: 1280, height: 800, roles: 6 },
    { width: 375, height: 812, roles: 1 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto('/season/students');
    await untilLoaded(page);
    const opening = page.getByRole('region', { name: 'Opening' });
    await expect(opening.getByText(/^Mean/).first()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main section:has(> h2 + ul)')).toHaveCount(roles);
  }
  // Another role is one choice away.
  await page.getByLabel('Role').selectOption('Closing');
  await expect(page.getByRole('region', { name: 'Closing' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Opening' })).toHaveCount(0);
});
