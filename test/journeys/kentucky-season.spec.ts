// A school on Kentucky's sheet, and one with a sheet of its own: its rounds are printed, ballots typed, and the codes on printed ballots
// take the photos to their rounds and judges.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { codeText } from '#ballot/sheet/code.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { addRow, startedFrom, withRowFacts, withTitle } from '#ballot/sheet/edit.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import { cellsOf, keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { OTHER_SHEET } from '#metrics/sentences.ts';
import { signed } from '#web/pages/season/figure-words.ts';
import { qrPath } from '#web/components/ui/qr-path.ts';
import { makeBallot, type TestBallot } from '../ballots/make-ballot.ts';
import { expectAccessible } from './accessible.ts';
import { ask, goWithin } from './person.ts';
import { expect, test } from './product.ts';
import { addSeason, newSchool, TEAM } from './school-steps.ts';
import { confirmScores } from './scores-to-check.ts';
import { openRound, roundRow, typeBallot } from './season-steps.ts';

test.use({ world: 'season book' });

const STUDENT = 'Stella Novák';

type Shot = { name: string; round: number; judge: number; scores: TestBallot['scores']; jpeg: Buffer };

/** The printed ballots of the open round. Returns what their codes say. */
async function printBallots(page: Page, sheet: Sheet, schoolId: string, roundId: string): Promise<string[]> {
  await page.getByRole('link', { name: 'Print ballots' }).click();
  await page.getByLabel('Paper', { exact: true }).selectOption('Letter');
  const printed = page.getByRole('img', { name: `${sheet.title} (Letter)` });
  await expect(printed).toHaveCount(2);
  const { id, version } = sheet;
  const codes = [1, 2].map((judge) => codeText({ sheet: id, version, page: 1, schoolId, roundId, judge }));
  for (const [index, code] of codes.entries())
    await expect(printed.nth(index).locator(`path[d="${qrPath(code, 0).path}"]`)).toHaveCount(1);
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  await page.getByRole('link', { name: 'Back to the round' }).click();
  return codes;
}

/** A photo of a printed ballot that a judge has filled in. The seed is one of a judge who leaves no score out. */
async function photograph(
  sheet: Sheet,
  code: string,
  { round, judge, seed }: { round: number; judge: number; seed: number },
): Promise<Shot> {
  const { jpeg, scores } = await makeBallot(readablePage(sheet, 'Letter', 1)!, 'L1', seed, 2000, {}, { code });
  expect(Object.values(scores).filter((score) => typeof score !== 'number')).toEqual([]);
  return { name: `round-${round}-judge-${judge}.jpg`, round, judge, scores, jpeg: Buffer.from(jpeg) };
}

async function readPhotos(page: Page, shots: readonly Shot[]): Promise<void> {
  await goWithin(page, '/season');
  await page.getByRole('link', { name: 'Read photos' }).click();
  await page
    .getByLabel('Upload ballot images')
    .setInputFiles(shots.map(({ name, jpeg: buffer }) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(page.getByText(`${shots.length} of ${shots.length} done`)).toBeVisible({ timeout: 120_000 });
}

/** Checks the open ballot against its paper and saves it, with the suggested round and judge. */
async function checkAndKeep(page: Page, { name, round, judge, scores }: Shot): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: `Check ${name}` })).toBeVisible();
  await expect(page.getByLabel('Round', { exact: true }).locator('option:checked')).toContainText(`Round ${round} ·`);
  await expect(page.getByLabel('Judge number').locator('option:checked')).toHaveText(String(judge));
  await expect(page.getByText(/The round is a suggestion/)).toHaveCount(0);
  await confirmScores(page);
  const misread = [];
  for (const [key, score] of Object.entries(scores))
    if ((await page.locator(`#score-${key}`).inputValue()) !== String(score)) misread.push(key);
  expect(misread.length, `misread on ${name}`).toBeLessThanOrEqual(2);
  for (const key of misread) await page.locator(`#score-${key}`).fill(String(scores[key]));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

const totalOf = (sheet: Sheet, { scores }: Shot, side: 'p' | 'd'): number =>
  keysOf(sheet, side).reduce((sum, key) => sum + Number(scores[key]), 0);

