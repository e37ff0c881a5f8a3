// The shell: resizing the navigation by mouse, touch and keyboard, and the drawer on a phone.
import type { Page } from '@playwright/test';
import { rememberedIn, shellOf, signInAs, untilLoaded } from './person.ts';
import { expect, MOVING, test } from './product.ts';

test.use({ contextOptions: MOVING });

const edge = (page: Page) => page.getByRole('separator', { name: 'Width of the navigation' });

async function expectSize(page: Page, drawn: number, width: number, collapsed: boolean): Promise<void> {
  await expect.poll(async () => (await shellOf(page).boundingBox())?.width).toBe(drawn);
  await expect(edge(page)).toHaveAttribute('aria-valuenow', String(drawn));
  expect(await rememberedIn(page, 'nav-width')).toBe(String(width));
  expect(await rememberedIn(page, 'nav-collapsed')).toBe(String(collapsed));
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await edge(page).boundingBox();
  if (!box) throw new Error('The edge is on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragTo(page: Page, x: number): Promise<void> {
  const from = await middleOf(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(x, from.y, { steps: 4 });
  await page.mouse.up();
}

async function swipeTo(page: Page, x: number): Promise<void> {
  const from = await middleOf(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await touch('touchMove', [{ x: (from.x + x) / 2, y: from.y }]);
  await touch('touchMove', [{ x, y: from.y }]);
  await touch('touchEnd', []);
}

async function openAsSuperAdmin(page: Page): Promise<void> {
  await signInAs(page, 'super');
  await page.goto('/');
  await untilLoaded(page);
}

/** The navigation leads to every page, explains Admin Test, and names each link when collapsed to icons. */
async function expectLinks(page: Page): Promise<void> {
  for (const [name, heading] of [
    ['Cases', 'Cases'],
    ['Settings', 'Settings'],
    ['Admin Test', 'Courtside Ballot Processor'],
    ['Admin', 'Admin Dashboard'],
    ['Dashboard', 'User Dashboard'],
  ] as const) {
    const link = shellOf(page).getByRole('link', { name, exact: true });
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await shellOf(page).getByRole('link', { name: 'Admin Test' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Ballot processor' })).toBeVisible();
  await edge(page).focus();
  await page.keyboard.press('Home');
  for (const name of ['Dashboard', 'Cases', 'Settings', 'Admin Test', 'Admin']) {
    await shellOf(page).getByRole('link', { name, exact: true }).hover();
    const tip = name === 'Admin Test' ? 'Ballot processor' : name;
    await expect(page.getByRole('tooltip', { name: tip, exact: true })).toBeVisible();
  }
}

test('the navigation is resized by mouse, finger, keyboard and button, collapses to named icons, keeps its size, and leads to every page', async ({
  page,
}) => {
  await openAsSuperAdmin(page);
  expect((await shellOf(page).boundingBox())?.width).toBe(175);
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(70);
  for (const move of [dragTo, swipeTo]) {
    await move(page, 260);
    await expectSize(page, 260, 260, false);
    await move(page, 95);
    await expectSize(page, 80, 260, true);
    await page.reload();
    await untilLoaded(page);
    await expectSize(page, 80, 260, true);
    await move(page, 700);
    await expectSize(page, 400, 400, false);
    await edge(page).dblclick();
    await expectSize(page, 175, 175, false);
  }

  await edge(page).focus();
  for (const [key, drawn, width, collapsed] of [
    ['ArrowRight', 185, 185, false],
    ['ArrowLeft', 175, 175, false],
    ['Home', 80, 175, true],
    ['ArrowRight', 175, 175, false],
    ['End', 400, 400, false],
    ['Enter', 80, 400, true],
    ['Enter', 400, 400, false],
  ] as const) {
    await page.keyboard.press(key);
    await expectSize(page, drawn, width, collapsed);
  }
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await expectSize(page, 80, 400, true);
  await page.getByRole('button', { name: 'Expand navigation' }).click();
  await expectSize(page, 400, 400, false);

  await expectLinks(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true });

  test('the navigation is a drawer behind the burger, which Escape and a choice close', async ({ page }) => {
    await signInAs(page, 'many');
    await page.goto('/');
    await untilLoaded(page);
    await expect(shellOf(page)).toBeHidden();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.tap();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Current School:')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(menu).toBeFocused();
    await menu.tap();
    await drawer.getByRole('link', { name: 'Cases' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cases');
    await expect(drawer).toHaveCount(0);
  });
});
