// Each tab and dialog of the admin area: axe finds nothing in either scheme, also on a phone, and nothing scrolls sideways.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addCase, addSchool, assign, openAdmin, userCalled } from './admin.ts';
import { ask } from './person.ts';
import { expect, test } from './product.ts';

// What is assigned here would be another file's surprise.
test.use({ world: 'admin dialogs', trace: 'off' });

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Each scheme at one width, as what a width changes and what a scheme changes have nothing to do with each other. */
const LOOKS = [
  [1280, 'light'],
  [375, 'dark'],
] as const;

type Axe = { run(root: string, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };

/** Asks axe, which the first look has brought into the page: bringing it each time would take longer than all its looks. */
const lookAt = (page: Page, root: string): Promise<string[]> =>
  page.evaluate(
    async ([within, rules]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const { violations } = await axe.run(within, { runOnly: rules, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
    },
    [root, RULES] as const,
  );

async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // What lies behind a dialog has been looked at as a tab of its own.
    const inDialog = (await page.getByRole('dialog').count()) > 0;
    const found = await lookAt(page, inDialog ? '[data-portal]' : 'body');
    expect.soft(found, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(sideways, `${what}, ${width} px, scrolls sideways`).toBeLessThanOrEqual(0);
  }
}

/** Goes to another address of the admin area without loading the app again, as a link in it does. */
const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), `/admin?${address}`);

test('axe finds nothing in any tab and any dialog', async ({ page }) => {
  test.setTimeout(240_000);
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
    [`${ofSchool}&view=history`, 'added school'],
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
    ['open=history', 'added case'],
  ];
  await new AxeBuilder({ page }).withRules(['document-title']).setLegacyMode().analyze();
  for (const [address, text] of views) {
    await goWithin(page, address);
    await expect(page.getByText(text).first(), address).toBeVisible();
    await expectAccessible(page, address);
  }
});
