// People's most frequent tasks, each in a fixed number of steps.
import { toCheckText } from '#ballot/doubts.ts';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';
import { BLOTTED_PHOTO_PATH } from '../photos/filled-ballot.ts';
import { addSchool, assign, dialogOf, openAdmin, userCalled } from './admin.ts';
import { emailOf, signInAs, untilLoaded } from './person.ts';
import { countedTasks } from './counted-task.ts';
import { expect, test } from './product.ts';
import { countToCheck } from './scores-to-check.ts';
import { expectToast } from './toasts.ts';

test.use({ world: 'tasks' });
const { task, testAll } = countedTasks();

task(
  { name: 'sign in', before: '5, and a wait of 0.7 s', aim: 'type, Tab, type, Enter', steps: 4 },
  async (page, steps) => {
    await page.goto('/auth');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await steps.type(emailOf('viewer'));
    await steps.press('Tab');
    await steps.type(DEMO_PASSWORD);
    await steps.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible();
  },
);

task(
  { name: 'assign somebody as Admin', before: '5, the role easy to miss', aim: '5, the role in view first', steps: 5 },
  async (page, steps) => {
    await signInAs(page, 'dbm');
    await addSchool(page, 'Assigning Academy');
    await page.goto('/admin?search=assigning');
    await steps.click(page.getByRole('button', { name: 'Assign a user to Assigning Academy' }));
    const dialog = dialogOf(page, 'Edit School (Assigning Academy)');
    await expect(dialog.getByRole('combobox', { name: 'Role of the user' })).toBeInViewport({ ratio: 1 });
    await steps.type('nobody@');
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await steps.press('Enter');
    await steps.choose(dialog.getByRole('combobox', { name: /^Role of/ }), 'Admin');
    await steps.click(dialog.getByRole('button', { name: 'Assign User' }));
    await expectToast(page, 'User assigned successfully');
  },
);

task({ name: 'change a role', before: '4', aim: '2', steps: 2 }, async (page, steps) => {
  await signInAs(page, 'dbm');
  const school = await addSchool(page, 'Changing Academy');
  await assign(page, school.id, (await userCalled(page, emailOf('nobody'))).id, 'viewer');
  await page.goto(`/admin?open=${school.id}&view=assignments`);
  await steps.choose(page.getByRole('combobox', { name: 'Role of Noah Body' }), 'Admin');
  await steps.press('Enter');
  await expectToast(page, 'Assignment updated successfully');
});

task(
  { name: 'add a case with six witnesses', before: '7 dialogs, 15 s', aim: 'one dialog', steps: 16 },
  async (page, steps) => {
    await openAdmin(page, '?tab=cases');
    await steps.click(page.getByRole('button', { name: 'Add Case' }).first());
    await expect(dialogOf(page, 'Add Case').getByRole('textbox', { name: /^Name/ })).toBeFocused();
    await steps.type('Six v. Witnesses');
    await steps.click(page.getByRole('button', { name: 'Add Case and Witnesses' }));
    const dialog = dialogOf(page, 'Edit Case (Six v. Witnesses)');
    const name = dialog.getByRole('textbox', { name: /^Name/ });
    for (const witness of ['Ada One', 'Ben Two', 'Cy Three', 'Dee Four', 'Eve Five', 'Flo Six']) {
      await expect(name).toBeFocused();
      await expect(name).toHaveValue('');
      await steps.type(witness);
      await steps.press('Enter');
      await expect(dialog.getByRole('button', { name: `Edit ${witness}` })).toBeAttached();
    }
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await steps.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

task(
  { name: 'find a misspelled name', before: 'nothing found', aim: 'the right one first', steps: 2 },
  async (page, steps) => {
    await openAdmin(page);
    await steps.press('/');
    await steps.type('Belweather Colege');
    await expect(page.getByRole('heading', { name: 'Did you mean' })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('Bellweather College');
  },
);

task(
  { name: 'add 12 students by pasting', before: 'hidden in a hint', aim: 'a button', steps: 4 },
  async (page, steps) => {
    const names = Array.from({ length: 12 }, (_, index) => `Pasted Student ${String.fromCodePoint(65 + index)}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(page, 'primary');
    await page.goto('/');
    await untilLoaded(page);
    await page.evaluate((text) => navigator.clipboard.writeText(text), names.join('\n'));
    const students = page.getByRole('region', { name: 'Students', exact: true });
    await steps.click(students.getByRole('button', { name: 'Add Student' }));
    await steps.click(students.getByRole('button', { name: 'Paste a list' }));
    await expect(students.getByRole('textbox', { name: /^Names/ })).toBeFocused();
    await steps.press('Control+v');
    await steps.click(students.getByRole('button', { name: 'Add 12 students' }));
    await expectToast(page, '12 students added successfully');
  },
);

task(
  { name: 'correct three scores by keyboard', before: '24 Tabs first', aim: '3 keys and the scores', steps: 6 },
  async (page, steps) => {
    await signInAs(page, 'super');
    await page.goto('/admin-test');
    await page.getByLabel('Upload ballot image').setInputFiles(BLOTTED_PHOTO_PATH);
    const toCheck = await countToCheck(page);
    for (const corrected of [1, 2, 3]) {
      await steps.type('9');
      await steps.press('Enter');
      await expect(page.getByText(toCheckText(toCheck - corrected)!)).toBeVisible();
    }
    for (const field of ['pOpen', 'pDirect1', 'pCross1'])
      await expect(page.locator(`#score-${field}`)).toHaveValue('9');
  },
);

task(
  { name: 'print a blank ballot as a coach', before: 'super admins only', aim: 'everybody of a school', steps: 3 },
  async (page, steps) => {
    await signInAs(page, 'admin');
    await page.goto('/');
    await untilLoaded(page);
    await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }));
    await steps.click(page.getByRole('link', { name: 'School', exact: true }));
    await steps.click(page.getByRole('link', { name: 'Print a blank ballot' }));
    await steps.click(page.getByRole('button', { name: 'Print', exact: true }));
    await expect(page.locator('body[data-printed]')).toBeAttached();
  },
);

task({ name: 'end one other session', before: 'all or none', aim: 'one by one', steps: 4 }, async (page, steps) => {
  for (const _ of ['the other one', 'this one']) {
    await page.context().clearCookies();
    await signInAs(page, 'viewer');
  }
  await page.goto('/');
  await untilLoaded(page);
  await steps.click(page.getByRole('link', { name: 'Settings' }));
  const others = page.getByRole('button', { name: /^End .+, since / });
  await expect(others.first()).toBeVisible();
  const count = await others.count();
  await steps.click(others.first());
  await steps.type(DEMO_PASSWORD);
  await steps.press('Enter');
  await expect(page.getByText('The session has ended.').or(page.getByText('Other sessions have ended.'))).toBeVisible();
  await expect(others).toHaveCount(count - 1);
  await expect(page.getByRole('region', { name: 'Signed in' })).toBeFocused();
});

task(
  { name: 'open the first record of an admin list by keyboard', before: '22 Tabs and Enter', aim: '3', steps: 3 },
  async (page, steps) => {
    await openAdmin(page);
    await steps.press('/');
    await steps.press('ArrowDown');
    await steps.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Edit School/ })).toBeVisible();
  },
);

testAll('the most frequent tasks take as many steps as documented');
