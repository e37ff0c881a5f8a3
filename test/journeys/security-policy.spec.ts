// The content security policy in a real browser. Every other journey fails if the product itself breaks it.
import { expect, test } from './product.ts';

const directivesOf = (violations: string[]) => violations.map((violation) => violation.split(' ')[0] ?? '').toSorted();

test('the policy blocks pictures, frames and calls elsewhere, and text that would become markup', async ({
  page,
  policyViolations,
}) => {
  await page.goto('/status');
  await page.evaluate(() => {
    const elsewhere = 'https://elsewhere.example/';
    document.body.append(Object.assign(new Image(), { src: `${elsewhere}picture.png` }));
    document.body.append(Object.assign(document.createElement('iframe'), { src: elsewhere }));
    void fetch(elsewhere).catch(() => {});
  });
  await expect.poll(() => directivesOf(policyViolations)).toEqual(['connect-src', 'frame-src', 'img-src']);
  const markup = page.evaluate(() => {
    document.body.innerHTML = '<p>markup</p>';
  });
  await expect(markup).rejects.toThrow('TrustedHTML');
  await expect.poll(() => directivesOf(policyViolations)).toContain('require-trusted-types-for');
  policyViolations.length = 0;
});