/** A round with a line-up is printed for three judges, and one ballot is typed, 11 scores a side. */
async function printAndType(page: Page, roundId: string): Promise<void> {
  await goWithin(page, `/season/rounds/${roundId}`);
  await page.getByRole('link', { name: 'Print ballots' }).click();
  await page.getByLabel('Paper', { exact: true }).selectOption('Letter');
  const sheets = page.getByRole('img', { name: 'Kentucky high schools (Letter)' });
  await expect(sheets).toHaveCount(2);
  for (const [index, text] of ['Judge 1', 'Judge 2'].entries()) await expect(sheets.nth(index)).toContainText(text);
  await expect(sheets.first()).toContainText('1103');
  for (const half of ['Stella', 'Marlowe']) await expect(sheets.first()).toContainText(half);
  await page.getByLabel('Judges').selectOption('3');
  await expect(sheets).toHaveCount(3);
  await expectAccessible(page, 'the ballots of a round');
  await page.setViewportSize({ width: 1280, height: 800 });
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
  await page.getByRole('link', { name: 'Back to the round' }).click();

  const lookAround = async (): Promise<void> => {
    await expect(page.getByText('All scores entered')).toBeVisible();
    await expectAccessible(page, 'a ballot on another sheet');
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await typeBallot(page, 9, 8, lookAround, KENTUCKY);
  await expect(page).toHaveURL(new RegExp(roundId));
  await expect(page.getByText('99 – 88')).toBeVisible();
  await page.getByRole('link', { name: 'Open the ballot of Judge 1' }).click();
  await expect(page.getByText('Kentucky high schools')).toBeVisible();
  await expect(page.getByText('P 99, D 88')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total 99 (-11) 88 (-22)' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Result Win (+11) Loss (-11)' })).toBeVisible();
  await expectAccessible(page, 'a saved ballot on another sheet');
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a school on Kentucky’s sheet prints its rounds, the codes on three photos take them to their rounds and judges, and a ballot is typed on it', async ({
  page,
}) => {
  test.setTimeout(480_000);
  const schoolId = await newSchool(page);
  const students = [STUDENT, 'Ines Marlowe'];
  const opponents = ['1101', '1102', '1103'];
  const { tournament, rounds, studentIds } = await addSeason(page, schoolId, { students, sheet: KENTUCKY, opponents });

  const shots: Shot[] = [];
  for (const [round, seeds] of [
    [1, [408, 406]],
    [2, [411]],
  ] as const) {
    await page.goto(tournament);
    const roundId = await openRound(page, round);
    const codes = await printBallots(page, KENTUCKY, schoolId, roundId);
    for (const [index, seed] of seeds.entries())
      shots.push(await photograph(KENTUCKY, codes[index]!, { round, judge: index + 1, seed }));
  }
  const [first, second] = shots as [Shot, Shot];
  // No photo needs the one before it to find its round.
  await readPhotos(page, shots.toReversed());
  for (const { name, round } of shots)
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(`Round ${round} · ${TEAM}`);
  await page.getByRole('link', { name: `Check ${first.name}` }).click();
  await expect(page.getByRole('img', { name: 'Opening, P Team Score on the paper' })).toBeVisible();
  await expectAccessible(page, 'a photo of another sheet');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const shot of [first, ...shots.slice(1).toReversed()]) await checkAndKeep(page, shot);
  await expect(page.getByRole('heading', { level: 1, name: 'Ballots from photos' })).toBeVisible();

  await goWithin(page, tournament);
  for (const [number, result, margins] of [
    [1, 'Won', ['+2', '0']],
    [2, 'Won', ['+6']],
  ] as const) {
    await expect(roundRow(page, number)).toContainText(result);
    await expect(roundRow(page, number).getByRole('listitem')).toContainText([...margins]);
  }
  await expectAccessible(page, 'a tournament on another sheet');
  await page.setViewportSize({ width: 1280, height: 800 });
  const roundId = await openRound(page, 1);
  for (const shot of [first, second])
    await expect(page.getByText(`${totalOf(KENTUCKY, shot, 'p')} – ${totalOf(KENTUCKY, shot, 'd')}`)).toBeVisible();
  // Ties are allowed.
  await page
    .getByRole('link', { name: /^Open the ballot of/ })
    .nth(1)
    .click();
  await expect(page.getByText('P 93, D 93')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Result Tie Tie', exact: true })).toBeVisible();
  await goWithin(page, '/season');
  await expect(page.getByRole('row', { name: TEAM }).getByRole('cell')).toHaveText(['2-0-0', '2-0-1', '+8']);
  const kept = await ask<{ number: number; sheet: object; source: string }[]>(page, 'keptBallots/ofRound', {
    schoolId,
    roundId,
  });
  expect(kept).toMatchObject(
    [1, 2].map((number) => ({ number, source: 'photo', sheet: { id: 'kentucky', version: 1 } })),
  );

  const parts = ['open', 'witness1'].map((part) => ({ part, studentId: studentIds[0], witnessId: null }));
  await ask(page, 'rounds/setLineUp', { schoolId, roundId, version: 1, parts });
  await goWithin(page, '/season/students');
  await page.getByRole('link', { name: STUDENT }).first().click();
  // The page of all students says it too.
  await expect(page.getByRole('heading', { level: 1, name: STUDENT })).toBeVisible();
  await expect(page.getByText(OTHER_SHEET)).toBeVisible();
  const { p: opening, d: opposing } = KENTUCKY.sections[0]!.rows[0]!;
  const witness = cellsOf(KENTUCKY, 'p').find(({ role, number }) => role === 'witness' && number === 1)!;
  const scoresOf = ({ key }: { key: string }): [number, number] =>
    [first, second].map(({ scores }) => Number(scores[key])) as [number, number];
  const mean = ([one, other]: [number, number]): number => (one + other) / 2;
  const pickup = signed(mean(scoresOf(opening!)) - mean(scoresOf(opposing!)));
  for (const [role, cell, against] of [
    ['Opening', opening!, pickup],
    ['Witness', witness, '–'],
  ] as const) {
    const cells = page
      .getByRole('table', { name: 'Scores by role' })
      .getByRole('row', { name: role })
      .getByRole('cell');
    // The median of two scores is their mean.
    await expect(cells.nth(0)).toHaveText('2');
    await expect(cells.nth(1)).toHaveText(mean(scoresOf(cell)).toFixed(2));
    await expect(cells.nth(2)).toHaveText(mean(scoresOf(cell)).toFixed(1));
    await expect(cells.nth(4)).toHaveText(against);
    await expect(cells.nth(6)).toHaveText(/^[+−]?\d\.\d\d to [+−]?\d\.\d\d$/);
  }

  const third = rounds[2]!;
  const others = ['open', 'witness1'].map((part, index) => ({ part, studentId: studentIds[index], witnessId: null }));
  await ask(page, 'rounds/setLineUp', { schoolId, roundId: third, version: 1, parts: others });
  await test.step('a round is printed and typed', () => printAndType(page, third));
});

