// The admin area's address holds its whole state, and unsaved changes are lost only on request.
import { addCase, dialogOf, openAdmin } from './admin.ts';
import { signInAs } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast } from './toasts.ts';

test('the address holds tab, search and sort order; back closes a dialog; a reload and a shared link reopen it', async ({
  page,
}) => {
  await openAdmin(page);
  await page.getByRole('tab', { name: 'Users' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('viewer@demo');
  await expect(page).toHaveURL(/tab=users.*search=viewer/);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  const list = page.url();
  const edit = page.getByRole('button', { name: /^Edit / });
  await expect(edit).toHaveCount(1);
  await edit.click();
  const dialog = page.getByRole('dialog', { name: /^Edit User/ });
  await dialog.getByRole('tab', { name: 'User Assignments' }).click();
  await dialog.getByRole('button', { name: 'Add New Assignment' }).click();
  const school = dialog.getByRole('combobox', { name: 'School', exact: true });
  await expect(school).toBeVisible();
  await expect(page).toHaveURL(/adding=true/);
  const shared = page.url();
  await dialog.getByRole('button', { name: 'Close' }).dblclick();
  await expect(dialog).toBeHidden();
  // The second click of a slower double click, at the same place.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(page).toHaveURL(list);
  await page.goForward();
  await page.reload();
  await expect(school).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(list);
  await page.goto(shared);
  await expect(school).toBeFocused();
  // The first one closes the list below the field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/\/admin\?tab=users$/);
});

test('unsaved changes in a dialog survive its tabs and are discarded only on request', async ({ page }) => {
  await signInAs(page, 'dbm');
  await addCase(page, 'Halfway v. Done');
  await page.goto('/admin?tab=cases&search=Halfway');
  const list = page.url();
  const edit = page.getByRole('button', { name: 'Edit Halfway v. Done' });
  const dialog = page.getByRole('dialog', { name: /^Edit Case/ });
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  const asked = dialogOf(page, 'Leave without saving?');
  const keep = async () => {
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await expect(asked).toBeHidden();
  };
  await edit.click();
  await name.fill('Halfway to');
  await name.fill('Halfway v. Done');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(asked).toBeHidden();

  await edit.click();
  await name.fill('Halfway to');
  await dialog.getByRole('tab', { name: 'Case Witnesses' }).click();
  await dialog.getByRole('button', { name: 'Add New Witness' }).click();
  await name.fill('Half a wit');
  await dialog.getByRole('tab', { name: 'History' }).click();
  await dialog.getByRole('tab', { name: 'Case Witnesses' }).click();
  await expect(name).toHaveValue('Half a wit');
  await dialog.getByRole('button', { name: 'View Current Witnesses' }).click();
  await dialog.getByRole('tab', { name: 'Case Details' }).click();
  await expect(name).toHaveValue('Halfway to');
  await page.keyboard.press('Escape');
  await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await keep();
  await page.goBack();
  await keep();
  await expect(page).toHaveURL(/open=/);
  await expect(name).toHaveValue('Halfway to');

  // The case is saved. The unsaved witness still needs confirmation.
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Case updated successfully');
  await keep();
  await dialog.getByRole('tab', { name: 'Case Witnesses' }).click();
  await dialog.getByRole('button', { name: 'Add New Witness' }).click();
  await expect(name).toHaveValue('Half a wit');
  await page.goBack();
  await asked.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(list);

  await page.getByRole('button', { name: 'Edit Halfway to' }).click();
  await name.fill('Halfway to it');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/health');
  await elsewhere.evaluate(() => new BroadcastChannel('courtside-session').postMessage('signed out'));
  await page.getByRole('button', { name: 'Leave this page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
});
