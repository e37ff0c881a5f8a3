// Axe finds nothing in any tab or dialog of the admin area, in both schemes and on a phone, and nothing scrolls sideways.
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAt } from './accessible.ts';
import { addCase, addSchool, assign, openAdmin, userCalled } from './admin.ts';
import { ask, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectReadable } from './readable.ts';

const HISTORY = 'search=Accessible&open=history';

/** Opens another address of the admin area without reloading the app, like a link in it. */
const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), `/admin?${address}`);

test('axe finds no problems in any tab or dialog', async ({ page }) => {
  test.setTimeout(600_000);
  await openAdmin(page);
  const school = await addSchool(page, 'Accessible Academy');
  const user = await userCalled(page, 'viewer@demo.test');
  await assign(page, school.id, user.id, 'primary');
  const { id: caseId } = await addCase(page, 'Axe v. Handle');
  const witness = { id: crypto.randomUUID(), caseId, name: 'Wit Ness', side: 'p', type: 'expert' };
  await ask(page, 'witnesses/add', witness);
  const deleted = await addCase(page, 'Gone v. Forgotten');
  await ask(page, 'cases/remove', { caseId: deleted.id });
  // A short list behind a dialog is drawn sooner at each width.
  const [schools, users, cases] = ['search=Accessible', 'tab=users&search=viewer', 'tab=cases&search=Axe'];
  const ofSchool = `${schools}&open=${school.id}`;
  const ofUser = `${users}&open=${user.id}`;
  const ofCase = `${cases}&open=${caseId}`;
  const views: [address: string, text: string, dialog?: RegExp][] = [
    ['', 'Accessible Academy'],
    ['search=no-such-school', 'No schools available'],
    ['tab=users', 'admin@demo.test'],
    ['tab=cases', 'Axe v. Handle'],
    [`${schools}&open=new`, 'Short Name', /^Add School/],
    [ofSchool, 'Short Name', /^Edit School/],
    [`${ofSchool}&view=assignments`, 'viewer@demo.test', /^Edit School/],
    [`${ofSchool}&view=assignments&adding=true`, 'Assign User', /^Edit School/],
    [`${ofSchool}&view=history`, 'added the school', /^Edit School/],
    [`${ofSchool}&view=delete`, 'Also deleted: 1 assignment.', /^Delete School/],
    [ofUser, 'Name', /^Edit User/],
    [`${ofUser}&view=assignments`, 'Accessible Academy', /^Edit User/],
    [`${ofUser}&view=assignments&adding=true`, 'Assign School', /^Edit User/],
    [`${ofUser}&view=delete`, 'This is the last Primary Admin of Accessible Academy.', /^Delete User/],
    [`${cases}&open=new`, 'Year', /^Add Case/],
    [ofCase, 'Year', /^Edit Case/],
    [`${ofCase}&view=witnesses`, 'Wit Ness', /^Edit Case/],
    [`${ofCase}&view=witnesses&adding=true`, 'Add Witness', /^Edit Case/],
    [`${ofCase}&view=delete`, 'Also deleted: 1 witness.', /^Delete Case/],
    [HISTORY, 'added the case', /^History/],
    [`${cases}&open=deleted`, '30 days left', /^Recently deleted cases/],
  ];
  for (const [address, text, name] of views) {
    await test.step(address, async () => {
      await goWithin(page, address);
      const dialog = page.getByRole('dialog');
      if (name) await expect(dialog).toHaveAccessibleName(name);
      else await expect(dialog).toHaveCount(0);
      const place = name ? dialog : page.getByRole('main');
      await expect(place.getByText(text).filter({ visible: true }).first(), address).toBeVisible();
      await untilLoaded(page);
      await (name ? expectAccessible : expectAccessibleAt)(page, address);
      if (!name || address === HISTORY) await expectReadable(page, address);
    });
  }
  // Other files share this world.
  await ask(page, 'schools/remove', { schoolId: school.id });
  await ask(page, 'cases/remove', { caseId });
});
