// The dashboard and the school switcher show what the server answers to that person. More of the dashboard: test/pages/viewer-dashboard.test.tsx.
import type { Page } from '@playwright/test';
import { ask, entryOf, rememberedIn, schoolsOf, signInAs, untilLoaded, type Assigned } from './person.ts';
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

test('with several schools, the page of a phone and the header offer them, and the selection survives a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signInAs(page, 'many');
  const schools = await schoolsOf(page);
  await page.goto('/');
  await untilLoaded(page);
  await expect(page.getByRole('paragraph').filter({ hasText: 'Choose a school' })).toBeVisible();
  const [first, second] = schools as [Assigned, Assigned];
  await page.getByRole('main').getByRole('combobox', { name: 'School' }).selectOption(entryOf(first));
  await expectSchool(page, first.schoolId);
  // The switcher is in the menu, so the page names the school.
  await expect(page.getByRole('main').getByText(entryOf(first))).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(switcher(page).getByRole('option', { disabled: false })).toHaveText(schools.map(entryOf));
  await switcher(page).selectOption(entryOf(second));
  await expect(switcher(page)).toHaveValue(second.schoolId);
  await expectSchool(page, second.schoolId);
  expect(await rememberedIn(page, 'school')).toBe(second.schoolId);
  await page.reload();
  await expectSchool(page, second.schoolId);
  await expect(page.getByRole('link', { name: 'School', exact: true })).toHaveAttribute('href', '/school');
});
