// Axe finds nothing on the screens of single records of a season, in both schemes and on a phone, and nothing scrolls sideways.
import { seasonOf } from '#contract/seasons.ts';
import { expectAccessible } from './accessible.ts';
import { ask, schoolsOf, signInAs, untilLoaded } from './person.ts';
import { expect, test } from './product.ts';

type Id = { id: string };
type Season = { tournaments: Id[]; rounds: (Id & { tournamentId: string })[]; ballots: (Id & { roundId: string })[] };

test('axe finds no problems on a tournament, a round, a ballot, a student, and in their forms', async ({ page }) => {
  test.setTimeout(180_000);
  await signInAs(page, 'admin');
  const [school] = await schoolsOf(page);
  const schoolId = school?.schoolId;
  const { rounds, ballots } = await ask<Season>(page, 'seasonBook/season', { schoolId, season: seasonOf(new Date()) });
  const [ballot] = ballots;
  const round = rounds.find(({ id }) => id === ballot?.roundId);
  const lineUps = await ask<{ rows: { roundId: string; parts: { studentId: string }[] }[] }>(page, 'rounds/lineUps', {
    schoolId,
    season: seasonOf(new Date()),
  });
  const student = lineUps.rows.find(({ roundId }) => roundId === round?.id)?.parts[0]?.studentId;
  const tournamentPath = `/season/tournaments/${round?.tournamentId}`;
  const roundPath = `/season/rounds/${round?.id}`;
  const ballotPath = `${roundPath}/ballots/${ballot?.id}`;
  for (const [path, heading] of [
    [tournamentPath, /./],
    [`${tournamentPath}?open=add`, /./],
    [`${tournamentPath}?open=edit&of=${round?.id}`, /./],
    [roundPath, /^Round \d/],
    [ballotPath, /^Ballot of/],
    [`${ballotPath}?mode=correct`, /^Correct: Ballot of/],
    [`/season/students/${student}`, /./],
    ['/season/students?view=cards', 'Students'],
  ] as const) {
    await page.goto(path);
    await untilLoaded(page);
    await expect(page.getByRole('heading', { level: 1, includeHidden: true }), path).toHaveText(heading);
    expect(new URL(page.url()).pathname, path).toBe(path.split('?')[0]);
    await expectAccessible(page, path);
  }
});
