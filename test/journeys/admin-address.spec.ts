// The admin area's address holds its whole state, and nobody overwrites another person's change unknowingly.
import { addCase, addSchool, assign, dialogOf, openAdmin, userCalled } from './admin.ts';
import { ask, signInAs } from './person.ts';
import { expect, test } from './product.ts';
import { expectNoToast, expectToast } from './toasts.ts';

// The assignments made here would affect other files.
test.use({ world: 'admin address' });

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

test('a conflict names who changed what and when, and lets the person choose', async ({ page }) => {
  await signInAs(page, 'dbm');
  const school = await addSchool(page, 'Contested Academy');
  await page.goto(`/admin?open=${school.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit School/ });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Mine Academy');
  await ask(page, 'schools/update', { schoolId: school.id, version: 1, changed: { name: 'Theirs Academy' } });
  await expect(dialog.getByText('Desmond Brooks has just changed this.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = dialogOf(page, 'This changed while you were editing');
  await expect(conflict).toContainText('Desmond Brooks changed this on');
  await expect(conflict.getByRole('row', { name: 'Name Mine Academy Theirs Academy' })).toBeVisible();
  expectNoToast(page, 'Failed to update school');
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('Theirs Academy');

  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Mine Academy');
  await ask(page, 'schools/update', { schoolId: school.id, version: 2, changed: { name: 'Again Academy' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expectToast(page, 'School updated successfully');
  await expect(dialog).toBeHidden();
  await page.goto('/admin?search=Mine%20Academy');
  await expect(page.getByRole('cell', { name: 'Mine Academy', exact: true })).toBeVisible();
});

test('the notice names the person who changed the name, not the one who assigned the user since', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'dbm');
  const school = await addSchool(page, 'Assigning Academy');
  const user = await userCalled(page, 'nobody@demo.test');
  await page.goto(`/admin?tab=users&open=${user.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit User/ });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Half a na');
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await signInAs(other, 'super');
  await ask(other, 'users/update', { userId: user.id, version: 1, changed: { name: 'Nobody Else' } });
  await elsewhere.close();
  await expect(dialog.getByText(/has just changed this/)).toBeVisible();
  const asked = page.waitForResponse('**/api/rpc/history/list');
  await assign(page, school.id, user.id, 'viewer');
  await asked;
  await expect(dialog.getByText('Sofia Grant has just changed this.')).toBeVisible();
});
