// The ballot processor’s screen, and how a photo is read on it.
import type { Locator, Page } from '@playwright/test';
import type { ScoreField } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { WRITTEN } from '../photos/filled-ballot.ts';
import { signInAs } from './person.ts';
import { expect } from './product.ts';

/** Much longer than a photo takes, for a busy machine. */
export const READING_MS = 60_000;

export async function openProcessor(page: Page): Promise<void> {
  await signInAs(page, 'super');
  await page.goto('/admin-test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courtside Ballot Processor');
}
export const upload = (page: Page) => page.getByLabel('Upload ballot image');
export const cell = (page: Page, field: ScoreField) => page.locator(`#score-${field}`);
export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} (?!on paper)`) });
const status = (page: Page) => page.getByText(/^(\d+ scores? to check|All scores checked|Everything checked)$/);
/** Uploads a photo, once the one before is finished. */
export async function choose(page: Page, photo: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await expect(upload(page)).toBeEnabled();
  await upload(page).setInputFiles(photo);
}
/** Uploads a photo and waits until its scores are shown. */
export async function read(page: Page, photo: string): Promise<void> {
  await choose(page, photo);
  await expect(page.getByTitle(photo.split('/').at(-1) ?? '')).toBeVisible({ timeout: READING_MS });
  await expect(page.getByRole('dialog', { name: 'Processing ballot' })).toBeHidden({ timeout: READING_MS });
  await expect(status(page)).toBeVisible();
}
export const sum = (side: 'p' | 'd') =>
  keysOf(COLLEGE_28, side).reduce((total, field) => total + WRITTEN.scores[field], 0);
