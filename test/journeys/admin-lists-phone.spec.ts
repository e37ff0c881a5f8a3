// The lists of the admin area on a phone: found, filtered, added, edited, deleted.
import { dialogOf, openAdmin } from './admin.ts';
import { expectAccessibleAt } from './accessible.ts';
import { expect, test } from './product.ts';
import { expectToast } from './toasts.ts';

test.use({ world: 'admin lists' });

test('on a phone, a list can be filtered, every control of it is large enough for a thumb, and a school can be added, found, edited, staffed and deleted', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await openAdmin(page, '?tab=users');
  await page.getByRole('button', { name: 'Filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('combobox', { name: 'Role' }).selectOption('Viewer');
  await expectAccessibleAt(page, 'the filters', [375]);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(panel).toBeHidden();
  const chip = page.getByRole('button', { name: 'Remove filter Role: Viewer' });
  const count = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Schools of / });
  for (const control of [chip, count, page.getByRole('button', { name: 'Filter (1)' })]) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect((await control.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  }
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await chip.click();
  await expect(chip).toHaveCount(0);
  await expect(page).not.toHaveURL(/role=/);

  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole('tab', { name: 'Schools' }).click();
  await page.getByRole('button', { name: 'Add School' }).click();
  const adding = dialogOf(page, 'Add School');
  await adding.getByRole('textbox', { name: /^Name/ }).fill('Phone Academy');
  await adding.getByRole('textbox', { name: /^Short Name/ }).fill('PA');
  await adding.getByRole('button', { name: 'Add School' }).click();
  await expectToast(page, 'School added successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search' }).fill('phone');
  const card = page.getByRole('article').filter({ hasText: 'Phone Academy' });
  await expect(page.getByRole('article')).toHaveCount(1);
  for (const button of await card.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await card.getByRole('button', { name: 'Edit Phone Academy' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit School/ });
  await dialog.getByRole('switch', { name: 'Premium Status' }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'School updated successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await card.getByRole('button', { name: 'Assign a user to Phone Academy' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Assign User' }).click();
  await expectToast(page, 'User assigned successfully');
  await dialog.getByRole('button', { name: 'View Current Assignments' }).click();
  await expect(dialog.getByRole('article')).toHaveCount(1);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await card.getByRole('button', { name: 'Delete Phone Academy' }).click();
  const deleting = dialogOf(page, 'Delete School (Phone Academy)');
  await expect(deleting).toContainText('Also deleted: 1 assignment.');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'School deleted successfully');
  await expect(deleting).toBeHidden();
  await expect(page.getByText('No schools available')).toBeVisible();
});
