// Exported files of a season: what was exported imports to the same ballots.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import { EXPORT_FORMATS } from '#contract/season-files.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import type { addSchool } from '../people.ts';
import { DETAILS, keepingSchool, SEASON } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let schoolId: string;
let calls: Calls;
let school: Awaited<ReturnType<typeof addSchool>>;
beforeEach(async () => {
  ({ schoolId, calls, school } = await keepingSchool(product));
});

/** A season with everything that files must preserve: quotes and accents in names, unread cells, ranks, comments that were pasted, both teams in one round. */
async function fillSeason(): Promise<void> {
  const add = (name: string) => calls.students.add({ schoolId, id: randomUUID(), name, teamId: null });
  const students = [await add('Siobhán O’Brien, "Shiv"'), await add('Łukasz =SUM(A1)'), await add('Åsa Lindqvist')];
  const { id: otherTeam } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'B; Team' });
  const base = {
    schoolId,
    tournamentId: school.tournamentId,
    teamId: school.teamId,
    outcome: 'played',
    caseId: null,
  } as const;
  const rounds = [
    await calls.rounds.add({ ...base, id: randomUUID(), number: 1, side: 'p', opponent: '1432' }),
    await calls.rounds.add({
      ...base,
      id: randomUUID(),
      number: 2,
      side: 'd',
      opponent: '',
      opponentTeamId: otherTeam,
    }),
  ];
  const [one, two, three] = students.map(({ id }) => id) as [string, string, string];
  for (const { id, version } of rounds)
    await calls.rounds.setLineUp({
      schoolId,
      roundId: id,
      version,
      parts: [
        { part: 'open', studentId: one, witnessId: null },
        { part: 'cross2', studentId: one, witnessId: null },
        { part: 'witness3', studentId: two, witnessId: null },
      ],
    });
  const p = (await calls.seasonBook.season({ schoolId, season: SEASON })).rounds.find(
    ({ id }) => id === rounds[1]?.sharedWith,
  );
  await calls.rounds.setLineUp({
    schoolId,
    roundId: p?.id ?? '',
    version: p?.version ?? 0,
    parts: [{ part: 'close', studentId: three, witnessId: null }],
  });
  for (const [index, { id: roundId }] of rounds.entries())
    for (const number of [1, 2])
      await calls.keptBallots.keep({
        schoolId,
        id: randomUUID(),
        roundId,
        number,
        judge: number === 1 ? 'Rowe, "the judge"' : '',
        tabMargin: index === 0 ? -3 : null,
        source: 'typed',
        scores: Object.fromEntries(
          SCORE_FIELDS.map((field, at) => [field, at % 9 === 8 ? null : (at * 7 + index + number) % 11]),
        ),
        comments:
          index === 0
            ? { 'p open': 'Clear, "calm"\nand slow,\v\u009dthen fast', 'p witness3': '-5 for the accent' }
            : { 'd open': 'Firm', 'p close': ' Warm\n', 'p open': 'Somebody without a name' },
        ranks: index === 0 ? { attorney: [null, one], witness: [two] } : { attorney: [], witness: [] },
      });
}

test.each(EXPORT_FORMATS)('what was exported as %s imports to the same ballots', async (format) => {
  await fillSeason();
  const download = (of: Calls, id: string) => of.seasonFiles.download({ schoolId: id, season: SEASON, format: 'json' });
  const file = await calls.seasonFiles.download({ schoolId, season: SEASON, format });
  const other = await keepingSchool(product);
  const ours = { schoolId: other.schoolId, id: randomUUID(), file, choices: {} };
  expect(await other.calls.seasonFiles.run(ours)).toMatchObject({
    ballots: 4,
    rounds: 3,
    tournaments: 1,
    teams: 2,
    students: 3,
  });
  const [before, after] = await Promise.all([download(calls, schoolId), download(other.calls, other.schoolId)]);
  const parsed = async (json: File) => (JSON.parse(await json.text()) as { ballots: object[] }).ballots;
  expect(await parsed(after)).toEqual(await parsed(before));
});

test('ballots of deleted teams import again, also where these met, or played the same round', async () => {
  const { id: secondTeam } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'B Team' });
  const round = { schoolId, tournamentId: school.tournamentId, outcome: 'played', side: 'p', caseId: null } as const;
  const add = (number: number, teamId: string, opponentTeamId?: string) =>
    calls.rounds.add({
      ...round,
      id: randomUUID(),
      number,
      teamId,
      opponent: '',
      ...(opponentTeamId && { opponentTeamId }),
    });
  const rounds = [await add(1, school.teamId), await add(1, secondTeam), await add(2, school.teamId, secondTeam)];
  const { rounds: all } = await calls.seasonBook.season({ schoolId, season: SEASON });
  const parts = [{ part: 'open' as const, studentId: school.studentId, witnessId: null }];
  const met = all.find(({ sharedWith }) => sharedWith !== null)!;
  await calls.rounds.setLineUp({ schoolId, roundId: met.id, version: met.version, parts });
  for (const [index, { id: roundId }] of rounds.entries()) {
    const scores = Object.fromEntries(SCORE_FIELDS.map((field) => [field, index]));
    await calls.keptBallots.keep({ schoolId, id: randomUUID(), roundId, number: 1, judge: '', ...DETAILS, scores });
  }
  for (const id of [school.teamId, secondTeam]) await calls.teams.remove({ schoolId, id });
  const file = await calls.seasonFiles.download({ schoolId, season: SEASON, format: 'wide' });
  const other = await keepingSchool(product);
  const choices = { team: 'Varsity' };
  expect(
    await other.calls.seasonFiles.run({ schoolId: other.schoolId, id: randomUUID(), file, choices }),
  ).toMatchObject({ ballots: 3, rounds: 4, teams: 2 });
  const teams = await other.calls.teams.inSchool({ schoolId: other.schoolId });
  expect(teams.map(({ name }) => name)).toEqual(expect.arrayContaining(['Deleted team 2', 'Varsity']));
});

test.each([
  ['one season', `courtside-${SEASON}.csv`, SEASON, 'tidy'],
  ['all seasons', 'courtside-all-seasons.json', undefined, 'json'],
] as const)('an export of %s is named %s', async (_what, expected, season, format) => {
  const { name } = await calls.seasonFiles.download({ schoolId, format, ...(season && { season }) });
  expect(name).toBe(expected);
});
