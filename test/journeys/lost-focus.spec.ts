// By keyboard alone: when a change takes the pressed button away, the focus goes to the part of the page around it, never to the body.
import type { Locator, Page } from '@playwright/test';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';
import { ask, goWithin, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).press('Enter');

test('a change that takes the pressed button away leaves the focus in its part of the page', async ({ page }) => {
  await signInAs(page, 'primary');
  const { schoolId } = (await schoolsOf(page))[0]!;
  const [season] = (await ask<string[]>(page, 'seasonBook/seasons', { schoolId })) as [string];
  const { rounds } = await ask<{ rounds: { id: string }[] }>(page, 'seasonBook/season', { schoolId, season });
  await page.goto('/school');
  await untilLoaded(page);
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await press(calendar, 'Create a calendar link');
  await expect(calendar.getByRole('textbox', { name: 'Calendar link' })).toBeFocused();
  await press(calendar, 'End link');
  await press(page.getByRole('dialog'), 'End calendar link');
  await expect(calendar.getByRole('button', { name: 'Create a calendar link' })).toBeVisible();
  await expect(calendar).toBeFocused();

  const team = { schoolId, id: crypto.randomUUID(), name: 'Gone' };
  await ask(page, 'teams/add', team);
  await ask(page, 'teams/remove', { schoolId, id: team.id });
  await press(page, 'Recently deleted');
  await press(page, 'Restore Gone');
  const deleted = page.getByRole('region', { name: 'Recently deleted' });
  await expect(deleted.getByRole('button', { name: 'Restore Gone' })).toBeHidden();
  await expect(deleted).toBeFocused();
  await ask(page, 'teams/remove', { schoolId, id: team.id });

  await goWithin(page, '/settings');
  const factor = page.getByRole('region', { name: 'Second factor' });
  const setUp = factor.getByText('Set up a second factor');
  // It is hidden until the page knows whether there is a second factor.
  await expect(setUp).toBeVisible();
  await setUp.press('Enter');
  await factor.getByLabel('Password to set it up').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(factor.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect(factor).toBeFocused();

  // This one is only disabled while its change is on its way.
  await goWithin(page, '/season/import');
  await untilLoaded(page);
  const button = page.getByRole('button', { name: 'JSON', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  await expect(button).toBeFocused();

  await goWithin(page, `/season/rounds/${rounds[0]!.id}`);
  const lineUp = page.getByRole('region', { name: 'Line-up' });
  await lineUp.getByRole('combobox').first().press('End');
  await press(lineUp, 'Discard changes');
  await expect(lineUp.getByRole('button', { name: 'Discard changes' })).toBeHidden();
  await expect(lineUp).toBeFocused();
});

test('closing the question of a conflict leads back to the button that saves', async ({ page }) => {
  await signInAs(page, 'primary');
  const { schoolId } = (await schoolsOf(page))[0]!;
  const own = { ...COLLEGE_28, id: crypto.randomUUID(), title: 'Ours', version: 1 };
  await ask(page, 'sheets/save', { schoolId, sheet: own });
  await page.goto(`/school/sheets/${own.id}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Mine');
  await ask(page, 'sheets/save', { schoolId, sheet: { ...own, title: 'Theirs', version: 2 } });
  await expect(page.getByText('has saved version 2')).toBeVisible();
  await press(page, 'Save');
  await expect(page.getByRole('dialog', { name: 'This changed while you were editing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
  await expect(title).toHaveValue('Mine');
});
