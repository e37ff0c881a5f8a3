// The API page shows the calls and tries one, and requests nothing from other servers.
import { expect, test } from './product.ts';

test('the API page shows a call with its example and tries it', async ({ page, product }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  // All 160 calls take the viewer ten seconds; test/units/openapi.test.ts reads them.
  await page.route('**/api/openapi.json', async (route) => {
    const response = await route.fetch();
    const description = (await response.json()) as { paths: Record<string, object> };
    const { '/status/services': services } = description.paths;
    await route.fulfill({ response, json: { ...description, paths: { '/status/services': services } } });
  });
  await page.goto('/api');
  await page.getByText('The status page.').click();
  await page.getByText('/status/services', { exact: true }).click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.locator('.live-responses-table').getByText('Case Management').first()).toBeVisible();
  expect(foreign).toEqual([]);
});
