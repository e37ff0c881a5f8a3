// Facts that a file lacks: the community's workbook names no tournament, team or season, so the person is asked for them.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { communityWorkbook } from '../units/community-workbook.ts';
import { refused } from './refused.ts';
import { fileOf, SEASON } from './season-school.ts';
import { calls, importingSchool, preview, run, schoolId } from './importing-school.ts';

importingSchool();

const season = (name = SEASON) => calls.seasonBook.season({ schoolId, season: name });

test('the community’s workbook is imported into an empty season', async () => {
  const file = new File([communityWorkbook() as Uint8Array<ArrayBuffer>], 'season.xlsm');
  const asked = await preview(file);
  expect(asked).toMatchObject({
    problems: [],
    missing: { tournament: true, team: true, season: true },
    adds: { ballots: 0, rounds: 0, tournaments: 0, teams: 0, students: 0 },
  });
  expect(new Set(asked.rows.map(({ state }) => state))).toEqual(new Set(['refused']));
  expect(await refused(run(file))).toMatchObject({ code: 'NOTHING_NEW' });

  const choices = { tournament: 'Harvest', team: 'Varsity', season: '2024-25' };
  const shown = await preview(file, choices);
  expect(shown.missing).toEqual(asked.missing);
  expect(new Set(shown.rows.map(({ state }) => state))).toEqual(new Set(['new']));
  expect(await run(file, choices)).toEqual(shown.adds);
  expect(shown.adds).toMatchObject({ ballots: 3, rounds: 2, tournaments: 1, teams: 1 });

  const { tournaments, rounds, ballots } = await season('2024-25');
  expect(tournaments).toMatchObject([{ name: 'Harvest', season: '2024-25' }]);
  expect(rounds.map(({ number, side }) => [number, side])).toEqual([
    [1, 'p'],
    [2, 'd'],
  ]);
  expect(ballots).toHaveLength(3);
  expect((await calls.teams.inSchool({ schoolId })).map(({ name }) => name)).toContain('Varsity');
  expect(await refused(run(file, choices))).toMatchObject({ code: 'NOTHING_NEW' });
});

const HEADER = 'tournament,round,side,ballot,judge,part,student,kind,score,team';
const WITHOUT_SEASON = `${HEADER}\nHarvest,1,p,1,Rowe,open,Ann Example,speech,8,A Team`;

test('a file without a season is asked for it, and its ballots never go into the current one unasked', async () => {
  const { missing, rows } = await preview(fileOf(WITHOUT_SEASON));
  expect(missing).toEqual({ tournament: false, team: false, season: true });
  expect(rows).toMatchObject([{ state: 'refused', message: 'The season is missing.' }]);
  expect(await refused(run(fileOf(WITHOUT_SEASON)))).toMatchObject({ code: 'NOTHING_NEW' });
  expect(await run(fileOf(WITHOUT_SEASON), { season: '2019-20' })).toMatchObject({ ballots: 1 });
  expect((await season()).ballots).toEqual([]);
  expect((await season('2019-20')).ballots).toHaveLength(1);
});

test('facts in the file win, and the answers only fill in what is missing', async () => {
  const lines = ['2018-19,Harvest,1,p,1,Rowe,open,Ann,speech,8,A Team', ',,2,p,1,Rowe,open,Ann,speech,8,'];
  const file = fileOf([`season,${HEADER}`, ...lines].join('\n'));
  expect((await preview(file)).rows).toMatchObject([{ state: 'new' }, { state: 'refused' }]);
  await run(file, { season: '2019-20', tournament: 'Spring', team: 'B Team' });
  expect((await season('2018-19')).tournaments).toMatchObject([{ name: 'Harvest' }]);
  expect((await season('2019-20')).tournaments).toMatchObject([{ name: 'Spring' }]);
  const teams = await calls.teams.inSchool({ schoolId });
  expect(teams.map(({ name }) => name)).toEqual(expect.arrayContaining(['A Team', 'B Team']));
});

test('an answer that names a known team or tournament, with or without accents, adds nothing', async () => {
  await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Łódź Open', season: '2019-20' });
  await calls.teams.add({ schoolId, id: randomUUID(), name: 'Équipe' });
  const file = fileOf('round,side,ballot,judge,part,student,kind,score\n1,p,1,Rowe,open,Ann,speech,8');
  const { adds } = await preview(file, { season: '2019-20', tournament: 'lodz  open', team: 'equipe' });
  expect(adds).toMatchObject({ ballots: 1, tournaments: 0, teams: 0 });
});
