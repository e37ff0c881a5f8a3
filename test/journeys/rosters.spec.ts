// A school's teams, students and tournaments on the dashboard: edited by staff, read by viewers.
import type { Locator, Page } from '@playwright/test';
import { pressInMenu, pressOn } from './admin.ts';
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast, undoOf } from './toasts.ts';

test.use({ world: 'rosters' });

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function openDashboard(page: Page, who: 'primary' | 'admin' | 'viewer', width = 1280): Promise<string> {
  await page.setViewportSize({ width, height: 800 });
  await signInAs(page, who);
  const [only] = await schoolsOf(page);
  await page.goto('/');
  await untilLoaded(page);
  await expect(region(page, 'Teams').getByRole('listitem').first()).toBeVisible();
  return only?.schoolId ?? '';
}

test('a team is added, refused as a duplicate, renamed, restored with Undo and deleted by keyboard alone', async ({
  page,
}) => {
  const schoolId = await openDashboard(page, 'primary');
  const teams = region(page, 'Teams');
  await pressOn(teams.getByRole('button', { name: 'Add Team' }));
  await expect(teams.getByRole('textbox', { name: 'New team' })).toBeFocused();
  await expect(teams.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await page.keyboard.type('  Zebra Squad ');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Team added successfully');
  await expect(teams.getByText('Zebra Squad')).toBeVisible();
  // The form stays open for the next entry.
  await expect(teams.getByRole('textbox', { name: 'New team' })).toHaveValue('');
  await page.keyboard.type('zébra squad');
  await page.keyboard.press('Enter');
  const taken = 'Failed to add team: This school already has a team with this name.';
  await expectToast(page, taken);
  await expect(teams.getByRole('textbox', { name: 'New team' })).toHaveValue('zébra squad');
  await page.keyboard.press('Escape');
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(teams.getByRole('textbox', { name: 'New team' })).toBeFocused();
  await page.keyboard.press('Escape');
  await pressOn(asked.getByRole('button', { name: 'Leave without saving' }));
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
  await expect(dialog).toContainText('Woah, hold up! Are you sure you want to delete Zebra Squad');
  await expect(dialog).toContainText('Its students stay on the roster without a team.');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pressOn(dialog.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Team deleted successfully');
  await expect(teams.getByText('Zebra Squad')).toHaveCount(0);
  await expect(teams).toBeFocused();
  expect(await ask<{ name: string }[]>(page, 'teams/inSchool', { schoolId })).not.toContainEqual(
    expect.objectContaining({ name: 'Zebra Squad' }),
  );
});

test('unsaved roster rows survive editing another row and pressing Add again', async ({ page }) => {
  await openDashboard(page, 'primary');
  const students = region(page, 'Students');
  const add = students.getByRole('button', { name: 'Add Student' });
  await add.click();
  const added = students.getByRole('textbox', { name: 'New student' });
  await added.fill('Half');
  await add.click();
  await expect(added).toHaveValue('Half');
  await expect(added).toBeFocused();

  await students.getByRole('button', { name: 'Cancel' }).click();
  await expect(students.getByRole('textbox')).toHaveCount(0);

  const teams = region(page, 'Teams');
  const rename = async () => {
    await teams
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /^Rename / }).click();
  };
  await rename();
  const first = teams.getByRole('textbox', { name: /^Name of / });
  await first.fill('Half a name');
  await rename();
  await expect(first).toHaveCount(2);
  await expect(first.first()).toHaveValue('Half a name');
  for (const cancel of [1, 0]) await teams.getByRole('button', { name: 'Cancel' }).nth(cancel).click();
  await expect(teams.getByRole('textbox')).toHaveCount(0);
});

test('on a phone, a student gets a team, and a tournament is added and deleted', async ({ page }) => {
  const schoolId = await openDashboard(page, 'admin', 375);
  const [team] = await ask<{ name: string }[]>(page, 'teams/inSchool', { schoolId });
  const students = region(page, 'Students');
  await students.getByRole('button', { name: 'Add Student' }).click();
  await students.getByRole('textbox', { name: 'New student' }).fill('Zoë Pocket');
  await students.getByRole('combobox', { name: 'Team' }).selectOption(team?.name ?? '');
  await students.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(students.getByText(`Zoë Pocket (${team?.name})`)).toBeVisible();
  await students.getByRole('button', { name: 'Cancel' }).click();
  await pressInMenu(students, 'Edit', 'Zoë Pocket');
  const dialog = page.getByRole('dialog', { name: 'Edit Student (Zoë Pocket)' });
  await dialog.getByRole('combobox', { name: 'Team' }).selectOption('No team');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(students.getByText('Zoë Pocket', { exact: true })).toBeVisible();

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
  await pressInMenu(tournaments, 'Delete', 'Pocket Open');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Tournament deleted successfully');
  await expect(tournaments.getByText('Pocket Open')).toHaveCount(0);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
});

test('a viewer can read and export the rosters, and has no buttons to edit them', async ({ page }) => {
  await openDashboard(page, 'viewer');
  for (const name of ['Teams', 'Students', 'Tournaments']) {
    await expect(region(page, name)).toHaveAttribute('aria-busy', 'false');
    await expect(region(page, name).getByRole('button')).toHaveText(['Export']);
  }
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export students' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^courtside-students-.+\.csv$/);
});
