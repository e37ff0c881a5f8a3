// The lists of the admin area: while others edit them, on paper, and the number of steps per task.
import type { Page } from '@playwright/test';
import { addSchool, dialogOf, openAdmin, userCalled, assign } from './admin.ts';
import { expectAccessibleAt } from './accessible.ts';
import { goWithin, rememberFirst, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast } from './toasts.ts';

test.use({ world: 'admin lists' });

/** Opens another address of the admin area like a link in it. */
const goTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), `/admin?${address}`);

/** Counts the person's clicks and keys from now on. */
async function countSteps(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const steps = { clicks: 0, keys: 0 };
    addEventListener('pointerdown', ({ isTrusted }) => (steps.clicks += isTrusted ? 1 : 0), true);
    addEventListener('keydown', ({ isTrusted }) => (steps.keys += isTrusted ? 1 : 0), true);
    Object.assign(globalThis, { steps });
  });
  return () => page.evaluate(() => (globalThis as unknown as { steps: { clicks: number; keys: number } }).steps);
}

test('Delete shows in the active row, which a click opens; other people’s additions don’t move the row under the pointer; one’s own is scrolled to and marked', async ({
  page,
}) => {
  await openAdmin(page);
  const list = page.getByRole('region', { name: 'Schools' });
  const second = list.getByRole('row').nth(2);
  const remove = second.getByRole('button', { name: /^Delete / });
  await page.mouse.move(0, 0);
  await expect(remove).toHaveCSS('opacity', '0');
  await second.hover();
  await expect(remove).toHaveCSS('opacity', '1');
  await second.getByRole('cell').nth(2).click();
  await expect(page.getByRole('dialog', { name: /^Edit School/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await list.evaluate((element) => element.scrollTo({ top: 300 }));
  const row = list.getByRole('row').nth(9);
  await row.hover();
  const name = await row.getByRole('cell').nth(1).innerText();
  const kept = list.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
  const before = await kept.boundingBox();
  await list.evaluate((element) => {
    const seen = { fewestRows: Infinity };
    Object.assign(globalThis, { seen });
    const count = () => {
      seen.fewestRows = Math.min(seen.fewestRows, element.querySelectorAll('tbody tr[data-key]').length);
    };
    count();
    new MutationObserver(count).observe(element, { childList: true, subtree: true });
  });
  const total = async () => Number.parseInt(await page.locator('search output').innerText(), 10);
  const earlier = await total();
  for (const added of ['AAA First Academy', 'AAB Second Academy', 'AAC Third Academy']) await addSchool(page, added);
  await expect.poll(total).toBe(earlier + 3);
  expect(await kept.boundingBox()).toEqual(before);
  const fewest = await page.evaluate(() => (globalThis as unknown as { seen: { fewestRows: number } }).seen.fewestRows);
  expect(fewest).toBeGreaterThan(5);

  await page.getByRole('button', { name: 'Add School' }).click();
  const adding = dialogOf(page, 'Add School');
  await adding.getByRole('textbox', { name: /^Name/ }).fill('Zzyzx Last Academy');
  await adding.getByRole('textbox', { name: /^Short Name/ }).fill('ZLA');
  // The mark is gone after some seconds, so the page itself notes which row has it.
  await page.evaluate(() => {
    const marked: string[] = [];
    Object.assign(globalThis, { marked });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('tr[data-marked="true"]')) marked.push(textContent);
    }).observe(document.body, { attributes: true, childList: true, subtree: true });
  });
  // The event of the addition, and with it the new list, comes before the answer.
  await page.route('**/api/rpc/schools/add', async (route) => {
    const [response] = await Promise.all([route.fetch(), page.waitForResponse('**/api/rpc/schools/list')]);
    await route.fulfill({ response });
  });
  await adding.getByRole('button', { name: 'Add School' }).click();
  const last = list.getByRole('row').filter({ hasText: 'Zzyzx Last Academy' });
  await expect(last).toBeInViewport();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { marked: string[] }).marked.at(-1)))
    .toContain('Zzyzx Last Academy');
  await expect(last).not.toHaveAttribute('data-marked', 'true');
});