test('a photo on a school’s own sheet is read, checked with and without its picture, and saved', async ({ page }) => {
  const schoolId = await newSchool(page);
  const withRow = addRow(withTitle(startedFrom(KENTUCKY, randomUUID()), 'Our league'), 0);
  const sheet = withRowFacts(withRow, { section: 0, row: 1 }, { label: 'Objections' });
  expect(keysOf(sheet)).toHaveLength(keysOf(KENTUCKY).length + 2);
  await ask(page, 'sheets/save', { schoolId, sheet });
  const { rounds } = await addSeason(page, schoolId, { students: [STUDENT], sheet, opponents: ['1101'] });
  const [roundId = ''] = rounds;

  const { id, version } = sheet;
  const code = codeText({ sheet: id, version, page: 1, schoolId, roundId, judge: 1 });
  const shot = await photograph(sheet, code, { round: 1, judge: 1, seed: 408 });
  await readPhotos(page, [shot]);
  await expectAccessible(page, 'the list of photos');
  await page.getByRole('link', { name: `Check ${shot.name}` }).click();
  await expect(page.getByLabel('Objections, P Team Score', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/The picture is no longer in this tab/)).toBeVisible();
  await expect(page.getByRole('img', { name: /on the paper$/ })).toHaveCount(0);
  await expectAccessible(page, 'a checked ballot without its picture');
  await page.setViewportSize({ width: 1280, height: 800 });
  await checkAndKeep(page, shot);
  await expect(page.getByRole('heading', { level: 1, name: 'Ballots from photos' })).toBeVisible();
  await goWithin(page, `/season/rounds/${roundId}`);
  await expect(page.getByText(`${totalOf(sheet, shot, 'p')} – ${totalOf(sheet, shot, 'd')}`)).toBeVisible();
});
