// Names that are long, or written from right to left, on the pages that show them.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { seasonOf } from '#contract/seasons.ts';
import { ask, goWithin, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

type Named = { id: string; name: string; version: number };

async function openSchool(page: Page): Promise<string> {
  await signInAs(page, 'admin');
  await page.goto('/');
  await untilLoaded(page);
  return (await schoolsOf(page))[0]!.schoolId;
}

const renameIn =
  (page: Page, schoolId: string) =>
  ({ id, version }: Named, name: string, of = 'teams'): Promise<Named> =>
    ask(page, `${of}/update`, { schoolId, id, version, changed: { name } });

/** The record of a team stays as it is after a name that is written from right to left. */
async function expectRecordInOrder(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const address of ['/season', '/']) {
    await goWithin(page, address);
    const record = page.getByText(/فريق \d+-\d+-\d+/).last();
    await expect(record).toBeVisible();
    // Where the numbers of all records in it are drawn, from left to right.
    const inOrder = await record.evaluate((element) => {
      const lefts: number[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { index } of text.textContent!.matchAll(/\d+/g)) {
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          lefts.push(range.getBoundingClientRect().left);
        }
      return lefts.every((left, place) => place % 3 === 0 || left > lefts[place - 1]!);
    });
    expect(inOrder, address).toBe(true);
  }
}

test('names without a space break, and make no page wider than its window; one from right to left leaves the record as it is', async ({
  page,
}) => {
  const schoolId = await openSchool(page);
  const [team] = await ask<Named[]>(page, 'teams/inSchool', { schoolId });
  if (!team) throw new Error('The school has a team.');
  const rename = renameIn(page, schoolId);
  const [student] = (await ask<Named[]>(page, 'students/inSchool', { schoolId })) as [Named];
  const word = 'Oberlandesgerichtsvollzieher'.repeat(3);
  const long = await rename(team, `${word} Varsity Team`);
  const longStudent = await rename(student, word.repeat(2), 'students');
  const tournament = {
    schoolId,
    season: seasonOf(new Date()),
    startsOn: null,
    endsOn: null,
    place: word,
    caseId: null,
  };
  const { id: tournamentId } = await ask<Named>(page, 'tournaments/add', {
    ...tournament,
    id: randomUUID(),
    name: `${word} Invitational`,
  });
  const round = { schoolId, tournamentId, teamId: team.id, number: 1, side: 'p', opponent: word, outcome: 'played' };
  const { id: roundId, version } = await ask<Named>(page, 'rounds/add', { ...round, id: randomUUID(), caseId: null });
  const parts = [{ part: 'open', studentId: student.id, witnessId: null }];
  await ask(page, 'rounds/setLineUp', { schoolId, roundId, version, parts });
  const { id: ballotId } = await ask<Named>(page, 'keptBallots/keep', {
    schoolId,
    roundId,
    id: randomUUID(),
    number: 1,
    judge: word,
    source: 'typed',
    tabMargin: null,
    scores: Object.fromEntries(SCORE_FIELDS.map((field) => [field, 5])),
    comments: {},
    ranks: { attorney: [], witness: [] },
  });
  for (const [address, text] of [
    [`/season/teams/${team.id}`, 'Record'],
    [`/season/tournaments/${tournamentId}`, 'Records'],
    [`/season/rounds/${roundId}`, 'Line-up'],
    [`/season/rounds/${roundId}/ballots/${ballotId}`, 'Second check'],
    [`/season/rounds/${roundId}/ballots/${ballotId}?mode=correct`, 'No corrections yet'],
    ['/season/students?view=cards', word.repeat(2)],
    ['/', new RegExp(`${word} Varsity Team \\d+-\\d+-\\d+`)],
  ] as const) {
    await goWithin(page, address);
    await untilLoaded(page);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways, `${address} at ${width} pixels`).toBeLessThanOrEqual(0);
    }
  }
  await ask(page, 'tournaments/remove', { schoolId, id: tournamentId });
  await rename(longStudent, student.name, 'students');
  const arabic = await rename(long, 'فريق');
  await expectRecordInOrder(page);
  await rename(arabic, team.name);
});

test('on a phone, the request of a person whose name has no space stays within the page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signInAs(page, 'super');
  const { rows } = await ask<{ rows: Named[] }>(page, 'users/list', { search: 'nobody@demo.test' });
  const [nobody] = rows as [Named];
  const rename = ({ id, version }: Named, name: string) =>
    ask<Named>(page, 'users/update', { userId: id, version, changed: { name } });
  const long = await rename(nobody, 'Oberlandesgerichtsvollzieher'.repeat(3));
  await signInAs(page, 'nobody');
  await page.goto('/');
  const request = page.getByText('Please give me access to our school');
  await expect(request).toBeVisible();
  expect((await request.boundingBox())?.width).toBeLessThan(375);
  await signInAs(page, 'super');
  await rename(long, nobody.name);
});
