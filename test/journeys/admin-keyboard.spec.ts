// Every flow of the admin area by keyboard alone.
import { expectAccessible } from './accessible.ts';
import { addCase, addSchool, assign, dialogOf, openAdmin, pressOn, userCalled } from './admin.ts';
import { ask, signInAs } from './person.ts';
import { expect, test } from './product.ts';
import { expectToast, undoOf } from './toasts.ts';

test.use({ world: 'admin area' });

test('a school can be added, found, renamed, restored with Undo and deleted by keyboard', async ({ page }) => {
  await openAdmin(page);
  await pressOn(page.getByRole('button', { name: 'Add School' }));
  await expect(dialogOf(page, 'Add School').getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.press('Enter');
  // A blank name does nothing.
  await expect(dialogOf(page, 'Add School')).toBeVisible();
  await page.keyboard.type('Keyboard Academy');
  await page.keyboard.press('Tab');
  await page.keyboard.type('KBA');
  await page.keyboard.press('Enter');
  await expectToast(page, 'School added successfully');
  await expect(dialogOf(page, 'Add School')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add School' })).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('KEYBOARD ac');
  await expect(page.getByText('1 school', { exact: true })).toBeVisible();
  await pressOn(page.getByRole('button', { name: 'Edit Keyboard Academy' }));
  const name = dialogOf(page, 'Edit School (Keyboard Academy)').getByRole('textbox', { name: /^Name/ });
  await expect(name).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' East');
  const undo = await undoOf(page, 'School updated successfully', () => page.keyboard.press('Enter'));
  await expect(page.getByRole('cell', { name: 'Keyboard Academy East', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Keyboard Academy East' })).toBeFocused();
  await pressOn(undo);
  await expect(page.getByRole('cell', { name: 'Keyboard Academy', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await pressOn(page.getByRole('button', { name: 'Delete Keyboard Academy' }));
  const dialog = dialogOf(page, 'Delete School (Keyboard Academy)');
  await expect(dialog).toContainText('Woah, hold up! Are you sure you want to delete Keyboard Academy');
  await expect(dialog).toContainText(
    'This action cannot be reversed and will permanently remove all information associated with the school',
  );
  await pressOn(dialog.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'School deleted successfully');
  await expect(page.getByText('No schools available')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The button that opened the dialog is gone with its row, so the list around it has the focus.
  await expect(page.getByRole('region', { name: 'Schools' })).toBeFocused();
  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
});

test('a user can be assigned, given another role in two keys, unassigned and restored with Undo', async ({ page }) => {
  await signInAs(page, 'dbm');
  const school = await addSchool(page, 'Assigning Academy');
  await page.goto(`/admin?open=${school.id}&view=assignments`);
  const dialog = dialogOf(page, 'Edit School (Assigning Academy)');
  await expect(dialog).toContainText('School does not have premium status. Current assignments:');
  await expect(dialog).toContainText('No users assigned to this school');
  await pressOn(dialog.getByRole('button', { name: 'Add New Assignment' }));
  const assignButton = dialog.getByRole('button', { name: 'Assign User' });
  await expect(assignButton).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'User', exact: true }).focus();
  await page.keyboard.type('nobody@');
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: /^Role of/ })).toHaveValue('viewer');
  await pressOn(assignButton);
  await expectToast(page, 'User assigned successfully');

  await pressOn(dialog.getByRole('button', { name: 'View Current Assignments' }));
  // Not the form's own choice of a role, which disappears with the form.
  const role = dialog.getByRole('table').getByRole('combobox', { name: 'Role of Noah Body' });
  await role.focus();
  await page.keyboard.press('ArrowUp');
  await expect(role).toHaveValue('admin');
  await page.keyboard.press('Escape');
  await expect(role).toHaveValue('viewer');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Assignment updated successfully');
  await expect(role).toHaveValue('admin');
  await expect(role).toBeFocused();

  await pressOn(dialog.getByRole('button', { name: 'Delete assignment of Noah Body' }));
  const deleting = dialogOf(page, 'Delete Assignment (Noah Body’s role at Assigning Academy)');
  const undo = await undoOf(page, 'Assignment deleted successfully', () =>
    pressOn(deleting.getByRole('button', { name: 'Delete' })),
  );
  await expect(dialog).toContainText('No users assigned to this school');
  await pressOn(undo);
  await expect(dialog.getByRole('cell', { name: 'Noah Body', exact: true })).toBeVisible();
});

test('a warning comes before a school loses its last Primary Admin', async ({ page }) => {
  await signInAs(page, 'dbm');
  const school = await addSchool(page, 'Last Primary Academy');
  const user = await userCalled(page, 'viewer@demo.test');
  await assign(page, school.id, user.id, 'primary');
  await page.goto(`/admin?tab=users&open=${user.id}&view=assignments`);
  const dialog = page.getByRole('dialog', { name: /^Edit User/ });
  await dialog.getByRole('combobox', { name: 'Role of Last Primary Academy' }).focus();
  await page.keyboard.press('ArrowDown');
  await pressOn(dialog.getByRole('button', { name: 'Confirm role of Last Primary Academy' }));
  const warning = dialogOf(page, 'Last Primary Admin');
  await expect(warning).toContainText('last Primary Admin');
  await page.keyboard.press('Escape');
  await expect(warning).toBeHidden();
  await expect(dialog).toBeVisible();
  await pressOn(dialog.getByRole('button', { name: 'Cancel role change of Last Primary Academy' }));
  await pressOn(dialog.getByRole('button', { name: 'Delete assignment of Last Primary Academy' }));
  await expect(dialogOf(page, /^Delete Assignment/)).toContainText('last Primary Admin');
});

test('a case and its witnesses can be edited, and the P side is named after the case type', async ({ page }) => {
  await openAdmin(page, '?tab=cases');
  await pressOn(page.getByRole('button', { name: 'Add Case' }).first());
  const adding = dialogOf(page, 'Add Case');
  await expect(adding.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await expect(adding.getByRole('spinbutton', { name: /^Year/ })).toHaveValue(String(new Date().getFullYear()));
  await expect(adding.getByRole('switch', { name: 'Active' })).toBeChecked();
  await page.keyboard.type('Keys v. Mouse');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Case added successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await pressOn(page.getByRole('button', { name: 'Edit Keys v. Mouse' }));
  const dialog = dialogOf(page, 'Edit Case (Keys v. Mouse)');
  await dialog.getByRole('tab', { name: 'Case Details' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('No witnesses assigned to this case');
  await pressOn(dialog.getByRole('button', { name: 'Add New Witness' }));
  await expect(dialog.getByRole('button', { name: 'Add Witness' })).toBeDisabled();
  await expect(dialog.getByRole('combobox', { name: 'Side' }).locator('option:checked')).toHaveText('Plaintiff');
  await expect(dialog.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.type('Wanda Witness');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Witness added successfully');
  await pressOn(dialog.getByRole('button', { name: 'View Current Witnesses' }));
  await pressOn(dialog.getByRole('button', { name: 'Edit Wanda Witness' }));
  const editing = dialogOf(page, 'Edit Witness (Wanda Witness)');
  await editing.getByRole('textbox', { name: /^Name/ }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' Jr.');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Witness updated successfully');
  await pressOn(dialog.getByRole('button', { name: 'Delete Wanda Witness Jr.' }));
  await pressOn(dialogOf(page, /^Delete Witness/).getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'Witness deleted successfully');

  const criminal = await addCase(page, 'State v. Keys', 'criminal');
  await page.goto(`/admin?tab=cases&open=${criminal.id}&view=witnesses&adding=true`);
  await expect(page.getByRole('combobox', { name: 'Side' }).locator('option:checked')).toHaveText('Prosecution');
});

test('renaming and deleting a user appears in the history', async ({ page }) => {
  await openAdmin(page, '?tab=users&search=many%40demo');
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await pressOn(page.getByRole('button', { name: 'Edit Mana Ito' }));
  await expect(dialogOf(page, 'Edit User (Mana Ito)').getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' II');
  await page.keyboard.press('Enter');
  await expectToast(page, 'User updated successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressOn(page.getByRole('button', { name: 'Delete Mana Ito II' }));
  const dialog = dialogOf(page, 'Delete User (Mana Ito II)');
  await expect(dialog).toContainText(/Also deleted: \d+ assignments?\./);
  await pressOn(dialog.getByRole('button', { name: 'Delete' }));
  await expectToast(page, 'User deleted successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressOn(page.getByRole('button', { name: 'History' }));
  await expect(dialogOf(page, 'History')).toContainText('Desmond Brooks deleted the user Mana Ito II');
});

test('the first record opens in three keys, and the arrow keys move from row to row', async ({ page }) => {
  await openAdmin(page);
  const edit = page.getByRole('region', { name: 'Schools' }).getByRole('button', { name: /^Edit / });
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(edit.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Edit School/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(edit.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(edit.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(edit.nth(0)).toBeFocused();
});

test('a case with six witnesses can be added by keyboard alone', async ({ page }) => {
  await openAdmin(page, '?tab=cases&open=new');
  const names = ['Ada One', 'Ben Two', 'Cy Three', 'Dee Four', 'Eve Five', 'Flo Six'];
  await expect(dialogOf(page, 'Add Case').getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.type('Six v. Witnesses');
  await pressOn(page.getByRole('button', { name: 'Add Case and Witnesses' }));
  const dialog = dialogOf(page, 'Edit Case (Six v. Witnesses)');
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  for (const witness of names) {
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('');
    await page.keyboard.type(witness);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: `Edit ${witness}` })).toBeAttached();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('deleted cases are restored from their list, or deleted for good, by keyboard', async ({ page }) => {
  await openAdmin(page, '?tab=cases');
  const removed = [await addCase(page, 'Lost v. Found'), await addCase(page, 'Gone v. Forgotten')];
  for (const { id } of removed) await ask(page, 'cases/remove', { caseId: id });
  await pressOn(page.getByRole('button', { name: 'Recently deleted' }));
  const list = dialogOf(page, 'Recently deleted cases');
  await expect(list.getByRole('listitem').filter({ hasText: 'Lost v. Found' })).toContainText(
    /Case, deleted by Desmond Brooks on .* · 30 days left/,
  );
  await expectAccessible(page, 'what was deleted');
  await pressOn(list.getByRole('button', { name: 'Restore Lost v. Found' }));
  await expectToast(page, 'Case restored successfully');
  await expect(list.getByRole('region')).toBeFocused();
  await expect(list.getByText('Lost v. Found')).toHaveCount(0);

  await pressOn(list.getByRole('button', { name: 'Delete for good: Gone v. Forgotten' }));
  const asked = dialogOf(page, 'Delete for good (Gone v. Forgotten)');
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pressOn(asked.getByRole('button', { name: 'Delete for good' }));
  await expectToast(page, 'Case deleted for good');
  await expect(asked).toHaveCount(0);
  await expect(list.getByRole('region')).toBeFocused();
  await expect(list.getByText('Gone v. Forgotten')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Recently deleted' })).toBeFocused();
  expect(await ask(page, 'cases/details', { caseId: removed[0]?.id })).toMatchObject({ name: 'Lost v. Found' });
});
