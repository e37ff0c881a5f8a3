// Every screen passes axe, never scrolls sideways and works by keyboard alone, light and dark, on a phone and a desktop, and can be read at
// 200% and by a screen reader.
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAt, expectAccessibleInTurn } from './accessible.ts';
import { expectReadable } from './readable.ts';
import { goWithin, remember, rememberFirst, schoolsOf, shellOf, signInAs, untilLoaded, type Person } from './person.ts';
import { expect, test, untouched } from './product.ts';

const open = ['/privacy-and-security', '/error-explanation', '/status', '/pricing', '/404'];
// One of each kind: with a link of its own, without, and with a button.
const courts = ['/401', '/418', '/500'];
const NEW_SHEET = '/school/sheets/00000000-0000-4000-8000-000000000000?from=college-28';
const screens: [string, Person | null, string[]][] = [
  [
    'somebody signed out',
    null,
    ['/auth', '/settings', '/status', '/forgot-password', '/reset-password', '/invitation'],
  ],
  // Not the admin area (admin-dialogs.spec.ts) and the ballot processor (ballot.spec.ts). The settings are those of a Primary Admin.
  ['a super admin', 'super', ['/', '/cases', ...open, ...courts]],
  ['a Primary Admin', 'primary', ['/', '/school', '/settings']],
  ['somebody with several schools', 'many', ['/', '/school']],
  ['a viewer', 'viewer', ['/', '/school', '/season', '/admin']],
  ['an Admin', 'admin', ['/season', '/season/students', '/season/line-up', '/season/witnesses', '/season/photos']],
  [
    'an Admin with files',
    'admin',
    ['/season/waiting', '/season/import', '/school/sheets', NEW_SHEET, '/season/try-outs'],
  ],
];

async function expectPartsAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await goWithin(page, '/cases');
  await untilLoaded(page);
  await page.getByText(/^Halloran v\. /).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Defense' })).toBeVisible();
  await expectAccessible(page, 'an opened case');
  // The palette and the list of shortcuts, which return the focus.
  const find = page.getByRole('button', { name: 'Find' });
  await find.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Find a page/ })).toBeFocused();
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Escape');
  await expect(find).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'the shortcuts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goWithin(page, '/');
  await untilLoaded(page);
  const students = page.getByRole('region', { name: 'Students', exact: true });
  await students
    .getByRole('button', { name: /^Actions for / })
    .first()
    .press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Edit / })).toBeFocused();
  await expectAccessible(page, 'the menu of a student');
  await page.keyboard.press('Escape');
  await students.getByRole('button', { name: 'Add Student' }).click();
  await expect(students.getByRole('textbox', { name: 'New student' })).toBeFocused();
  await expectAccessible(page, 'the form of a student');
  await students.getByRole('button', { name: 'Paste a list' }).click();
  await expect(students.getByRole('textbox', { name: /^Names/ })).toBeFocused();
  await expectAccessible(page, 'the field for a list');
}

// One test for all of them, because a new browser tab takes longer than the checks of a screen.
test('axe finds no problems on any screen, in an opened case, the palette, a row’s menu and the forms of a roster', async ({
  page,
}) => {
  test.setTimeout(1_200_000);
  // The app forgets the choice with the person who made it.
  await rememberFirst(page, 'cookieConsent', 'true');
  let turn = 0;
  for (const [name, who, paths] of screens) {
    if (who !== null) await signInAs(page, who);
    await page.goto('/status');
    await untilLoaded(page);
    if (paths.includes('/school')) {
      const [school] = await schoolsOf(page);
      await remember(page, 'school', school?.schoolId ?? '');
    }
    for (const path of paths) {
      await test.step(`${path} of ${name}`, async () => {
        await goWithin(page, path);
        await untilLoaded(page);
        await expectAccessibleInTurn(page, `${path} of ${name}`, (turn += 1));
        await expectReadable(page, `${path} of ${name}`);
      });
    }
  }
  await test.step('the parts of screens', () => expectPartsAccessible(page));
});

test('axe finds no problems in the open drawer of a phone and in a failed sign-in', async ({ page }) => {
  await page.goto('/auth');
  await untilLoaded(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('stranger@demo.test');
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Incorrect email or password.')).toBeVisible();
  await expectAccessible(page, 'a failed sign-in');

  await signInAs(page, 'many');
  await page.goto('/');
  await untilLoaded(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleAt(page, 'the drawer', [375]);
});

test.describe('with the cookie banner', () => {
  test.use({ storageState: untouched });
  test('axe finds no problems on the sign-in screen', async ({ page }) => {
    await page.goto('/auth');
    await untilLoaded(page);
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
    await expectAccessible(page, 'the cookie banner');
  });
});

/** The accessible name of the focused element after each press of Tab. */
async function tabThrough(page: Page, most: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < most) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
      return (focused.getAttribute('aria-label') ?? label ?? focused.textContent).trim();
    });
    if (name === null) break;
    names.push(name);
  }
  return names;
}

test('the keyboard reaches everything in the shell in reading order, and can skip the navigation first', async ({
  page,
}) => {
  // Signs in from another browser too, so that there is another session to end.
  await signInAs(page, 'super');
  await page.context().clearCookies();
  await signInAs(page, 'super');
  await page.goto('/settings');
  await untilLoaded(page);
  await expect(page.getByText('End all other sessions')).toBeVisible();
  await expect(page.getByText('Set up a second factor')).toBeVisible();
  const names = await tabThrough(page, 60);
  const isEnd = (name: string): boolean => /^End .+, since /.test(name);
  expect(names.filter(isEnd)).not.toEqual([]);
  expect(names.filter((name) => !isEnd(name))).toEqual([
    'Skip to main content',
    'Courtside, go to the dashboard',
    'Find',
    'Dashboard',
    'Cases',
    'Settings',
    'Admin Test',
    'Admin',
    'Log Out',
    'Collapse navigation',
    'Width of the navigation',
    'Dark theme',
    'Show User ID',
    'Change your password',
    'Set up a second factor',
    'End all other sessions',
    'The API page',
    'Create an access token',
  ]);

  await page.reload();
  await untilLoaded(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a person can sign in, choose a school and log out by keyboard alone', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type('many@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a password for journeys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Dashboard');
  const [, second] = await schoolsOf(page);
  const switcher = page.getByRole('combobox', { name: 'Current School:' });
  await expect(switcher.getByRole('option', { disabled: false })).not.toHaveCount(0);
  await switcher.focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(switcher).toHaveValue(second?.schoolId ?? '');
  await page.getByRole('button', { name: 'Log Out' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('nothing moves for a person who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(page, 'viewer');
  await page.route('**/api/rpc/assignments/mine', () => undefined);
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Loading your schools' })).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => {
        const { duration = 0, iterations = 1 } = effect?.getTiming() ?? {};
        return Number(duration) > 1 || iterations > 1;
      })
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
  );
  expect(moving).toEqual([]);
  await expect(shellOf(page)).toBeVisible();
});
