// The admin area for journeys: signed in as the database manager, with separate records for each journey.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { ask, signInAs, untilLoaded } from './person.ts';
import { expect } from './product.ts';

export type Named = { id: string; name: string };

export async function openAdmin(page: Page, address = ''): Promise<void> {
  await signInAs(page, 'dbm');
  await page.goto(`/admin${address}`);
  await untilLoaded(page);
}

export const addSchool = (page: Page, name: string): Promise<Named> =>
  ask(page, 'schools/add', { id: randomUUID(), name, shortName: name.slice(0, 3), isPremium: false });
export const addCase = (page: Page, name: string, type = 'civil'): Promise<Named> =>
  ask(page, 'cases/add', { id: randomUUID(), name, year: 2024, type, area: null, isActive: true });
export async function userCalled(page: Page, email: string): Promise<Named> {
  const { rows } = await ask<{ rows: Named[] }>(page, 'users/list', { search: email });
  const [user] = rows;
  if (user === undefined) throw new Error(`There is no ${email}.`);
  return user;
}
export const assign = (page: Page, schoolId: string, userId: string, role: string): Promise<unknown> =>
  ask(page, 'assignments/assign', { schoolId, userId, role });

export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** Chooses an action from a row's menu by keyboard. */
export async function pressInMenu(list: Page | Locator, action: string, of: string): Promise<void> {
  await pressOn(list.getByRole('button', { name: `Actions for ${of}` }));
  const page = 'page' in list ? list.page() : list;
  await pressOn(page.getByRole('menuitem', { name: `${action} ${of}` }));
}

/** Focuses something and presses Enter on it, so it must be reachable by keyboard. */
export async function pressOn(target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await target.press('Enter');
}
