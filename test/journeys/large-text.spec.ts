// A browser whose text is half as large again: on a phone, no table makes the page scroll sideways, and what people choose is as large as its label.
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test.use({ viewport: { width: 375, height: 812 } });

test('with large text on a phone, tables of figures fit the page, and choices are as large as their labels', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await signInAs(page, 'primary');
  const { schoolId } = (await schoolsOf(page))[0]!;
  const [season] = (await ask<string[]>(page, 'seasonBook/seasons', { schoolId })) as [string];
  const { rounds } = await ask<{ rounds: { id: string; tournamentId: string }[] }>(page, 'seasonBook/season', {
    schoolId,
    season,
  });
  for (const address of [
    `/season/rounds/${rounds[0]!.id}/ballots/new`,
    `/season/tournaments/${rounds[0]!.tournamentId}`,
    '/season/students?view=table',
  ]) {
    await page.goto(address);
    await untilLoaded(page);
    await expect(page.getByRole('table', { name: /^(?:Scores|Results|Opening)$/ })).toBeVisible();
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(375);
  }
  const pages = page.getByRole('navigation', { name: 'Season book' });
  expect(await pages.evaluate((row) => row.scrollWidth - row.clientWidth), 'no page is out of sight').toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px');
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const label = await page.locator('label', { hasText: 'Role' }).first().evaluate(sizeOf);
  expect(await page.getByLabel('Role').first().evaluate(sizeOf)).toBeGreaterThanOrEqual(label);
});
