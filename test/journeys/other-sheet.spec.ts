// A new school on Kentucky's sheet prints a round's ballots, and types one.
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { ask, goWithin } from './person.ts';
import { addSeason, newSchool } from './school-steps.ts';
import { typeBallot } from './season-steps.ts';

test.use({ world: 'season book' });

const STUDENT = 'Stella Novák';

test('a school whose league has another sheet prints and types its ballots on it', async ({ page }) => {
  test.setTimeout(480_000);
  const schoolId = await newSchool(page);
  const students = [STUDENT, 'Ines Marlowe'];
  const { rounds, studentIds } = await addSeason(page, schoolId, { students, sheet: KENTUCKY, opponents: ['1101'] });
  const [roundId] = rounds;
  const parts = ['open', 'witness1'].map((part, index) => ({ part, studentId: studentIds[index], witnessId: null }));
  await ask(page, 'rounds/setLineUp', { schoolId, roundId, version: 1, parts });
  await goWithin(page, `/season/rounds/${roundId}`);

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
  await expect(page).toHaveURL(new RegExp(roundId!));
  await expect(page.getByText('99 – 88')).toBeVisible();
  await page.getByRole('link', { name: 'Open the ballot of Judge 1' }).click();
  await expect(page.getByText('Kentucky high schools')).toBeVisible();
  await expect(page.getByText('P 99, D 88')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total 99 (-11) 88 (-22)' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Result Win (+11) Loss (-11)' })).toBeVisible();
  await expectAccessible(page, 'a saved ballot on another sheet');
});
