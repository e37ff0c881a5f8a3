// What people use to read a page: 200% zoom, reduced motion, and a screen reader, which knows roles and names and what is announced.
import type { Page } from '@playwright/test';
import { dialogOf } from './admin.ts';
import { goWithin, remember, schoolsOf, shellOf, signInAs, untilLoaded, type Person } from './person.ts';
import { expect, test } from './product.ts';
import { undoOf } from './toasts.ts';

test.use({ world: 'aids' });

const SCREENS: [Person, string[]][] = [
  [
    'primary',
    [
      '/',
      '/school',
      '/school/sheets',
      '/settings',
      '/cases',
      '/season',
      '/season/import',
      '/season/photos',
      '/season/waiting',
    ],
  ],
  ['admin', ['/season/students', '/season/students?view=table', '/season/line-up', '/season/witnesses']],
  [
    'super',
    ['/', '/admin', '/admin?tab=users', '/admin?open=history', '/admin-test', '/status', '/privacy-and-security'],
  ],
];

/** Visits each screen as a link in the app would, and the first tournament, round, ballot and student of a person with a season. */
async function visitEach(page: Page, who: Person, paths: string[], look: (screen: string) => Promise<void>) {
  await signInAs(page, who);
  await page.goto('/status');
  await untilLoaded(page);
  const [school] = await schoolsOf(page);
  if (school) await remember(page, 'school', school.schoolId);
  for (const path of paths)
    await test.step(path, async () => {
      // Another view of a page has its title.
      if (path.includes('?')) await page.goto(path);
      else await goWithin(page, path);
      await untilLoaded(page);
      await look(path);
    });
  if (who !== 'primary') return;
  await page.goto('/season');
  for (const [name, link] of [
    ['a tournament', page.getByRole('region', { name: 'Tournaments' }).getByRole('link').first()],
    ['a round', page.getByRole('link', { name: /^Round \d/ }).first()],
    ['a ballot', page.getByRole('link', { name: /^Open the ballot/ }).first()],
  ] as const)
    await test.step(name, async () => {
      const [address, title] = [page.url(), await page.title()];
      await link.click();
      await expect(page).not.toHaveURL(address);
      // The page before stays until this one is there.
      await expect(page).not.toHaveTitle(title);
      await untilLoaded(page);
      await look(name);
    });
}

/** Elements that reach beyond the window's sides, where nobody can scroll. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const root = document.querySelector('[role="dialog"]') ?? document.body;
    const shown = [...root.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, td, dd, dt')].filter(
      (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    return [
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
      ...shown.flatMap((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        // Hidden except for screen readers.
        if (width <= 1 || right <= 0) return [];
        const isInside = left >= -1 && right <= innerWidth + 1;
        return isInside || scrolls(element) ? [] : [`${element.tagName} ${element.textContent.slice(0, 40)}`];
      }),
    ];
  });

/** The parts of the page that would move for longer than a moment. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seconds = (list: string): number =>
      Math.max(...list.split(',').map((each) => Number.parseFloat(each) / (each.trim().endsWith('ms') ? 1000 : 1)));
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part);
        const isMoving = animationName !== 'none' && seconds(animationDuration) > 0.001;
        return isMoving || seconds(transitionDuration) > 0 ? [`${element.tagName} ${element.className} ${part}`] : [];
      }),
    );
  });

/** What a screen reader announces of a page before its content. */
async function expectNamed(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('main'), screen).toHaveCount(1);
  // Both at once, because a title may arrive with the data.
  const titles = () =>
    page.evaluate(() => [
      document.title,
      ...[...document.querySelectorAll('h1')].map((h1) => `${h1.textContent} · Courtside`),
    ]);
  await expect.poll(async () => new Set(await titles()).size, screen).toBe(1);
  expect(await titles(), screen).toHaveLength(2);
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('table, [role="dialog"], [role="group"], [role="region"]')]
      .filter(
        (part) => !part.ariaLabel && !part.getAttribute('aria-labelledby') && !part.querySelector(':scope > caption'),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect.soft(nameless, `${screen}: parts without a name`).toEqual([]);
}

for (const [who, paths] of SCREENS) {
  test(`at 200% zoom nothing is cut off, nothing moves with reduced motion, and each screen has its names: ${who}`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + paths.length * 30_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // A window of 1,280 by 800 pixels at 200%.
    await page.setViewportSize({ width: 640, height: 400 });
    await visitEach(page, who, paths, async (screen) => {
      expect.soft(await cutOff(page), `${screen} at 200%`).toEqual([]);
      expect.soft(await moving(page), `${screen} with reduced motion`).toEqual([]);
      await expectNamed(page, screen);
    });
  });
}

test('a screen reader hears each new page, what was saved, what was undone, and what a search found', async ({
  page,
}) => {
  await signInAs(page, 'super');
  await page.goto('/status');
  await shellOf(page).getByRole('link', { name: 'Cases' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeFocused();
  await shellOf(page).getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeFocused();

  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = dialogOf(page, /^Edit School/);
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Announced Academy');
  const undo = await undoOf(page, 'School updated successfully', () =>
    dialog.getByRole('button', { name: 'Save' }).click(),
  );
  await undo.click();
  await expect(page.getByRole('button', { name: 'Edit Announced Academy' })).toHaveCount(0);

  await page.getByRole('button', { name: 'History' }).click();
  await page.getByLabel('Search the history').fill('announced');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ changes?$/ })).toBeVisible();
});
