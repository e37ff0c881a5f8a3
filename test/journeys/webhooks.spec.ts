// The webhooks of a school: by keyboard alone, with axe in light and dark, on a phone and a desktop.
import { expectAccessible } from './accessible.ts';
import { rememberFirst, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test('a Primary Admin adds, tests, and deletes a webhook by keyboard, and axe finds no problems', async ({ page }) => {
  test.setTimeout(300_000);
  await signInAs(page, 'primary');
  const [school] = await schoolsOf(page);
  await rememberFirst(page, 'school', school?.schoolId ?? '');
  await page.goto('/school');
  await untilLoaded(page);
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('textbox', { name: 'Address of the other program' }).focus();
  await page.keyboard.type('https://hook.invalid/a/rather/long/address/that/a/phone/has/to/break/somewhere');
  await page.keyboard.press('Enter');
  await expect(webhooks.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await webhooks.getByRole('button', { name: 'Send a test: webhook to hook.invalid' }).press('Enter');
  await webhooks.getByText('Messages', { exact: true }).press('Enter');
  // The name doesn't exist, so the delivery fails after one DNS look-up, and again ten seconds later.
  await expect(webhooks.getByText(/^The host of this address .+ · \d+ attempts? · next attempt /)).toBeVisible();
  await expectAccessible(page, 'a webhook with a message');
  await webhooks.getByRole('button', { name: 'Renew secret: webhook to hook.invalid' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Renew the secret?' })).toBeVisible();
  await expectAccessible(page, 'the question about a secret');
  await page.keyboard.press('Escape');
  await webhooks.getByRole('button', { name: 'Delete: webhook to hook.invalid' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).press('Enter');
  await expect(webhooks.getByText('hook.invalid')).toBeHidden();
  await expect(webhooks).toBeFocused();
});
