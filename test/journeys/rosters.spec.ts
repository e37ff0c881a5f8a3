// A school's teams, students and tournaments on the dashboard: by keyboard, and on a phone. More of them: test/pages/rosters.test.tsx.
import type { Locator, Page } from '@playwright/test';
import { pressInMenu, pressOn } from './admin.ts';
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast, undoOf } from './toasts.ts';

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function openDashboard(page: Page, who: 'primary' | 'admin', width = 1280): Promise<string> {
  await page.setViewportSize({ width, height: 800 });
  await signInAs(page, who);
  const [only] = await schoolsOf(page);
  await page.goto('/');
  await untilLoaded(page);
  await expect(region(page, 'Teams').getByRole('listitem').first()).toBeVisible();
  return only?.schoolId ?? '';
}

test('a team is added, renamed, restored with Undo and deleted by keyboard alone', async ({ page }) => {
  const schoolId = await openDashboard(page, 'primary');
  const teams = region(page, 'Teams');
  await pressOn(teams.getByRole('button', { name: 'Add Team' }));
  await expect(teams.getByRole('textbox', { name: 'New team' })).toBeFocused();
  await page.keyboard.type('  Zebra Squad ');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Team added successfully');
  await expect(teams.getByText('Zebra Squad')).toBeVisible();
  // The form stays open for the next entry.
  await expect(teams.getByRole('textbox', { name: 'New team' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(teams.getByRole('textbox')).toHaveCount(0);
  await expect(teams.getByRole('button', { name: 'Add Team' })).toBeFocused();

  await pressInMenu(teams, 'Rename', 'Zebra Squad');
  await expect(teams.getByRole('textbox', { name: 'Name of Zebra Squad' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' B');
  const undo = await undoOf(page, 'Team updated successfully', () => page.keyboard.press('Enter'));
  await expect(teams.getByText('Zebra Squad B')).toBeVisible();
  await expect(teams.getByRole('button', { name: 'Actions for Zebra Squad B' })).toBeFocused();
  await pressOn(undo);
  await expect(teams.getByText('Zebra Squad', { exact: true })).toBeVisible();
  // The server has answered the Undo, too.
  await expectToast(page, 'Team updated successfully');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await pressInMenu(teams, 'Delete', 'Zebra Squad');
  const dialog = page.getByRole('dialog', { name: 'Delete Team (Zebra Squad)' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pressOn(dialog.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Team deleted successfully');
  await expect(teams.getByText('Zebra Squad')).toHaveCount(0);
  await expect(teams).toBeFocused();
  expect(await ask<{ name: string }[]>(page, 'teams/inSchool', { schoolId })).not.toContainEqual(
    expect.objectContaining({ name: 'Zebra Squad' }),
  );
});

test('on a phone, every button of a roster is large enough for a thumb, and the page no wider than its window', async ({
  page,
}) => {
  await openDashboard(page, 'admin', 375);
  const tournaments = region(page, 'Tournaments');
  const add = tournaments.getByRole('button', { name: 'Add Tournament' });
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await add.click();
  await tournaments.getByRole('textbox', { name: 'New tournament' }).fill('Pocket Open');
  await tournaments.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tournaments.getByText('Pocket Open')).toBeVisible();
  for (const button of await tournaments.getByRole('button', { name: 'Pocket Open' }).all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
  await pressInMenu(tournaments, 'Delete', 'Pocket Open');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tournaments.getByText('Pocket Open')).toHaveCount(0);
});
