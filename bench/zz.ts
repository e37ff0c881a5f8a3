import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/tools/chromium.ts';
import { DEMO_PASSWORD, startProduct } from '../scripts/tools/product.ts';
const p = await startProduct({ dataDir: '/tmp/zzdata', settings: { DEMO_PASSWORD } });
const b = await chromium.launch(findChromium());
const page = await (
  await b.newContext({
    baseURL: p.url,
    storageState: {
      cookies: [],
      origins: [{ origin: p.url, localStorage: [{ name: 'cookieConsent', value: 'true' }] }],
    },
  })
).newPage();
const s = await page.request.post('/api/rpc/session/signIn', {
  data: { json: { email: 'super@demo.test', password: DEMO_PASSWORD } },
});
console.log(s.status());
await page.goto('/admin-test');
await page.waitForTimeout(2500);
for (let n = 0; n < 4; n++) {
  await page.reload();
  await page.waitForTimeout(2500);
  const t = performance.now();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles('/work/main/test/photos/' + process.argv[2]);
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('input[inputmode=numeric]')].some(
        (i) => !['', '0'].includes((i as HTMLInputElement).value),
      ),
    null,
    { timeout: 30000 },
  );
  console.log('click to form', Math.round(performance.now() - t));
  await page
    .getByRole('button', { name: 'Reset to Default' })
    .click()
    .catch(() => {});
  await page.waitForTimeout(500);
}
await page
  .locator('input[type=file]')
  .first()
  .setInputFiles('/work/main/test/photos/' + process.argv[2]);
await page.waitForTimeout(5000);
await page.screenshot({ path: '/tmp/form.png', fullPage: true });
await page.pdf({ path: '/tmp/result.pdf', format: 'Letter' });
await page.goto('/admin-test/blank-ballot');
await page.waitForTimeout(2500);
await page.pdf({ path: '/tmp/blank.pdf', format: 'Letter', preferCSSPageSize: true });
await b.close();
await p.stop();
