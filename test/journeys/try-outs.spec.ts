// Two raters score candidates by keyboard and on a phone, blind to each other; once the try-out is ended, the best joins the roster.
import type { Page } from '@playwright/test';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { expectAccessible } from './accessible.ts';
import { ask, goWithin, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast } from './toasts.ts';

const NAMES = ['Ada Moss', 'Ben Okafor', 'Cy Diaz', 'Dee Park', 'Eve Roth'];

/** Scores the first candidate with the keyboard alone, and the others with calls. Each is one point worse than the one before. */
async function scoreAll(page: Page, best: number): Promise<void> {
  const [first, ...others] = NAMES;
  await page.getByRole('button', { name: `Score ${first}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Score ${first}` });
  await expect(dialog.getByLabel(/^Preparation/)).toBeFocused();
  for (let row = 0; row < 6; row += 1) {
    await page.keyboard.type(String(best));
    await page.keyboard.press('Tab');
  }
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit scores of ${first}` })).toBeVisible();

  const { schoolId } = (await schoolsOf(page))[0]!;
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { candidates } = await ask<{ candidates: { id: string; name: string }[] }>(page, 'tryOuts/details', {
    schoolId,
    id,
  });
  for (const [index, name] of others.entries()) {
    const scores = Object.fromEntries(keysOf(TRY_OUT).map((key) => [key, Math.max(1, best - index - 1)]));
    const candidateId = candidates.find((each) => each.name === name)?.id;
    await ask(page, 'tryOuts/rate', { schoolId, candidateId, scores });
    await expect(page.getByRole('button', { name: `Edit scores of ${name}` })).toBeVisible();
  }
}

test('two raters score five candidates blind, and the estimates lead to the roster', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  await signInAs(page, 'primary');
  await page.goto('/');
  await untilLoaded(page);
  await goWithin(page, '/school');
  await page.getByRole('link', { name: 'Try-outs' }).click();
  await page.getByLabel(/^Name/).fill('Fall try-out');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fall try-out');
  await page.getByLabel(/^Names/).fill(NAMES.join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToast(page, 'Candidates added successfully');
  await scoreAll(page, 5);
  await expectAccessible(page, 'a try-out that is open');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Add candidates' }), 'no form is printed').toBeHidden();
  await page.emulateMedia({ media: null });

  // On a phone, whose owner sees nothing of the other rater's scores.
  const phone = await browser.newContext({ baseURL: baseURL!, viewport: { width: 375, height: 740 } });
  const second = await phone.newPage();
  await signInAs(second, 'admin');
  await second.goto('/');
  await untilLoaded(second);
  await goWithin(second, new URL(page.url()).pathname);
  await expect(second.getByText('Not scored by you yet')).toHaveCount(NAMES.length);
  await scoreAll(second, 4);
  await second.getByRole('button', { name: 'End scoring' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'End scoring' }).click();
  await expect(second.getByRole('region', { name: 'Estimates' })).toBeVisible();
  // The button is gone, and what is there now is read from the title.
  await expect(second.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(second, 'the estimates of a try-out');
  await phone.close();

  // The first rater's screen is updated.
  const add = page.getByRole('button', { name: 'Add to the roster: Ada Moss' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Ada Moss added to the roster');
  // The pressed button has gone.
  await expect(page.getByRole('region', { name: 'Estimates' })).toBeFocused();
  await goWithin(page, '/');
  await untilLoaded(page);
  await expect(page.getByRole('region', { name: 'Students', exact: true })).toContainText('Ada Moss');
});
