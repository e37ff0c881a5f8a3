// A new school's whole season: ballots that are typed, read from photos and imported, what a viewer and a
// student see of them, and the deletion of everything.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { ask, goWithin } from './person.ts';
import { expect, test } from './product.ts';
import { addRoster, deleteEverything, enter, keepBallots, linkStudent, newSchool, TEAM } from './school-steps.ts';
import {
  addTournament,
  downloadBallots,
  importFile,
  keepPhotos,
  loseConnection,
  openRound,
  printedPages,
  roundRow,
  setLineUp,
  typeBallot,
  wideFile,
} from './season-steps.ts';

test.use({ world: 'season book' });

const TOURNAMENT = 'First Cup';
const STUDENT = 'Stella Novák';
const STUDENTS = ['Ines Marlowe', 'Łukasz O’Brien', STUDENT];

async function openTournament(page: Page): Promise<void> {
  await goWithin(page, '/season');
  await page.getByRole('link', { name: TOURNAMENT }).click();
  await expect(page.getByRole('heading', { level: 1, name: TOURNAMENT })).toBeVisible();
}

/** A coach’s printouts. */
async function printAll(page: Page, tournamentPath: string): Promise<void> {
  await goWithin(page, tournamentPath);
  await expect(page.getByRole('table', { name: 'Results' }).getByRole('rowheader')).toHaveCount(4);
  expect(await printedPages(page), 'a tournament is one page').toBe(1);
  await goWithin(page, '/season/students?view=cards');
  await expect(page.getByRole('article')).toHaveCount(STUDENTS.length);
  expect(await printedPages(page), 'each student’s card is one page').toBe(STUDENTS.length);
}

async function expectTotalsOnly(page: Page, roundPath: string): Promise<void> {
  await page.goto('/season');
  await expect(page.getByRole('row', { name: TEAM })).toContainText('3-2-1');
  await goWithin(page, roundPath);
  await expect(page.getByText('112 – 98')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Line-up' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Open the ballot/ })).toHaveCount(0);
  await goWithin(page, '/season/students');
  await expect(page.getByText('You lack proper authentication')).toBeVisible();
}

test('a new school saves a season of six ballots, shows each person what they can see, exports, imports and deletes it', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const schoolId = await newSchool(page);
  await addRoster(page, STUDENTS);
  await keepBallots(page);
  await linkStudent(page, STUDENT, 'student');

  await addTournament(page, TOURNAMENT, ['1101', '1102', '1103', '1104']);
  const tournamentPath = new URL(page.url()).pathname;
  const first = await openRound(page, 1);
  await setLineUp(page, { Opening: STUDENT, 'Direct 1': 'Ines Marlowe', Closing: 'Łukasz O’Brien' });
  await typeBallot(page, 8, 7, loseConnection);
  const scores = Object.fromEntries(SCORE_FIELDS.map((field) => [field, field.startsWith('p') ? 7 : 8]));
  const other = { number: 2, judge: '', source: 'typed', tabMargin: null, comments: {} };
  const ranks = { attorney: [], witness: [] };
  await ask(page, 'keptBallots/keep', { schoolId, roundId: first, id: randomUUID(), ...other, scores, ranks });
  const ids = [];
  for (const number of [2, 3]) {
    await openTournament(page);
    ids.push(await openRound(page, number));
  }
  await keepPhotos(page, ids);
  const imported = { tournament: TOURNAMENT, round: 4, side: 'd' } as const;
  const file = wideFile(
    [
      { ...imported, judge: 'Rowe', p: 6, d: 9 },
      { ...imported, judge: 'Vale', p: 8, d: 8 },
    ],
    'Ines Marlowe',
  );
  await importFile(page, 'round-4.csv', file, 2);

  // As P, the paper's 100 to 106 is a loss; as D, it is a win.
  await openTournament(page);
  for (const [number, result, margins] of [
    [1, 'Tied', ['+14', '−14']],
    [2, 'Won', ['+6']],
    [3, 'Lost', ['−6']],
    [4, 'Won', ['+42', '0']],
  ] as const) {
    await expect(roundRow(page, number)).toContainText(result);
    await expect(roundRow(page, number).getByRole('listitem')).toContainText([...margins]);
  }
  await goWithin(page, '/season');
  await expect(page.getByRole('row', { name: TEAM }).getByRole('cell')).toHaveText(['2-1-1', '3-2-1', '+42']);
  await page.getByRole('link', { name: 'Students' }).click();
  await page.getByRole('link', { name: STUDENT }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: STUDENT })).toBeVisible();
  const roundPath = `/season/rounds/${first}`;
  await printAll(page, tournamentPath);

  await enter(page, 'viewer', schoolId);
  await expectTotalsOnly(page, roundPath);
  expect(await ask(page, 'keptBallots/ofRound', { schoolId, roundId: first })).toEqual([]);

  await enter(page, 'student', schoolId);
  await expectTotalsOnly(page, roundPath);
  await goWithin(page, '/season');
  await page.getByRole('link', { name: 'Your scores' }).click();
  await expect(page.getByRole('heading', { level: 1, name: STUDENT })).toBeVisible();
  await expect(page.getByText('Opening').first()).toBeVisible();
  expect(await ask(page, 'ownScores/inSchool', { schoolId })).toMatchObject([
    { part: 'open', score: 8 },
    { part: 'open', score: 7 },
  ]);

  await enter(page, 'nobody', schoolId);
  const exported = await downloadBallots(page);
  expect(exported.ballots).toHaveLength(6);
  await deleteEverything(page, /4 rounds, 6 ballots/);
  await goWithin(page, '/season');
  await expect(page.getByText(/add its rounds/)).toBeVisible();
  await keepBallots(page);
  await importFile(page, 'season.json', exported.text, 6);
  expect((await downloadBallots(page)).ballots).toEqual(exported.ballots);
  await deleteEverything(page, /4 rounds, 6 ballots/);
  expect(await ask(page, 'seasonBook/deletionImpact', { schoolId })).toEqual({ rounds: 0, ballots: 0 });
});
