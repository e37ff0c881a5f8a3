// A coach's most frequent tasks in a season, each in a fixed number of steps.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { BALLOT_LAYOUTS } from '#ballot/layouts.ts';
import { makeBallot } from '../ballots/make-ballot.ts';
import { dialogOf } from './admin.ts';
import { countedTasks } from './counted-task.ts';
import { ask, goWithin, schoolsOf, signInAs } from './person.ts';
import { expect, test } from './product.ts';
import { confirmScores } from './scores-to-check.ts';
import { expectToast } from './toasts.ts';

test.use({ world: 'season tasks' });
const { task, testAll } = countedTasks();

task(
  { name: 'add four rounds of a tournament', before: '4 dialogs', aim: 'one form, 10 entries', steps: 10 },
  async (page, steps) => {
    await signInAs(page, 'primary');
    await page.goto('/season');
    const tournament = page.getByRole('link', { name: 'Frostbite Classic' }).first();
    await goWithin(page, (await tournament.getAttribute('href')) ?? '');
    await steps.click(page.getByRole('button', { name: 'Add a round' }).first());
    await steps.click(page.getByRole('button', { name: 'Add several rounds' }));
    const dialog = dialogOf(page, 'Add rounds');
    for (const [index, opponent] of ['1715', '1802', '1260', '1044'].entries()) {
      await expect(dialog.getByLabel('Opponent').nth(index)).toBeFocused();
      await steps.type(opponent);
      await steps.press('Enter');
    }
    await expectToast(page, '4 rounds added successfully');
  },
);

/** A round of the first team without a line-up. */
async function addRound(page: Page, number: number, opponent = '1715') {
  const [school] = await schoolsOf(page);
  const schoolId = school?.schoolId;
  const [team] = await ask<{ id: string }[]>(page, 'teams/inSchool', { schoolId });
  const [tournament] = await ask<{ id: string }[]>(page, 'tournaments/inSchool', { schoolId });
  const roundId = randomUUID();
  const ofTeam = { schoolId, id: roundId, tournamentId: tournament?.id, teamId: team?.id, number };
  await ask(page, 'rounds/add', { ...ofTeam, side: 'p', opponent, outcome: 'played', caseId: null });
  return { schoolId, teamId: team?.id, roundId };
}

/** Which of six people does each part. */
const LINE_UP = [
  ...['open', 'direct1', 'cross1'].map((part) => [part, 0] as const),
  ...['direct2', 'cross2'].map((part) => [part, 1] as const),
  ...['direct3', 'cross3', 'close'].map((part) => [part, 2] as const),
  ...['witness1', 'witness2', 'witness3'].map((part, index) => [part, 3 + index] as const),
];

task(
  { name: 'set a first line-up', before: '11 to 17 choices', aim: '6 choices and Save', steps: 7 },
  async (page, steps) => {
    await signInAs(page, 'primary');
    const { roundId } = await addRound(page, 19);
    await page.goto(`/season/rounds/${roundId}`);
    const people = page.getByRole('group', { name: 'Six people' });
    for (const [person, name] of Object.entries({
      Opener: 'Stella Novák',
      'Middle attorney': 'Aidan Størmer',
      Closer: 'Beatriz O’Connell',
      'Witness 1': 'Elena Fontaine',
      'Witness 2': 'Gideon D’Angelo',
      'Witness 3': 'Jonah Brooks',
    }))
      await steps.choose(people.getByLabel(person, { exact: true }), name);
    await expect(page.getByText('Six people have all eleven parts.')).toBeVisible();
    await steps.click(page.getByRole('button', { name: 'Save line-up' }));
    await expectToast(page, 'Round updated successfully');
  },
);

