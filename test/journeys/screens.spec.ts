// The text, browser title and buttons of the screens without a file of their own.
import type { Page } from '@playwright/test';
import { ask, emailOf, entryOf, goWithin, rememberFirst, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

const fact = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd');

test('every screen has its own browser title', async ({ page }) => {
  await signInAs(page, 'super');
  await page.goto('/418');
  await untilLoaded(page);
  for (const [path, title] of [
    ['/', 'User Dashboard · Courtside'],
    ['/admin', 'Admin Dashboard · Courtside'],
    ['/admin-test', 'Courtside Ballot Processor · Courtside'],
    ['/cases', 'Cases · Courtside'],
    ['/settings', 'Settings · Courtside'],
    ['/privacy-and-security', 'Privacy and Security · Courtside'],
    ['/error-explanation', 'Error Explanation · Courtside'],
    ['/status', 'Service Status · Courtside'],
    ['/pricing', 'Subscription Options · Courtside'],
    ['/404', 'This witness is not on the list · Courtside'],
  ] as const) {
    await goWithin(page, path);
    await expect(page).toHaveTitle(title);
  }
});

test.describe('the school page', () => {
  test('shows the school’s details and the person’s role', async ({ page }) => {
    await signInAs(page, 'primary');
    const [assigned] = await schoolsOf(page);
    if (!assigned) throw new Error('A Primary Admin has a school.');
    const { isPremium } = await ask<{ isPremium: boolean }>(page, 'schools/details', { schoolId: assigned.schoolId });
    await page.goto('/');
    await untilLoaded(page);
    await page.getByRole('link', { name: 'School', exact: true }).click();
    await expect(fact(page, 'Name').first()).toHaveText(assigned.school.name);
    await expect(fact(page, 'Short Name')).toHaveText(assigned.school.shortName);
    await expect(fact(page, 'Premium Status')).toHaveText(isPremium ? 'Active' : 'Inactive');
    await expect(fact(page, 'Your Role')).toHaveText('Primary Admin');
  });

  test('shows the ID on request and confirms copying it for one second', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAs(page, 'viewer');
    const [assigned] = await schoolsOf(page);
    await page.goto('/');
    await untilLoaded(page);
    await page.getByRole('link', { name: 'School', exact: true }).click();
    const id = page.getByText(assigned?.schoolId ?? '', { exact: true });
    await expect(id).toBeHidden();
    await page.getByText('Show School ID (Support Purposes)').click();
    await expect(id).toBeVisible();
    const copy = page.getByRole('button', { name: 'Copy school ID' });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copy.click();
    await expect(copy).toHaveText('Copied');
    await page.clock.runFor(990);
    await expect(copy).toHaveText('Copied');
    await page.clock.runFor(20);
    await expect(copy).toHaveText('Copy');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(assigned?.schoolId);
  });

  test('explains that the school is gone, and offers the others', async ({ page, context }) => {
    await signInAs(page, 'many');
    const [first, second] = await schoolsOf(page);
    if (!first || !second) throw new Error('There are two schools.');
    await rememberFirst(page, 'school', first.schoolId);
    await page.goto('/school');
    await expect(fact(page, 'Short Name')).toHaveText(first.school.shortName);
    const other = await context.newPage();
    await other.goto('/status');
    await other.evaluate(() => localStorage.removeItem('school'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Well this is awkward...');
    await untilLoaded(page);
    await page.getByRole('main').getByRole('combobox', { name: 'School' }).selectOption(entryOf(second));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('School');
    await expect(fact(page, 'Short Name')).toHaveText(second.school.shortName);
  });
});

test('the settings show the email and, on request, the user ID, and change the password', async ({ page }) => {
  await signInAs(page, 'dbm');
  const { id } = await ask<{ id: string }>(page, 'session/me');
  await page.goto('/settings');
  await untilLoaded(page);
  await expect(fact(page, 'Email')).toHaveText(emailOf('dbm'));
  await expect(page.getByText(id, { exact: true })).toBeHidden();
  await page.getByText('Show User ID').click();
  await expect(page.getByText(id, { exact: true })).toBeVisible();

  const change = async (current: string, next: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(current);
    await page.getByRole('textbox', { name: 'New password' }).fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  const old = 'a password for journeys';
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByText('Change your password').click();
  await change('not the password', 'another one for journeys');
  await expect(page.getByText('Incorrect current password.')).toBeVisible();
  await change(old, 'password123');
  await expect(page.getByText('This password is too easy to guess. Please choose another one.')).toBeVisible();
  await change(old, 'another one for journeys');
  await expect(page.getByText('Password changed. Other sessions have ended.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveValue('');
  await signInAs(page, 'dbm', 'another one for journeys');
  await ask(page, 'session/changePassword', { currentPassword: 'another one for journeys', newPassword: old });
});

test('the status page shows every service with its state and uptime, and the recent incidents', async ({ page }) => {
  await page.goto('/status');
  const overall = page.getByRole('region', { name: 'Overall status' });
  await expect(overall).toContainText('Operational');
  await expect(overall).toContainText('99.7');
  for (const [service, state, uptime, note] of [
    ['Case Management', 'Operational', '99.98', ''],
    ['Scoring System', 'Operational', '99.95', ''],
    ['Evidence Repository', 'Degraded', '97.32', 'increased latency for file uploads'],
    ['Database', 'Maintenance', '99.89', 'scheduled maintenance Thursdays 2-4 AM EST'],
  ] as const) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: service, exact: true }) });
    for (const text of [state, uptime, note]) await expect(card).toContainText(text, { ignoreCase: true });
  }
  for (const [incident, state] of [
    ['Evidence Upload Delays', 'Investigating'],
    ['Scheduled Maintenance', 'Completed'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: incident }) });
    await expect(row).toContainText(state);
  }
});

test('each code of the error explanation links to its page, and 503 to the status page', async ({ page }) => {
  await page.goto('/error-explanation');
  await untilLoaded(page);
  for (const code of ['404', '401', '403', '402', '500', '503', '418', '429']) {
    const link = page.getByRole('link', { name: code, exact: true });
    await expect(link).toHaveAttribute('href', `/${code}`);
    await link.click();
    await expect(page.getByText(`Error ${code}`)).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Explanation');
  }
  await page.getByRole('link', { name: 'See the status page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service Status');
});

test('every error page links to other pages', async ({ page }) => {
  await signInAs(page, 'viewer');
  await page.goto('/status');
  await untilLoaded(page);
  for (const [code, own, leadsTo] of [
    ['404', null, null],
    ['403', null, null],
    ['401', 'Authenticate', '/auth'],
    ['418', null, null],
    ['503', 'Check Docket Status', '/status'],
    ['402', 'View Subscription Options', '/pricing'],
    ['429', null, null],
  ] as const) {
    await goWithin(page, `/${code}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect(main.getByRole('button', { name: 'Go Back' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Report a bug or feature request' })).toBeVisible();
    if (own !== null) await expect(main.getByRole('link', { name: own })).toHaveAttribute('href', leadsTo);
  }
  await goWithin(page, '/403');
  await expect(page.getByText('You lack proper authentication')).toBeVisible();
  await goWithin(page, '/402');
  await expect(page.getByText('This feature requires additional access privileges')).toBeVisible();
  await goWithin(page, '/500');
  await expect(page.getByRole('button', { name: 'Return After Recess' })).toBeVisible();
});
