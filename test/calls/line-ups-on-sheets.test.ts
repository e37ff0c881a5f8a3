// Line-ups and ranks on any score sheet: each part that its cells score has a student, who gets the figures.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Side } from '#ballot/form.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { maxRanks, type RankKind } from '#ballot/sheet/ranks.ts';
import { MISSOURI } from '#ballot/sheet/missouri.ts';
import { CELL_ROLES, cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { seasonOf } from '#contract/seasons.ts';
import { ALL_PARTS, type Part } from '#metrics/scores.ts';
import { partOf, partsOn } from '#metrics/sheet-parts.ts';
import { readSeasonFile } from '#season-files/season-file.ts';
import { asPerson } from '#server/database/database.ts';
import {
  ballot,
  calls,
  isRefused,
  keeper,
  ours,
  playAll,
  product,
  roundOn,
  save,
  schoolId,
  scoringWorld,
} from './sheets-world.ts';

scoringWorld();

const TRIALS = BUILT_IN.filter(({ sides }) => sides.d !== null);
const inSeason = () => ({ schoolId, season: seasonOf(new Date()) });
const mixed = (sheet: Sheet) =>
  Object.fromEntries(cellsOf(sheet).map(({ key, min, max }, at) => [key, at % 3 ? min : max]));
/** The parts of a side as the figures have them. */
const partsOf = (sheet: Sheet, side: Side) =>
  partsOn(sheet, side).map((part) => ({
    part,
    roles: cellsOf(sheet, side).flatMap((cell) => (partOf(cell) === part ? [cell.role] : [])),
  }));
const cellsFor = (sheet: Sheet, part: Part) => cellsOf(sheet, 'p').filter((cell) => partOf(cell) === part);

test('the database has the same parts as the source, for every score that a sheet can have', async () => {
  const { owner } = product.database;
  const others = ['', 'open1', 'open10', 'direct', 'direct0', 'direct10', 'criterion1', 'judge', 'Open', ' open'];
  const { rows: known } = await sql<{ part: string }>`
    select part from unnest(${[...ALL_PARTS, ...others]}::text[]) part where is_part(part)`.execute(owner);
  expect(known.map(({ part }) => part)).toEqual(ALL_PARTS);
  const { rows } = await sql<{ role: (typeof CELL_ROLES)[number]; number: number; part: string | null }>`
    select role, number, case when is_part(part_of(role, number)) then part_of(role, number) end as part
      from unnest(${[...CELL_ROLES]}::text[]) role, generate_series(1, 12) number`.execute(owner);
  expect(rows).toHaveLength(CELL_ROLES.length * 12);
  for (const { part, ...cell } of rows) expect(part).toBe(partOf(cell));
});

test('figures have the parts of a sheet’s newest version as soon as it is saved', async () => {
  const sheet = await save(ours(KENTUCKY));
  await calls.keptBallots.keep(ballot(await roundOn(sheet), mixed(sheet)));
  const partsNow = async () => (await calls.metrics.season(inSeason()))!.parts;
  expect(await partsNow()).toEqual({ p: partsOf(sheet, 'p'), d: partsOf(sheet, 'd') });
  const next = await save({ ...sheet, version: 2, sections: sheet.sections.slice(0, -1) });
  expect(partsOn(next, 'p')).not.toContain('close');
  expect(await partsNow()).toEqual({ p: partsOf(next, 'p'), d: partsOf(next, 'd') });
});

test.each(TRIALS)('on the sheet $id, the student of each part gets its scores and figures', async (sheet) => {
  const roundId = await roundOn(sheet);
  const players = await playAll(roundId, sheet);
  for (let judge = 0; judge < 2; judge += 1) await calls.keptBallots.keep(ballot(roundId, mixed(sheet)));
  const figures = (await calls.metrics.season(inSeason()))!;
  expect(figures.parts).toEqual({ p: partsOf(sheet, 'p'), d: partsOf(sheet, 'd') });
  const roles = new Set(
    partsOn(sheet)
      .flatMap((part) => cellsOf(sheet).filter((cell) => partOf(cell) === part))
      .map(({ role }) => role),
  );
  for (const [part, studentId] of players) {
    const cells = cellsFor(sheet, part);
    const own = figures.estimates.filter((estimate) => estimate.studentId === studentId);
    expect(own.map(({ role }) => role).toSorted()).toEqual(cells.map(({ role }) => role).toSorted());
    const { rows } = await sql<{ field: string; score: number }>`
      select field, score from scores_of_student(${studentId}::uuid)`.execute(product.database.owner);
    const expected = cells.flatMap(({ key }) => [1, 2].map(() => ({ field: key, score: mixed(sheet)[key] })));
    expect(rows.toSorted((one, other) => one.field.localeCompare(other.field))).toEqual(
      expected.toSorted((one, other) => one.field.localeCompare(other.field)),
    );
    const one = { [part]: studentId };
    const said = (await calls.metrics.lineUp({ ...inSeason(), side: 'p', one }))!;
    const untried = new Set(said.neverTried[0]!.roles);
    for (const { role } of cells) expect(untried).not.toContain(role);
    for (const role of untried) expect(roles).toContain(role);
    const tries = await calls.metrics.whomToTry({ ...inSeason(), part });
    expect(new Set(tries.map(({ role }) => role))).toEqual(new Set(cells.map(({ role }) => role)));
  }
});

test('a part that the sheet doesn’t score counts for nobody, and stays when the tournament gets another sheet', async () => {
  const roundId = await roundOn(MISSOURI);
  const players = await playAll(roundId, MISSOURI);
  const lineUp = async () => {
    const { rows } = await calls.rounds.lineUps(inSeason());
    return rows.find((each) => each.roundId === roundId)!;
  };
  const { tournaments, rounds } = await calls.seasonBook.season(inSeason());
  const { tournamentId: id } = rounds.find((round) => round.id === roundId)!;
  const { version } = tournaments.find((each) => each.id === id)!;
  const sheet = { id: COLLEGE_28.id, version: COLLEGE_28.version };
  await calls.tournaments.update({ schoolId, id, version, changed: { sheet } });
  await calls.keptBallots.keep(ballot(roundId, mixed(COLLEGE_28)));
  const motion = players.get('pretrial')!;
  const scored = (await calls.metrics.season(inSeason()))!.estimates.map(({ studentId }) => studentId);
  expect(new Set(scored)).toEqual(new Set(partsOn(COLLEGE_28, 'p').map((part) => players.get(part))));
  expect(scored).not.toContain(motion);
  const before = await lineUp();
  expect(before.parts.map(({ part }) => part)).toEqual([...players.keys()].toSorted());
  const saved = { schoolId, id: randomUUID(), teamId: rounds[0]!.teamId!, side: 'p' as const, name: 'Ours' };
  await calls.savedLineUps.save({ ...saved, parts: before.parts });
  expect((await calls.savedLineUps.ofSchool({ schoolId }))[0]!.parts).toEqual(before.parts);
  const weighed = async (one: object) => (await calls.metrics.lineUp({ ...inSeason(), side: 'p', one }))!.one;
  expect(await weighed({ open: players.get('open'), pretrial: motion })).toEqual(
    await weighed({ open: players.get('open') }),
  );
  expect(await calls.metrics.whomToTry({ ...inSeason(), part: 'pretrial' })).toEqual([]);
});

test.each(TRIALS)(
  'on the sheet $id, a ballot has the ranks that it asks for, and the database refuses more',
  async (sheet) => {
    const roundId = await roundOn(sheet);
    const players = await playAll(roundId, sheet);
    const who = (kind: RankKind, length: number) =>
      Array.from({ length }, (_, at) =>
        at === length - 1 ? players.get(kind === 'witness' ? 'witness1' : 'open')! : null,
      );
    const ranksOf = (more: number) => ({
      attorney: who('attorney', maxRanks(sheet, 'attorney') + more),
      witness: who('witness', maxRanks(sheet, 'witness')),
    });
    const kept = await calls.keptBallots.keep({ ...ballot(roundId, mixed(sheet)), ranks: ranksOf(0) });
    expect(kept.ranks).toEqual(ranksOf(0));
    await isRefused('NOT_ON_SHEET', calls.keptBallots.keep({ ...ballot(roundId, mixed(sheet)), ranks: ranksOf(1) }));
    const { id, version } = kept;
    const change = (ranks: KeptBallot['ranks']) =>
      calls.keptBallots.update({ schoolId, id, version, changed: { ranks } });
    await isRefused('NOT_ON_SHEET', change(ranksOf(1)));
    if (maxRanks(sheet, 'anyone') === 0) await isRefused('NOT_ON_SHEET', change({ ...ranksOf(0), anyone: [null] }));
    const bare = (ranks: object) =>
      asPerson(product.database, keeper.userId, (tx) =>
        sql`update ballot_scores set ranks = ${JSON.stringify(ranks)}::jsonb where ballot_id = ${id}::uuid`.execute(tx),
      );
    for (const ranks of [ranksOf(1), { ...ranksOf(0), judge: [] }, { attorney: 'Ann' }])
      await expect(bare(ranks)).rejects.toMatchObject({ code: '23514' });
    expect((await change({ attorney: [], witness: [] })).ranks).toEqual({ attorney: [], witness: [] });
  },
);

test('of two own teams, each has its places where each side is ranked, and a student’s rank is the place', async () => {
  const sheet = await save({
    ...ours(KENTUCKY),
    ranks: [
      { of: 'attorney', places: 2, each: 'side' },
      { of: 'anyone', places: 6, each: 'trial' },
    ],
  });
  const roundId = await roundOn(sheet);
  const players = await playAll(roundId, sheet);
  const [opener, closer, witness] = [players.get('open')!, players.get('close')!, players.get('witness2')!];
  const ranks = {
    attorney: [null, opener, closer],
    witness: [],
    anyone: [null, null, null, null, witness, opener],
  };
  await calls.keptBallots.keep({ ...ballot(roundId, mixed(sheet)), ranks });
  const rankOf = async (studentId: string) => {
    const { rows } = await sql`select rank, rank_of from scores_of_student(${studentId}::uuid)`.execute(
      product.database.owner,
    );
    return rows;
  };
  expect(await rankOf(opener)).toEqual([{ rank: 2, rankOf: 'attorney' }]);
  expect(await rankOf(closer)).toEqual([{ rank: 1, rankOf: 'attorney' }]);
  expect(await rankOf(witness)).toEqual([{ rank: 5, rankOf: 'anyone' }]);
  expect(await rankOf(players.get('direct1')!)).toEqual([{ rank: null, rankOf: null }]);
  // A file says the same.
  for (const format of ['tidy', 'wide', 'json', 'xlsx'] as const) {
    const file = await calls.seasonFiles.download({ schoolId, format });
    const { ballots } = readSeasonFile('season', new Uint8Array(await file.arrayBuffer()), undefined, [sheet]);
    expect(ballots[0]!.ranks.map(({ kind, rank }) => `${kind} ${rank}`)).toEqual([
      'attorney 2',
      'attorney 3',
      'anyone 5',
      'anyone 6',
    ]);
  }
});
