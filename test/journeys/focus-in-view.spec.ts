// Going back with Shift+Tab, the focused control is below the header, which stays at the top.
import { signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

for (const width of [1280, 375])
  test(`the header covers nothing that has the focus, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await signInAs(page, 'primary');
    await page.goto('/season/line-up');
    await untilLoaded(page);
    await page.getByLabel('Part', { exact: true }).focus();
    const header = (await page.locator('header').first().boundingBox())!;
    const covered: string[] = [];
    for (let step = 0; step < 16; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const focused = page.locator('main :focus');
      const { y } = (await focused.boundingBox())!;
      if (y < header.height) covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 80)));
    }
    expect(covered).toEqual([]);
  });
