// Axe finds nothing in any tab or dialog of the admin area, in both schemes and on a phone, and nothing scrolls sideways.
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addCase, addSchool, assign, openAdmin, userCalled } from './admin.ts';
import { ask } from './person.ts';
import { expect, test } from './product.ts';

// The assignments made here would affect other files.
test.use({ world: 'admin dialogs', trace: 'off' });

/** Opens another address of the admin area without reloading the app, like a link in it. */
const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), `/admin?${address}`);

test('axe finds no problems in any tab or dialog', async ({ page }) => {
  test.setTimeout(480_000);
  await openAdmin(page);
  const school = await addSchool(page, 'Accessible Academy');
  const user = await userCalled(page, 'viewer@demo.test');
  await assign(page, school.id, user.id, 'primary');
  const { id: caseId } = await addCase(page, 'Axe v. Handle');
  const witness = { id: crypto.randomUUID(), caseId, name: 'Wit Ness', side: 'p', type: 'expert' };
  await ask(page, 'witnesses/add', witness);
  const ofSchool = `open=${school.id}`;
  const ofUser = `tab=users&open=${user.id}`;
  const ofCase = `tab=cases&open=${caseId}`;
  const views: [string, string][] = [
    ['', 'Accessible Academy'],
    ['search=no-such-school', 'No schools available'],
    ['tab=users', 'admin@demo.test'],
    ['tab=cases', 'Axe v. Handle'],
    ['open=new', 'Add School'],
    [ofSchool, 'Short Name'],
    [`${ofSchool}&view=assignments`, 'viewer@demo.test'],
    [`${ofSchool}&view=assignments&adding=true`, 'Assign User'],
    [`${ofSchool}&view=history`, 'added the school'],
    [`${ofSchool}&view=delete`, 'Also deleted: 1 assignment.'],
    [ofUser, 'Edit User'],
    [`${ofUser}&view=assignments`, 'Accessible Academy'],
    [`${ofUser}&view=assignments&adding=true`, 'Assign School'],
    [`${ofUser}&view=delete`, 'This is the last Primary Admin of Accessible Academy.'],
    ['tab=cases&open=new', 'Add Case'],
    [ofCase, 'Year'],
    [`${ofCase}&view=witnesses`, 'Wit Ness'],
    [`${ofCase}&view=witnesses&adding=true`, 'Add Witness'],
    [`${ofCase}&view=delete`, 'Also deleted: 1 witness.'],
    ['open=history', 'added the case'],
  ];
  for (const [address, text] of views) {
    await goWithin(page, address);
    await expect(page.getByText(text).filter({ visible: true }).first(), address).toBeVisible();
    await expectAccessible(page, address);
  }
});
