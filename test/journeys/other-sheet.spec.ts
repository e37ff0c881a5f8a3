// A new school chooses Kentucky's sheet for a tournament, prints a round's ballots, and types two.
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { addRoster, keepBallots, newSchool } from './school-steps.ts';
import { addTournament, openRound, setLineUp, typeBallot } from './season-steps.ts';

test.use({ world: 'season book' });

const STUDENT = 'Stella Novák';
const now = (): Promise<void> => Promise.resolve();

test('a school whose league has another sheet prints, types and compares its ballots on it', async ({ page }) => {
  test.setTimeout(480_000);
  await newSchool(page);
  await addRoster(page, [STUDENT, 'Ines Marlowe']);
  await keepBallots(page);
  await addTournament(page, 'Bluegrass Cup', ['1101'], KENTUCKY);
  const round = await openRound(page, 1);
  await setLineUp(page, { Opening: STUDENT, 'Witness 1': 'Ines Marlowe' });

  await page.getByRole('link', { name: 'Print ballots' }).click();
  await page.getByLabel('Paper', { exact: true }).selectOption('Letter');
  const sheets = page.getByRole('img', { name: 'Kentucky high schools (Letter)' });
  await expect(sheets).toHaveCount(2);
  for (const [index, text] of ['Judge 1', 'Judge 2'].entries()) await expect(sheets.nth(index)).toContainText(text);
  await expect(sheets.first()).toContainText('1101');
  for (const half of ['Stella', 'Marlowe']) await expect(sheets.first()).toContainText(half);
  await page.getByLabel('Judges').selectOption('3');
  await expect(sheets).toHaveCount(3);
  await expectAccessible(page, 'the ballots of a round');
  await page.setViewportSize({ width: 1280, height: 800 });
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
  await page.getByRole('link', { name: 'Back to the round' }).click();

  // 11 scores a side.
  const lookAround = async (): Promise<void> => {
    await expect(page.getByText('All scores entered')).toBeVisible();
    await expectAccessible(page, 'a ballot on another sheet');
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await typeBallot(page, 9, 8, lookAround, KENTUCKY);
  await typeBallot(page, 7, 7, now, KENTUCKY);
  await expect(page).toHaveURL(new RegExp(round));
  await expect(page.getByText('99 – 88')).toBeVisible();
  await expect(page.getByText('77 – 77')).toBeVisible();
  await expect(page.getByText('Tied').or(page.getByText('Tie')).first()).toBeVisible();
  await page.getByRole('link', { name: 'Open the ballot of Judge 1' }).click();
  await expect(page.getByText('Kentucky high schools')).toBeVisible();
  await expect(page.getByText('P 99, D 88')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total 99 (-11) 88 (-22)' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Result Win (+11) Loss (-11)' })).toBeVisible();
  await expectAccessible(page, 'a saved ballot on another sheet');
});
