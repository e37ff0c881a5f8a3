// Nothing on the dashboard jumps away from under the eye while a large school's lists or a new school's first steps arrive.
import { randomUUID } from 'node:crypto';
import { recordLayoutShifts } from './layout-shifts.ts';
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

test.use({ world: 'large lists' });

test('the dashboard stays in place while a hundred teams and students arrive, or the first steps of a new school', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  const [school] = await schoolsOf(page);
  const schoolId = school?.schoolId;
  for (const [list, facts] of [
    ['teams', {}],
    ['students', { teamId: null }],
  ] as const) {
    const changes = Array.from({ length: 100 }, (_, number) => ({
      id: randomUUID(),
      add: { name: `Number ${number}`, ...facts },
    }));
    await ask(page, `${list}/changeMany`, { schoolId, changes });
  }
  const shifts = await recordLayoutShifts(page);
  // Everything else is on the page before the lists arrive.
  const loading = Promise.withResolvers<undefined>();
  await page.route(/inSchool/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Loading Teams' })).toBeVisible();
  loading.resolve(undefined);
  await expect(page.getByRole('region', { name: 'Students', exact: true })).toContainText('Number 99');
  await untilLoaded(page);
  // Browsers call less than 0.1 good. It was 0.3; the groups of users move by up to 0.02.
  expect((await shifts()).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);

  await signInAs(page, 'nobody');
  const { id: userId } = await ask<{ id: string }>(page, 'session/me');
  await signInAs(page, 'super');
  const added = { id: randomUUID(), name: 'New School', shortName: 'New', isPremium: false };
  await ask(page, 'schools/add', added);
  await ask(page, 'assignments/assign', { schoolId: added.id, userId, role: 'primary' });
  await signInAs(page, 'nobody');
  await page.unrouteAll();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await untilLoaded(page);
  expect((await shifts()).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
});

test('the season and the settings stay in place while their data arrives', async ({ page }) => {
  await signInAs(page, 'primary');
  const shifts = await recordLayoutShifts(page);
  for (const address of ['/season', '/settings']) {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 375, height: 812 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await untilLoaded(page);
      const sum = (await shifts()).reduce((all, shift) => all + shift, 0);
      // The fonts that take the place of the browser's move words by a pixel or two. It was 0.007 and 0.022.
      expect.soft(sum, `${address}, ${viewport.width} pixels wide`).toBeLessThan(0.002);
    }
  }
});
