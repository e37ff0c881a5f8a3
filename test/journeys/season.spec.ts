// A new school goes from nothing to a kept season: ballots that are typed, read from photos and imported, what a viewer and a
// student see of them, and the end of it all.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Season } from '#contract/season-book.ts';
import { PHOTO_PATH } from '../photos/filled-ballot.ts';
import { expectAccessible } from './accessible.ts';
import { ask, remember, shellOf, signInAs, untilLoaded, type Person } from './person.ts';
import { expect, test } from './product.ts';

test.use({ world: 'season book' });

const SCHOOL = 'Journey Academy';
const SEASON = seasonOf(new Date());
const STUDENT = 'Stella Novák';
const STUDENTS = ['Ines Marlowe', 'Łukasz O’Brien', STUDENT];

/** A new school with a Primary Admin, a viewer, and a student who signs in; three students and a team. */
async function newSchool(page: Page): Promise<string> {
  const schoolId = randomUUID();
  const me = async (who: Person): Promise<string> => ((await signInAs(page, who)) as { id: string }).id;
  const ids = { nobody: await me('nobody'), viewer: await me('viewer'), student: await me('student') };
  await signInAs(page, 'super');
  await ask(page, 'schools/add', { id: schoolId, name: SCHOOL, shortName: 'JA', isPremium: true });
  const roles = { nobody: 'primary', viewer: 'viewer', student: 'viewer' } as const;
  for (const who of ['nobody', 'viewer', 'student'] as const)
    await ask(page, 'assignments/assign', { schoolId, userId: ids[who], role: roles[who] });
  await enter(page, 'nobody', schoolId);
  await ask(page, 'teams/add', { schoolId, id: randomUUID(), name: 'First Team' });
  for (const name of STUDENTS) {
    const userId = name === STUDENT ? ids.student : null;
    await ask(page, 'students/add', { schoolId, id: randomUUID(), name, teamId: null, userId });
  }
  return schoolId;
}

/** Signs a person in, with the school chosen. */
async function enter(page: Page, who: Person, schoolId: string): Promise<void> {
  // Looking for barriers has left the width of a phone.
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, who);
  await page.goto('/status');
  // By now the app has forgotten what it remembered for the person before.
  await expect(shellOf(page)).toBeVisible();
  await untilLoaded(page);
  await remember(page, 'cookieConsent', 'true');
  await remember(page, 'school', schoolId);
}
const seasonOfSchool = (page: Page, schoolId: string): Promise<Season> =>
  ask(page, 'seasonBook/season', { schoolId, season: SEASON });

async function keepBallots(page: Page): Promise<void> {
  await page.goto('/school');
  const keeps = page.getByRole('switch', { name: 'Keep ballots' });
  await keeps.click();
  await expect(page.getByText('Photos are never kept.')).toBeVisible();
}

async function addRound(page: Page, opponent: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a round' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Opponent').fill(opponent);
  await dialog.getByRole('button', { name: 'Add Round' }).click();
  await expect(dialog).toHaveCount(0);
}

async function typeBallot(page: Page, roundId: string, ours: number, theirs: number): Promise<void> {
  await page.goto(`/season/rounds/${roundId}/ballots/new`);
  await expect(page.getByRole('heading', { level: 1, name: 'Type a ballot' })).toBeVisible();
  for (const field of SCORE_FIELDS)
    await page.locator(`#score-${field}`).fill(String(field.startsWith('p') ? ours : theirs));
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Ballot of/ })).toBeVisible();
}

/** Reads four photos and keeps two each with the second and the third round. */
async function keepPhotos(page: Page, rounds: Season['rounds']): Promise<void> {
  await page.goto('/season/photos');
  const names = ['first.jpg', 'second.jpg', 'third.jpg', 'fourth.jpg'];
  const buffer = readFileSync(PHOTO_PATH);
  await page
    .getByLabel('Upload ballot images')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(page.getByText('4 of 4 done')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'Check first.jpg' }).click();
  for (const [index, name] of names.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: `Check ${name}` })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Opening, P Team Score on the paper' })).toBeVisible();
    // The reader is unsure of one score, which is right.
    await page.getByRole('button', { name: 'Next' }).click();
    await page.keyboard.press('Enter');
    await page.getByLabel('Round', { exact: true }).selectOption(rounds[index < 2 ? 1 : 2]?.id ?? '');
    // Keeping one leads to the next.
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
  }
  await expect(page.getByText('Ballot kept').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Check/ })).toHaveCount(0);
}

async function importFile(page: Page, name: string, text: string, ballots: number): Promise<void> {
  await page.goto('/season/import');
  const mimeType = 'application/octet-stream';
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
  await page.getByRole('button', { name: `Import ${ballots} ballots` }).click();
  await expect(page.getByText('Ballots imported successfully')).toBeVisible();
}

async function download(page: Page): Promise<string> {
  await page.goto('/season/import');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  return readFileSync(await (await downloading).path(), 'utf8');
}
const ballotsIn = (json: string): object[] => (JSON.parse(json) as { ballots: object[] }).ballots;

async function deleteEverything(page: Page): Promise<void> {
  await page.goto('/school');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/8 ballots/)).toBeVisible();
  await dialog.getByLabel(/^Type/).fill(SCHOOL);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(dialog).toHaveCount(0);
}

