// The figures come first: the first student is in view when the page opens, and a phone shows one role at a time.
import { signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

for (const { width, height, roles } of [
  { width: 1280, height: 800, roles: 6 },
  { width: 375, height: 812, roles: 1 },
]) {
  test(`at ${width} x ${height} the first student’s figure is in view, with ${roles} of 6 roles on the page`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signInAs(page, 'primary');
    await page.goto('/season/students');
    await untilLoaded(page);
    const opening = page.getByRole('region', { name: 'Opening' });
    await expect(opening.getByText(/^Mean/).first()).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main section:has(> h2 + ul)')).toHaveCount(roles);
    if (roles === 6) return;
    // Another role is one choice away.
    await page.getByLabel('Role').selectOption('Closing');
    await expect(page.getByRole('region', { name: 'Closing' })).toBeVisible();
    await expect(opening).toHaveCount(0);
  });
}
