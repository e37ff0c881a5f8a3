// A browser with text of 150% and 200%: on a phone, nothing makes the page scroll sideways, and what people choose is as large as its label.
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test, untouched } from './product.ts';
import { expectToast, undoOf } from './toasts.ts';

/** Words in table headers or fact labels that break across lines. */
const brokenWords = (part: Element): string[] => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1 && text.parentElement?.matches('th, dt, dd')) broken.push(word);
    }
  return broken;
};

type Season = {
  rounds: { id: string; tournamentId: string }[];
  ballots: { id: string; roundId: string }[];
};

test.use({ viewport: { width: 375, height: 812 } });

test('with large text on a phone, each page fits its width, and choices are as large as their labels', async ({
  page,
}) => {
  await signInAs(page, 'primary');
  const { schoolId } = (await schoolsOf(page))[0]!;
  const [season] = (await ask<string[]>(page, 'seasonBook/seasons', { schoolId })) as [string];
  const { rounds, ballots } = await ask<Season>(page, 'seasonBook/season', { schoolId, season });
  const ballot = ballots[0]!;
  const browser = await page.context().newCDPSession(page);
  for (const standard of [24, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    for (const address of [
      '/402',
      '/404',
      '/',
      '/school',
      '/admin-test/blank-ballot',
      `/season/rounds/${ballot.roundId}/ballots/${ballot.id}`,
      `/season/rounds/${rounds[0]!.id}/ballots/new`,
      `/season/tournaments/${rounds[0]!.tournamentId}`,
      '/season/students?view=table',
    ]) {
      await page.goto(address);
      await untilLoaded(page);
      const table = page.getByRole('table', { name: /^(?:Scores|Results|Opening)$/ });
      await expect(table).toHaveCount(address.startsWith('/season') ? 1 : 0);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(await width(), `${address} with ${standard}px`).toBe(375);
      if (address.includes('/ballots/'))
        expect.soft(await table.evaluate(brokenWords), `${address} with ${standard}px`).toEqual([]);
      if (address.includes('/tournaments/')) {
        const records = page.getByRole('table', { name: 'Records' });
        expect.soft(await records.evaluate(brokenWords), `records with ${standard}px`).toEqual([]);
      }
      if (address === '/school')
        expect
          .soft(await page.locator('dl').first().evaluate(brokenWords), `${address} with ${standard}px`)
          .toEqual([]);
      if (address === '/') {
        const lists = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
        const cut = await lists.evaluateAll(
          (links) => links.filter((link) => link.scrollWidth > link.clientWidth).length,
        );
        expect.soft(cut, `links cut with ${standard}px`).toBe(0);
      }
    }
  }
  const pages = page.getByRole('navigation', { name: 'Season book' });
  expect(await pages.evaluate((row) => row.scrollWidth - row.clientWidth), 'no page is out of sight').toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const label = await page.locator('label', { hasText: 'Role' }).first().evaluate(sizeOf);
  expect(await page.getByLabel('Role').first().evaluate(sizeOf)).toBeGreaterThanOrEqual(label);
  await page.goto(`/season/tournaments/${rounds[0]!.tournamentId}`);
  const undo = await undoOf(page, 'Tournament deleted successfully', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
  });
  await expect(undo, 'a toast is whole').toBeInViewport({ ratio: 1 });
  await undo.click();
  await expectToast(page, 'Tournament restored successfully');
});

test.describe('before cookies are accepted', () => {
  test.use({ storageState: untouched });

  test('both answers to the question about cookies are in view with text of twice the size', async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await page.goto('/auth');
    for (const name of ['Decline', 'Accept']) {
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
  });
});