/** How many pages the open screen takes on paper. */
async function printedPages(page: Page): Promise<number> {
  const paper = await page.pdf({ format: 'Letter' });
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('a new school keeps a season of eight ballots, shows it as each person may see it, moves it and deletes it', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const schoolId = await newSchool(page);
  await keepBallots(page);
  await expectAccessible(page, 'the School page');

  await page.goto('/season');
  await page.getByRole('button', { name: 'Add a tournament' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('First Cup');
  await dialog.getByRole('button', { name: 'Add Tournament' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First Cup' })).toBeVisible();
  for (const opponent of ['1101', '1102', '1103', '1104']) await addRound(page, opponent);
  await expectAccessible(page, 'the tournament');
  const { rounds } = await seasonOfSchool(page, schoolId);
  expect(rounds.map(({ number, opponent }) => `${number} ${opponent}`)).toEqual([
    '1 1101',
    '2 1102',
    '3 1103',
    '4 1104',
  ]);

  const [first] = rounds;
  const students = await ask<{ id: string; name: string }[]>(page, 'students/inSchool', { schoolId });
  const studentId = students.find(({ name }) => name === STUDENT)?.id ?? '';
  const parts = [{ part: 'open', studentId, witnessId: null }];
  await ask(page, 'rounds/setLineUp', { schoolId, roundId: first?.id, version: first?.version, parts });
  await typeBallot(page, first?.id ?? '', 8, 7);
  await typeBallot(page, first?.id ?? '', 7, 8);
  await keepPhotos(page, rounds);
  const line = (judge: number, part: string, score: number) =>
    `${SEASON},First Cup,4,${rounds[3]?.side},${judge},,${part},Ines Marlowe,speech,${score},First Team`;
  const header = 'season,tournament,round,side,ballot,judge,part,student,kind,score,team';
  await importFile(page, 'round-4.csv', [header, line(1, 'open', 9), line(2, 'open', 8)].join('\n'), 2);

  const { ballots } = await seasonOfSchool(page, schoolId);
  expect(ballots.map(({ source }) => source).toSorted()).toEqual([
    'file',
    'file',
    'photo',
    'photo',
    'photo',
    'photo',
    'typed',
    'typed',
  ]);
  const margins = ballots
    .filter(({ unread }) => unread === 0)
    .map(
      ({ roundId, pTotal, dTotal }) =>
        (pTotal - dTotal) * (rounds.find(({ id }) => id === roundId)?.side === 'p' ? 1 : -1),
    );
  const counted = [1, -1, 0].map((sign) => margins.filter((margin) => Math.sign(margin) === sign).length).join('-');
  await page.goto('/season');
  await expect(page.getByRole('row', { name: /First Team/ })).toContainText(counted);
  await expectAccessible(page, 'the season');
  const ballotId = ballots.find(({ roundId }) => roundId === first?.id)?.id ?? '';
  for (const path of [
    '/season/students',
    '/season/students?view=cards',
    `/season/students/${studentId}`,
    '/season/line-up',
    '/season/witnesses',
    '/season/photos',
    '/season/import',
    `/season/rounds/${first?.id}`,
    `/season/rounds/${first?.id}/ballots/${ballotId}`,
    `/season/rounds/${first?.id}/ballots/${ballotId}?mode=correct`,
    `/season/tournaments/${first?.tournamentId}?open=add`,
    `/season/tournaments/${first?.tournamentId}?open=edit&of=${first?.id}`,
  ]) {
    await page.goto(path);
    await untilLoaded(page);
    await expectAccessible(page, path);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/season/tournaments/${first?.tournamentId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  expect(await printedPages(page), 'a tournament is one page').toBe(1);
  await page.goto('/season/students?view=cards');
  // Two students have scores.
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(await printedPages(page), 'each student’s card is one page').toBe(2);

  await context.clearCookies();
  await enter(page, 'viewer', schoolId);
  await page.goto(`/season/rounds/${first?.id}`);
  await expect(page.getByText('against 1101')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Line-up' })).toHaveCount(0);
  expect(await ask(page, 'keptBallots/ofRound', { schoolId, roundId: first?.id })).toEqual([]);
  await page.goto('/season/students');
  await expect(page.getByText('You lack proper authentication')).toBeVisible();

  await context.clearCookies();
  await enter(page, 'student', schoolId);
  await page.goto('/season');
  await page.getByRole('link', { name: 'Your scores' }).click();
  await expect(page.getByRole('heading', { level: 1, name: STUDENT })).toBeVisible();
  await expect(page.getByText('Opening').first()).toBeVisible();
  const own = await ask<{ part: string }[]>(page, 'ownScores/inSchool', { schoolId });
  expect(own.map(({ part }) => part)).toEqual(['open', 'open']);

  await context.clearCookies();
  await enter(page, 'nobody', schoolId);
  const exported = await download(page);
  expect(ballotsIn(exported)).toHaveLength(8);
  await deleteEverything(page);
  expect(await seasonOfSchool(page, schoolId)).toMatchObject({ rounds: [], ballots: [] });
  await keepBallots(page);
  await importFile(page, 'season.json', exported, 8);
  expect(ballotsIn(await download(page))).toEqual(ballotsIn(exported));
  await deleteEverything(page);
  expect(await ask(page, 'seasonBook/deletionImpact', { schoolId })).toEqual({ rounds: 0, ballots: 0 });
});
