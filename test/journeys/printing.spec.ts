// What a coach prints: each is one page of Letter and of A4, and says who, when, against whom and the result.
import type { Page } from '@playwright/test';
import { ask, goWithin, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

const pagesOf = async (page: Page, format: 'Letter' | 'A4'): Promise<number> =>
  (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** What is left of the page on paper, and that it is one page. */
async function expectPrinted(page: Page, texts: readonly (string | RegExp)[]): Promise<void> {
  await untilLoaded(page);
  for (const format of ['Letter', 'A4'] as const) expect(await pagesOf(page, format), format).toBe(1);
  await expectOnPaper(page, texts);
}

/** What is left of the page on paper, on however many pages. */
async function expectOnPaper(page: Page, texts: readonly (string | RegExp)[]): Promise<void> {
  await untilLoaded(page);
  await page.emulateMedia({ media: 'print' });
  for (const text of texts) await expect(page.getByText(text).locator('visible=true').first()).toBeVisible();
  // The head of a column that sorts is a button on the screen and a word on paper.
  await expect(page.locator(':not(th) > button:visible, input:visible, select:visible, nav:visible')).toHaveCount(0);
  await expect(page.locator('th > button svg:visible')).toHaveCount(0);
  // Chromium prints a button on the first page of its table only, and text on each.
  const displays = page
    .locator('th > button')
    .evaluateAll((heads) => heads.map((head) => getComputedStyle(head).display));
  expect((await displays).filter((display) => display !== 'contents')).toEqual([]);
  // Back to the screen: a page that emulates a screen prints like a screen.
  await page.emulateMedia({ media: null });
}

/** How the days of the season's first tournament begin, which is some weeks before today: "Oct 13". */
async function firstDay(page: Page): Promise<string> {
  const { schoolId } = (await schoolsOf(page))[0]!;
  const all = await ask<{ name: string; startsOn: string }[]>(page, 'tournaments/inSchool', { schoolId });
  const starts = all.filter(({ name }) => name === 'Harvest Invitational').map(({ startsOn }) => startsOn);
  const latest = new Date(`${starts.toSorted().at(-1)}T12:00`);
  return latest.toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
}

/** A season, a tournament, a round, a ballot and a student’s card are printed on one page each. */
async function printRecords(page: Page): Promise<void> {
  const day = await firstDay(page);
  await goWithin(page, '/season');
  await expect(page.getByRole('heading', { name: 'Records' })).toBeVisible();
  await expectPrinted(page, [
    'Alder Creek University',
    /^20\d\d-\d\d$/,
    'A Team',
    /Harvest Invitational/,
    /Maple Hollow/,
  ]);

  await page.getByRole('link', { name: 'Harvest Invitational' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harvest Invitational' })).toBeVisible();
  await expectPrinted(page, ['Alder Creek University', day, 'Maple Hollow', 'Round 1, A Team', '1296', 'Lost']);

  await page.getByRole('link', { name: 'Round 1, A Team' }).click();
  await expect(page.getByRole('heading', { name: 'Judge by judge' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Line-up' })).toBeVisible();
  await expectPrinted(page, [
    'Alder Creek University',
    'Harvest Invitational',
    day,
    /against 1296/,
    'Lost',
    /^Closing/,
  ]);

  await page.getByRole('link', { name: 'Open the ballot of Amara Osei' }).click();
  await expect(page.getByRole('heading', { name: 'Scores' })).toBeVisible();
  await expectPrinted(page, [
    'Alder Creek University',
    `Harvest Invitational · Round 1 · A Team (P) v. 1296 · ${day}`,
    /^Loss/,
  ]);

  await goWithin(page, '/season/students');
  await page.getByRole('link', { name: 'Aidan Størmer' }).first().click();
  await expect(page.getByRole('heading', { name: 'Round by round' })).toBeVisible();
  await expectPrinted(page, ['Alder Creek University', 'Aidan Størmer', /Harvest Invitational/]);
}

/** Students, witnesses, a team and a line-up name their season on paper, and a line-up has names in place of fields. */
async function printPages(page: Page): Promise<void> {
  const season = /^20\d\d-\d\d$/;
  await goWithin(page, '/season/students');
  await expect(page.getByRole('heading', { name: 'Opening' })).toBeVisible();
  await expectOnPaper(page, ['Alder Creek University', season, 'Opening']);
  // A collapsed explanation isn't printed.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('How to read this')).toBeHidden();
  await page.emulateMedia({ media: null });

  await goWithin(page, '/season/witnesses');
  await expect(page.getByRole('table')).toBeVisible();
  await expectPrinted(page, ['Alder Creek University', season, 'Swing']);

  await goWithin(page, '/season');
  await page.getByRole('link', { name: 'A Team' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'A Team' })).toBeVisible();
  await expectPrinted(page, ['Alder Creek University', season, 'Harvest Invitational']);

  await goWithin(page, '/season/line-up');
  await page.getByRole('combobox', { name: 'Opening', exact: true }).selectOption({ index: 1 });
  await expectOnPaper(page, [/^20\d\d-\d\d · P side$/, /^Opening Aidan Størmer/, /^Closing –$/]);
}

/** Closed cases show their facts, no name is broken within a word, and no list of the dashboard is split. */
async function printLists(page: Page): Promise<void> {
  await goWithin(page, '/cases');
  await expect(page.getByRole('region', { name: 'All cases' })).toContainText('Halloran v. Brightwater Ferries');
  await expectOnPaper(page, [/^Halloran v\. Brightwater Ferries - \d{4}/, /^Active · /]);

  // As wide as a sheet of paper without its margins.
  await page.setViewportSize({ width: 720, height: 900 });
  await goWithin(page, '/season/students?view=table');
  await expect(page.getByRole('table', { name: 'Opening' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const broken = await page.locator('tbody th').evaluateAll((names) =>
    names.flatMap((name) => {
      const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode()!;
      return [...text.textContent!.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
      });
    }),
  );
  expect(broken).toEqual([]);

  await page.emulateMedia({ media: null });
  await goWithin(page, '/');
  await untilLoaded(page);
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Primary Admins', 'Admins', 'Viewers', 'Teams', 'Students', 'Tournaments'])
    await expect(page.getByRole('region', { name, exact: true }), name).toHaveCSS('break-inside', 'avoid');
  await page.emulateMedia({ media: null });
}

test('what a coach prints is whole, names its season, and has no controls', async ({ page }) => {
  await signInAs(page, 'primary');
  await page.goto('/settings');
  await untilLoaded(page);
  await test.step('records', () => printRecords(page));
  await test.step('pages of a season', () => printPages(page));
  await test.step('lists', () => printLists(page));
});
