// The dashboard and the school switcher show what the server answers to that person.
import type { Page } from '@playwright/test';
import { ask, entryOf, rememberedIn, rememberFirst, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, MOVING, test } from './product.ts';

test.use({ contextOptions: MOVING });

type Member = { role: string; user: { name: string; email: string } };
/** Only a tournament has a day. */
type Named = { name: string; startsOn?: string | null };

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function expectRows(page: Page, title: string, rows: string[], empty: string): Promise<void> {
  const list = section(page, title);
  // Staff see buttons beside the name.
  await expect(list.getByRole('listitem')).toHaveCount(rows.length);
  await expect(list.getByRole('listitem')).toContainText(rows);
  await expect(list.getByText(empty)).toHaveCount(rows.length === 0 ? 1 : 0);
}

/** Compares every list of the dashboard with the server's answers. */
async function expectSchool(page: Page, schoolId: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: 'School Info' })).toBeVisible();
  const members = await ask<Member[]>(page, 'assignments/inSchool', { schoolId });
  const groups = { primary: 'Primary Admins', admin: 'Admins', viewer: 'Viewers' };
  for (const [role, title] of Object.entries(groups)) {
    const inRole = members.filter((member) => member.role === role);
    const rows = inRole.map(({ user }) => `${user.name} (${user.email})`);
    await expectRows(page, title, rows, 'No users found');
  }
  for (const roster of ['teams', 'students', 'tournaments']) {
    const rows = await ask<Named[]>(page, `${roster}/inSchool`, { schoolId });
    const title = roster.charAt(0).toUpperCase() + roster.slice(1);
    // Tournaments are sorted by date, the latest first; the others, and those without a date, by name.
    const sorted = rows.toSorted((one, other) => (other.startsOn ?? '').localeCompare(one.startsOn ?? ''));
    const names = sorted.map(({ name }) => name);
    await expectRows(page, title, names, `No ${roster} found`);
  }
}

const switcher = (page: Page) => page.getByRole('combobox', { name: 'Current School:' });

test('an only school is selected automatically, with its people and teams', async ({ page }) => {
  await signInAs(page, 'admin');
  const [only] = await schoolsOf(page);
  if (!only) throw new Error('An Admin has a school.');
  await page.goto('/');
  await expectSchool(page, only.schoolId);
  await expect(page.getByRole('banner').getByText(entryOf(only))).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);
  await expect.poll(() => rememberedIn(page, 'school')).toBe(only.schoolId);
});

test('a person without a school learns whom to ask and has no switcher', async ({ page }) => {
  await signInAs(page, 'nobody');
  await page.goto('/');
  const text =
    "You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added.";
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText('Current School:')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'School', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('with several schools, the selection survives a reload and can be changed', async ({ page }) => {
  await signInAs(page, 'many');
  const schools = await schoolsOf(page);
  await page.goto('/');
  await untilLoaded(page);
  await expect(page.getByRole('paragraph').filter({ hasText: 'Choose a school' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'School', exact: true })).toHaveAttribute('aria-disabled', 'true');
  for (const school of schools.slice(0, 2)) {
    await expect(switcher(page).getByRole('option', { disabled: false })).toHaveText(schools.map(entryOf));
    await switcher(page).selectOption(entryOf(school));
    await expect(switcher(page)).toHaveValue(school.schoolId);
    await expectSchool(page, school.schoolId);
    expect(await rememberedIn(page, 'school')).toBe(school.schoolId);
  }
  await page.reload();
  await expectSchool(page, schools[1]?.schoolId ?? '');
  await expect(page.getByRole('link', { name: 'School', exact: true })).toHaveAttribute('href', '/school');
});

test('on a phone, the page itself offers the schools', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signInAs(page, 'many');
  const [first] = await schoolsOf(page);
  if (!first) throw new Error('There is a school to choose.');
  await page.goto('/');
  await untilLoaded(page);
  await page.getByRole('main').getByRole('combobox', { name: 'School' }).selectOption(entryOf(first));
  await expectSchool(page, first.schoolId);
  // The switcher is in the menu, so the page names the school.
  await expect(page.getByRole('main').getByText(entryOf(first))).toBeVisible();
});

test('a former school gives way to the only school', async ({ page }) => {
  await signInAs(page, 'viewer');
  const [only] = await schoolsOf(page);
  await rememberFirst(page, 'school', '00000000-0000-4000-8000-000000000000');
  await page.goto('/');
  await expectSchool(page, only?.schoolId ?? '');
});

test('the gavel shows while the assignments load, and three skeleton lines show while a list loads', async ({
  page,
}) => {
  await signInAs(page, 'viewer');
  const letGo = Promise.withResolvers<void>();
  for (const call of ['assignments/mine', 'assignments/inSchool', 'teams/inSchool']) {
    await page.route(`**/api/rpc/${call}`, async (route) => {
      await letGo.promise;
      await route.continue();
    });
  }
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Loading your schools' })).toBeVisible();
  letGo.resolve();
  await expect(page.getByRole('heading', { name: 'School Info' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  const again = Promise.withResolvers<void>();
  await page.route('**/api/rpc/teams/inSchool', async (route) => {
    await again.promise;
    await route.continue();
  });
  await page.reload();
  const lines = page.getByRole('status', { name: 'Loading Teams' }).locator('.mantine-Skeleton-root');
  await expect(lines).toHaveCount(3);
  again.resolve();
  await expect(lines).toHaveCount(0);
});