test('printing a list prints its name, every loaded row, how it was filtered and none of the controls', async ({
  page,
}) => {
  await openAdmin(page);
  const heading = page.getByRole('heading', { name: 'Schools' });
  await expect(heading).toBeHidden();
  const rows = page.getByRole('region', { name: 'Schools' }).locator('tbody tr[data-key]');
  const total = Number.parseInt(await page.locator('search output').innerText(), 10);
  const isCutOff = () => expect.poll(() => rows.count()).toBeLessThan(total);
  await isCutOff();
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      Object.assign(globalThis, { printed: document.querySelectorAll('tbody tr[data-key]').length });
    });
  });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: 'Search' })).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Users' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'History' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filter' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeHidden();
  await expect(heading).toBeVisible();
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format();
  await expect(page.getByText(`${total} schools · ${today}`)).toBeVisible();
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf();
  expect(await page.evaluate(() => (globalThis as unknown as { printed: number }).printed)).toBe(total);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  await isCutOff();

  await goTo(page, 'tab=users&role=viewer&lastSignIn=never&search=a&column=name');
  await page.emulateMedia({ media: 'print' });
  const words = page.getByText('Search in Name: “a” · Role: Viewer · Last Sign-In: Never');
  await expect(words).toBeVisible();
  await expect(page.getByRole('list', { name: 'Filters' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await goTo(page, 'tab=users');
  // Looked at on the screen, where it is hidden: a list as long as its rows, as it is printed, loads more of them.
  await expect(page.getByText(/^The first 50 of \d+ users · /)).toBeAttached();
  await expect(words).toBeHidden();
});

test('a list fills the height of the window, ends with a whole row, keeps the width of its columns, and can be read while newer rows load', async ({
  page,
}) => {
  await openAdmin(page, '?tab=users');
  await untilLoaded(page);
  const list = page.getByRole('region', { name: 'Users' });
  const bottom = async () => {
    const box = await list.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  /** How many pixels of the last row in view are cut off. */
  const cutOff = () =>
    list.evaluate((element) => {
      const end = element.getBoundingClientRect().bottom - 1;
      const rows = [...element.querySelectorAll('tr[data-key]')].map((row) => row.getBoundingClientRect());
      return Math.max(0, ...rows.filter(({ top }) => top < end - 1).map((row) => row.bottom - end));
    });
  for (const height of [800, 940, 1100]) {
    await page.setViewportSize({ width: 1280, height });
    // Less than a row and the page's margin are left below.
    await expect.poll(bottom).toBeGreaterThan(height - 85);
    await expect.poll(bottom).toBeLessThanOrEqual(height);
    await expect.poll(cutOff).toBeLessThanOrEqual(1);
  }
  await page.setViewportSize({ width: 1280, height: 400 });
  await expect.poll(async () => (await list.boundingBox())?.height).toBeGreaterThanOrEqual(160);

  await page.setViewportSize({ width: 900, height: 800 });
  const headings = list.getByRole('columnheader');
  await expect(headings.first()).toBeVisible();
  const widths = await headings.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThan(64);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/api/rpc/users/list', () => undefined);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('combobox', { name: 'Role' }).selectOption('Viewer');
  await expect(page.getByRole('region', { name: 'Users' })).toHaveAttribute('aria-busy', 'true');
  await expectAccessibleAt(page, 'outdated rows', [1280]);
});

test('a user can be assigned to a school with three clicks, from the dashboard and from the admin area', async ({
  page,
}) => {
  await signInAs(page, 'dbm');
  const school = await addSchool(page, 'Three Clicks Academy');
  const self = await userCalled(page, 'dbm@demo.test');
  await assign(page, school.id, self.id, 'viewer');
  await rememberFirst(page, 'school', school.id);
  await page.goto('/');
  await untilLoaded(page);
  const steps = await countSteps(page);
  const assignFirst = async () => {
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByRole('button', { name: 'Assign User' }).click();
    await expectToast(page, 'User assigned successfully');
  };
  await page.getByRole('link', { name: 'Assign User' }).click();
  await assignFirst();
  expect(await steps()).toEqual({ clicks: 3, keys: 0 });

  await goWithin(page, '/cases');
  await goWithin(page, '/admin?search=three');
  await page.getByRole('button', { name: 'Assign a user to Three Clicks Academy' }).click();
  await assignFirst();
  expect(await steps()).toEqual({ clicks: 6, keys: 0 });
});
