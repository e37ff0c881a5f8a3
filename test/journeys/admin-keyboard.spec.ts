// Flows of the admin area by keyboard alone. Cases with witnesses: tasks.spec.ts.
import { addSchool, dialogOf, openAdmin, pressOn } from './admin.ts';
import { signInAs } from './person.ts';
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
