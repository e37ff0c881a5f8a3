// The API page shows the calls and tries one, and requests nothing from other servers.
import { expect, test } from './product.ts';

test('the API page shows a call with its example and tries it', async ({ page, product }) => {
  test.setTimeout(400_000);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.goto('/api');
  // Reading 160 calls takes the viewer a while on a busy machine.
  const slowly = { timeout: 90_000 };
  await page.getByText('The status page.').click(slowly);
  await page.getByText('/status/services', { exact: true }).click(slowly);
  await page.getByRole('button', { name: 'Try it out' }).click(slowly);
  await page.getByRole('button', { name: 'Execute' }).click(slowly);
  await expect(page.locator('.live-responses-table').getByText('Case Management').first()).toBeVisible(slowly);
  expect(foreign).toEqual([]);
});
