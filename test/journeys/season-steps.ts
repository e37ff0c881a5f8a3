// Steps of journeys through a season's screens: tournaments, rounds, and ballots that are typed, read and imported.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import type { Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { seasonOf } from '#contract/seasons.ts';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import { goWithin } from './person.ts';
import { expect } from './product.ts';
import { TEAM } from './school-steps.ts';
import { confirmScores } from './scores-to-check.ts';
import { expectToast } from './toasts.ts';

const SEASON = seasonOf(new Date());

/** A tournament with rounds against these opponents, with alternating sides. */
export async function addTournament(page: Page, name: string, opponents: readonly string[]): Promise<void> {
  await goWithin(page, '/season');
  await page.getByRole('button', { name: 'Add a tournament' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add Tournament' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const opponent of opponents) {
    await page.getByRole('button', { name: 'Add a round' }).click();
    await dialog.getByLabel('Opponent').fill(opponent);
    await dialog.getByRole('button', { name: 'Add Round' }).click();
    await expect(dialog).toHaveCount(0);
  }
}

/** The row of a round on the page of its tournament. */
export const roundRow = (page: Page, number: number): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Round ${number}, ${TEAM}` }) });

/** Opens a round from its tournament, and returns its id. */
export async function openRound(page: Page, number: number): Promise<string> {
  await page.getByRole('link', { name: `Round ${number}, ${TEAM}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Round ${number}, ${TEAM}` })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Says who did which part of the open round. */
export async function setLineUp(page: Page, parts: Record<string, string>): Promise<void> {
  for (const [part, name] of Object.entries(parts))
    await page.getByRole('combobox', { name: part, exact: true }).selectOption(name);
  const ballot = page.getByRole('heading', { level: 1, name: 'Type a ballot' });
  await answeredLate(
    page,
    'rounds/setLineUp',
    () => page.getByRole('button', { name: 'Save line-up' }).click(),
    async () => {
      await page.getByRole('link', { name: 'Type a ballot' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
      await expect(ballot).toBeVisible();
    },
  );
  await expectToast(page, 'Round updated successfully');
  await expect(ballot).toBeVisible();
  await page.goBack();
}

/** Types a ballot of the open round by keyboard: one score in all cells of each side. */
export async function typeBallot(
  page: Page,
  p: number,
  d: number,
  beforeKeeping: (page: Page) => Promise<void> = () => Promise.resolve(),
  sheet: Sheet = COLLEGE_28,
): Promise<void> {
  await page.getByRole('link', { name: 'Type a ballot' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Type a ballot' })).toBeVisible();
  for (const [side, score] of Object.entries({ p, d })) {
    const fields = keysOf(sheet, side as Side);
    await page.locator(`#score-${fields[0]}`).focus();
    for (const field of fields) {
      await expect(page.locator(`#score-${field}`)).toBeFocused();
      await page.keyboard.type(String(score));
      await page.keyboard.press('ArrowDown');
    }
  }
  await beforeKeeping(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Ballot saved');
  await expect(page.getByRole('heading', { level: 1, name: /^Ballot of/ })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the round' }).click();
}

/** The connection is lost just as the coach saves a ballot: the page says so and loses nothing. */
export async function loseConnection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Can’t reach the server.*Nothing is lost/)).toBeVisible();
  await page.context().setOffline(false);
}

/** The answer to a call waits until the coach has gone on. */
async function answeredLate(page: Page, call: string, send: () => Promise<void>, goOn: () => Promise<void>) {
  let answer: () => void = () => undefined;
  const hasGoneOn = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/rpc/${call}`, async (route) => {
    const response = await route.fetch();
    await hasGoneOn;
    await route.fulfill({ response });
  });
  await send();
  await goOn();
  answer();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Reads a photo for each of these rounds, checks it beside its picture, and saves it in its round. */
export async function keepPhotos(page: Page, roundIds: readonly string[]): Promise<void> {
  await goWithin(page, '/season');
  await page.getByRole('link', { name: 'Read photos' }).click();
  const buffer = readFileSync(PHOTO_PATH);
  const names = roundIds.map((_, index) => `photo-${index + 1}.jpg`);
  await page
    .getByLabel('Upload ballot images')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(page.getByText(`${names.length} of ${names.length} done`)).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: `Check ${names[0]}` }).click();
  for (const [index, name] of names.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: `Check ${name}` })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Opening, P Team Score on the paper' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await confirmScores(page);
    await page.getByLabel('Round', { exact: true }).selectOption(roundIds[index] ?? '');
    await expect(page.getByLabel('Judge number').locator('option:checked')).toHaveText('1');
    // Saving one leads to the next.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Ballot saved');
  }
  await expect(page.getByRole('heading', { level: 1, name: /^Check/ })).toHaveCount(0);
}

type ImportedBallot = { tournament: string; round: number; side: Side; judge: string; p: number; d: number };

/** A file with a line per ballot, and one score in all cells of each side. */
export function wideFile(ballots: readonly ImportedBallot[], opening: string): string {
  const header = ['season', 'tournament', 'round', 'judge', 'our side', 'team', 'Opening Student'];
  const lines = ballots.map(({ tournament, round, side, judge, p, d }) => [
    SEASON,
    tournament,
    String(round),
    judge,
    side,
    TEAM,
    opening,
    ...SCORE_FIELDS.map((field) => String(field.startsWith('p') ? p : d)),
  ]);
  return [[...header, ...SCORE_FIELDS.map((field) => recognitionLabel(field))], ...lines]
    .map((cells) => cells.join(','))
    .join('\n');
}

export async function importFile(page: Page, name: string, text: string, ballots: number): Promise<void> {
  await goWithin(page, '/season/import');
  const mimeType = 'application/octet-stream';
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  await page.getByRole('button', { name: `Import ${ballots} ballots` }).click();
  await expectToast(page, 'Ballots imported successfully');
}

/** The ballots of the school's download. */
export async function downloadBallots(page: Page): Promise<{ text: string; ballots: object[] }> {
  await page.goto('/season/import');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  return { text, ballots: (JSON.parse(text) as { ballots: object[] }).ballots };
}

/** How many pages the open screen takes on paper. */
export async function printedPages(page: Page): Promise<number> {
  const paper = await page.pdf({ format: 'Letter' });
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
