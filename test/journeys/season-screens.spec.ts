// Axe finds nothing on the screens of single records of a season, in both schemes and on a phone, and nothing scrolls sideways.
import type { Page } from '@playwright/test';
import { seasonOf } from '#contract/seasons.ts';
import { expectAccessibleInTurn } from './accessible.ts';
import { ask, goWithin, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';
import { expectReadable } from './readable.ts';

type Id = { id: string };
type LineUps = { rows: { roundId: string; parts: { studentId: string }[] }[] };
type Season = { tournaments: Id[]; rounds: (Id & { tournamentId: string })[]; ballots: (Id & { roundId: string })[] };

/** A round with a ballot: its parts in addresses. */
async function aRound(page: Page): Promise<(address: string) => string> {
  const [school] = await schoolsOf(page);
  const ofSeason = { schoolId: school?.schoolId, season: seasonOf(new Date()) };
  const { rounds, ballots } = await ask<Season>(page, 'seasonBook/season', ofSeason);
  const [ballot] = ballots;
  const round = rounds.find(({ id }) => id === ballot?.roundId);
  const lineUps = await ask<LineUps>(page, 'rounds/lineUps', ofSeason);
  const student = lineUps.rows.find(({ roundId }) => roundId === round?.id)?.parts[0]?.studentId;
  const ids: Record<string, string | undefined> = {
    TOURNAMENT: round?.tournamentId,
    ROUND: round?.id,
    BALLOT: ballot?.id,
    STUDENT: student,
  };
  return (address) => address.replaceAll(/[A-Z]{4,}/g, (name) => ids[name] ?? '');
}

const TOURNAMENT = '/season/tournaments/TOURNAMENT';
const BALLOT = '/season/rounds/ROUND/ballots/BALLOT';
const SCREENS: [screen: string, address: string, heading: RegExp, dialog?: RegExp][] = [
  ['a tournament', TOURNAMENT, /./],
  ['the form that adds a round', `${TOURNAMENT}?open=add`, /./, /^Add a round/],
  ['the form of a round', `${TOURNAMENT}?open=edit&of=ROUND`, /./, /^Edit Round/],
  ['a round', '/season/rounds/ROUND', /^Round \d/],
  ['a ballot', BALLOT, /^Ballot of/],
  ['the correction of a ballot', `${BALLOT}?mode=correct`, /^Correct: Ballot of/],
  // The first cell has the keyboard.
  ['the form for another ballot', '/season/rounds/ROUND/ballots/new', /^Type a ballot$/],
  ['the table of students', '/season/students?view=table', /^Students$/],
  ['a student', '/season/students/STUDENT', /./],
  ['the cards of students', '/season/students?view=cards', /^Students$/],
];

// One test for all of them, because a new browser and a sign-in take longer than the checks.
test('axe finds no problems on any screen of a single record', async ({ page }) => {
  test.setTimeout(SCREENS.length * 60_000);
  await signInAs(page, 'admin');
  const fill = await aRound(page);
  await page.goto('/season');
  await untilLoaded(page);
  for (const [turn, [screen, address, heading, dialog]] of SCREENS.entries()) {
    await test.step(screen, async () => {
      const path = fill(address);
      if (dialog === undefined) {
        await goWithin(page, path);
        await untilLoaded(page);
      } else {
        // On the page before it, whose title stays.
        await page.evaluate((to) => history.pushState({}, '', to), path);
        await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      }
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(heading);
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
      await expectAccessibleInTurn(page, screen, turn);
      await expectReadable(page, screen);
    });
  }
});

test('on a phone, a team’s name is whole beside the record of hundreds of rounds, as are the headings beside a long name, and the scores of nine judges scroll within their table', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signInAs(page, 'admin');
  const address = await aRound(page);
  await page.route('**/api/rpc/seasonBook/season', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { json: Season };
    const { rounds, ballots } = answer.json;
    const copies = Array.from({ length: 99 }, (_, copy) => copy);
    const copyOf = (id: string, copy: number): string => `${id.slice(0, -2)}${copy.toString().padStart(2, '0')}`;
    answer.json.rounds = copies.flatMap((copy) => rounds.map((each) => ({ ...each, id: copyOf(each.id, copy) })));
    answer.json.ballots = copies.flatMap((copy) =>
      ballots.map((each) => ({ ...each, id: copyOf(each.id, copy), roundId: copyOf(each.roundId, copy) })),
    );
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/season');
  const name = page.getByRole('rowheader', { name: 'A Team' });
  await expect(name.locator('..')).toContainText(/\d{3}-\d{3}/);
  // On one line.
  expect((await name.getByRole('link').boundingBox())?.height).toBeLessThan(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.unrouteAll();

  await page.route('**/api/rpc/teams/inSchool', async (route) => {
    const response = await route.fetch();
    const { json } = (await response.json()) as { json: object[] };
    const long = 'Alder Creek University Varsity Blue';
    await route.fulfill({ response, json: { json: json.map((team) => ({ ...team, name: long })) } });
  });
  await page.route('**/api/rpc/keptBallots/ofRound', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { json: [Id & { scores: object }] };
    const [ballot] = answer.json;
    const json = Array.from({ length: 9 }, (_, copy) => ({
      ...ballot,
      id: `${ballot.id.slice(0, -1)}${copy}`,
      number: copy + 1,
      judge: `Benedikt Rowe ${copy}`,
      mayCheck: false,
      scores: { ...ballot.scores, pOpen: copy },
    }));
    await route.fulfill({ response, json: { ...answer, json } });
  });
  await page.reload();
  const points = page.getByRole('table', { name: 'Records' }).getByText('Points');
  await expect(page.getByRole('table', { name: 'Records' })).toContainText('Varsity Blue');
  const lines = await points.evaluate((heading) => {
    const text = document.createRange();
    text.selectNodeContents(heading);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);

  await goWithin(page, address('/season/rounds/ROUND'));
  await expect(page.getByText(', the widest')).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