task(
  { name: 'begin with a saved line-up', before: '11 to 17 choices', aim: 'choose it and Save', steps: 3 },
  async (page, steps) => {
    await signInAs(page, 'primary');
    const { schoolId, teamId, roundId } = await addRound(page, 18);
    const students = await ask<{ id: string; teamId: string }[]>(page, 'students/inSchool', { schoolId });
    const people = students.filter((student) => student.teamId === teamId).map(({ id }) => id);
    const parts = LINE_UP.map(([part, person]) => ({ part, studentId: people[person], witnessId: null }));
    await ask(page, 'savedLineUps/save', { schoolId, teamId, id: randomUUID(), side: 'p', name: 'Our best', parts });
    await page.goto(`/season/rounds/${roundId}`);
    await steps.click(page.getByRole('button', { name: 'Saved line-ups' }));
    await steps.click(page.getByRole('button', { name: 'Use Our best' }));
    await expect(page.getByText('Six people have all eleven parts.')).toBeVisible();
    await steps.click(page.getByRole('button', { name: 'Save line-up' }));
    await expectToast(page, 'Round updated successfully');
  },
);

task(
  { name: 'find a tournament by keyboard', before: 'impossible', aim: 'Ctrl+K and its name', steps: 2 },
  async (page, steps) => {
    await signInAs(page, 'primary');
    await page.goto('/cases');
    await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();
    await steps.press('Control+k');
    await steps.type('frostbite');
    await expect(page.getByRole('option', { name: /^Frostbite Classic/, selected: true })).toBeVisible();
  },
);

task(
  { name: 'go on to the ballot of the next judge', before: '9 keys', aim: 'one press', steps: 1 },
  async (page, steps) => {
    await signInAs(page, 'primary');
    const { roundId } = await addRound(page, 17);
    await page.goto(`/season/rounds/${roundId}/ballots/new`);
    for (const field of SCORE_FIELDS) await page.locator(`#score-${field}`).fill('8');
    await steps.click(page.getByRole('button', { name: 'Save and Next Judge' }));
    await expect(page.getByText('0 of 28 scores entered')).toBeVisible();
    await expect(page.locator(`#score-${SCORE_FIELDS[0]}`)).toBeFocused();
  },
);

task(
  {
    name: 'two photos of a known tournament to their rounds',
    before: '4 choices',
    aim: '1 choice',
    steps: 0,
    only: 'choose',
  },
  async (page, steps) => {
    await signInAs(page, 'primary');
    const opponents = ['1204', '1357'];
    const rounds: Awaited<ReturnType<typeof addRound>>[] = [];
    for (const [index, opponent] of opponents.entries()) rounds.push(await addRound(page, 13 + index, opponent));
    // On these ballots the judge has filled in every score.
    const seeds = [300, 301];
    const photos = await Promise.all(
      opponents.map(async (dTeam, index) => {
        const texts = { pTeam: '1715', dTeam, judgeName: 'Priya Raman' };
        const { jpeg } = await makeBallot(BALLOT_LAYOUTS[0]!, 'L1', seeds[index]!, 1700, texts);
        return { name: `photo-${index + 1}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) };
      }),
    );
    await page.goto('/season/photos');
    await page.getByLabel('Upload ballot images').setInputFiles(photos);
    await expect(page.getByText('2 of 2 done')).toBeVisible({ timeout: 120_000 });
    await steps.click(page.getByRole('link', { name: 'Check photo-1.jpg' }));
    for (const [index, opponent] of opponents.entries()) {
      await expect(page.getByRole('heading', { level: 1, name: `Check photo-${index + 1}.jpg` })).toBeVisible();
      await expect(page.getByLabel('Round', { exact: true }).locator('option:checked')).toContainText(opponent);
      await confirmScores(page);
      await steps.click(page.getByRole('button', { name: 'Save', exact: true }));
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Ballots from photos' })).toBeVisible();
    for (const { schoolId, roundId } of rounds)
      expect(await ask(page, 'keptBallots/ofRound', { schoolId, roundId })).toHaveLength(1);
  },
);

task({ name: 'see the first student’s figure', before: 'scroll', aim: '0', steps: 0 }, async (page) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, 'primary');
  await page.goto('/season/students');
  const opening = page.getByRole('region', { name: 'Opening' });
  await expect(opening.getByText(/^Mean/).first()).toBeInViewport({ ratio: 1 });
});

testAll('a coach’s most frequent tasks take as many steps as documented');
