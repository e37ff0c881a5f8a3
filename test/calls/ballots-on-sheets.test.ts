// Ballots of any sheet: the database computes totals and refuses scores by the cells of the ballot's sheet.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { totalOf } from '#ballot/score.ts';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { CALIFORNIA } from '#ballot/sheet/california.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { cellsOf, refOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { seasonOf } from '#contract/seasons.ts';
import { asPerson } from '#server/database/database.ts';
import { addPerson, addSchool, callsAs, scoresOf } from '../people.ts';
import { anySheet } from '../units/sheets.ts';
import { untilBlocked } from '../until-blocked.ts';
import {
  ballot,
  calls,
  isRefused,
  keeper,
  lowest,
  ours,
  product,
  roundOn,
  save,
  schoolId,
  scoringWorld,
  tournamentId,
  type Scores,
} from './sheets-world.ts';

scoringWorld();

/** A sheet with scores in its ranges, of which some were not read. */
const anyBallot = anySheet.chain((sheet) => {
  const scores = fc.record(
    Object.fromEntries(
      cellsOf(sheet).map(({ key, min, max }) => [key, fc.option(fc.integer({ min, max }), { freq: 5 })]),
    ),
  );
  return fc.record({ sheet: fc.constant(sheet), scores });
});

test('the totals in the database are those of the form, for any sheet and any scores in its ranges', async () => {
  await fc.assert(
    fc.asyncProperty(anyBallot, async ({ sheet: drawn, scores }) => {
      const sheet = await save(ours(drawn));
      const kept = await calls.keptBallots.keep(ballot(await roundOn(sheet), scores));
      expect(kept).toMatchObject({
        sheet: refOf(sheet),
        scores,
        pTotal: totalOf(sheet, scores, 'p'),
        dTotal: totalOf(sheet, scores, 'd'),
        unread: Object.values(scores).filter((score) => score === null).length,
      });
    }),
    { numRuns: 20 },
  );
});

test('the built-in sheets in the database are those of the source', async () => {
  for (const sheet of BUILT_IN) expect(await calls.sheets.version({ schoolId, sheet: refOf(sheet) })).toEqual(sheet);
  const { rows } = await sql`select from score_sheets where school_id is null`.execute(product.database.owner);
  expect(rows).toHaveLength(BUILT_IN.length);
});

const [high, unknown, low] = [
  { ...lowest(KENTUCKY), pOpen: 11 },
  { ...lowest(KENTUCKY), pOpenn: 5 },
  { ...lowest(KENTUCKY), pOpen: 0 },
];
const { pOpen: _pOpen, ...missing } = lowest(KENTUCKY);
test.each([
  ['too high', high, 'The score “P Opening” is 11. It goes from 1 to 10.'],
  ['too low', low, 'The score “P Opening” is 0. It goes from 1 to 10.'],
  ['of an unknown key', unknown, `The score sheet “${KENTUCKY.title}” has no score “pOpenn”.`],
  ['missing', missing, 'The score “P Opening” is missing.'],
  ['of another sheet', scoresOf(8), /has no score “pWDirect1”/],
])('a score that is %s is refused in words, and by the role of the application', async (_what, scores, message) => {
  const roundId = await roundOn(KENTUCKY);
  const refusal = await calls.keptBallots.keep(ballot(roundId, scores)).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'NOT_ON_SHEET', message: expect.stringMatching(message) as string });
  const bare = asPerson(product.database, keeper.userId, async (tx) => {
    const id = randomUUID();
    await sql`insert into kept_ballots (id, school_id, round_id, source, kept_by, sheet_id)
      values (${id}, ${schoolId}, ${roundId}, 'typed', ${keeper.userId}, 'kentucky')`.execute(tx);
    await sql`insert into ballot_scores (ballot_id, school_id, scores)
      values (${id}, ${schoolId}, ${JSON.stringify(scores)}::jsonb)`.execute(tx);
  });
  await expect(bare).rejects.toMatchObject({ code: '23514' });
});

test('a correction and a second check follow the ballot’s sheet', async () => {
  const roundId = await roundOn(CALIFORNIA);
  const kept = await calls.keptBallots.keep(ballot(roundId, lowest(CALIFORNIA)));
  const correct = (field: string, score: number) =>
    calls.keptBallots.correct({
      schoolId,
      id: kept.id,
      version: kept.version,
      scores: [{ field, score }],
      reason: 'Misread',
    });
  await isRefused('NOT_ON_SHEET', correct('pOpen', 0));
  await isRefused('NOT_ON_SHEET', correct('pWDirect1', 5));
  // The closing counts twice.
  expect(await correct('pClose', 10)).toMatchObject({ pTotal: kept.pTotal + 18, unread: 0 });
  const colleague = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
  const checking = callsAs(product, colleague).keptBallots;
  await isRefused('NOT_ON_SHEET', checking.secondCheck({ schoolId, id: kept.id, scores: scoresOf(1) }));
  const scores = { ...lowest(CALIFORNIA), pClose: 10, dOpen: 2 };
  expect(await checking.secondCheck({ schoolId, id: kept.id, scores })).toEqual({
    differences: [{ field: 'dOpen', kept: 1 }],
    isCheckedByTwo: false,
  });
  const same = { ...scores, dOpen: 1 };
  expect((await checking.secondCheck({ schoolId, id: kept.id, scores: same })).isCheckedByTwo).toBe(true);
  await isRefused('SAME_PERSON', calls.keptBallots.secondCheck({ schoolId, id: kept.id, scores: same }));
});

test('a tab room’s margin that the sheet can’t have is refused', async () => {
  const roundId = await roundOn(KENTUCKY);
  const max = maxMargin(KENTUCKY);
  const withMargin = (tabMargin: number) => calls.keptBallots.keep({ ...ballot(roundId, lowest(KENTUCKY)), tabMargin });
  expect((await withMargin(-max)).tabMargin).toBe(-max);
  await isRefused('NOT_ON_SHEET', withMargin(max + 1));
  const { id, version } = await withMargin(max);
  await isRefused(
    'NOT_ON_SHEET',
    calls.keptBallots.update({ schoolId, id, version, changed: { tabMargin: -max - 1 } }),
  );
  const bare = asPerson(product.database, keeper.userId, (tx) =>
    sql`update kept_ballots set tab_margin = ${max + 1} where id = ${id}`.execute(tx),
  );
  await expect(bare).rejects.toMatchObject({ code: '23514' });
});

test('ballots keep their sheet when the tournament gets another one, or a new version', async () => {
  const first = await save(ours(KENTUCKY));
  const roundId = await roundOn(first);
  const before = await calls.keptBallots.keep(ballot(roundId, lowest(first)));
  const second = await save({ ...first, version: 2, sections: first.sections.slice(0, -1) });
  const season = () => calls.seasonBook.season({ schoolId, season: seasonOf(new Date()) });
  const { id, version } = (await season()).tournaments.find(({ sheet }) => sheet.id === first.id)!;
  const changed = await calls.tournaments.update({ schoolId, id, version, changed: { sheet: refOf(second) } });
  expect(changed.sheet).toEqual(refOf(second));
  const after = await calls.keptBallots.keep(ballot(roundId, lowest(second)));
  // A paper of the old version is typed as what it is.
  const old = await calls.keptBallots.keep({ ...ballot(roundId, lowest(first)), sheet: refOf(first) });
  const found = await calls.keptBallots.ofRound({ schoolId, roundId });
  expect(new Map(found.map((one) => [one.id, one.sheet.version]))).toEqual(
    new Map([
      [before.id, 1],
      [after.id, 2],
      [old.id, 1],
    ]),
  );
  // Moving a ballot changes nothing of it.
  const other = await roundOn(COLLEGE_28);
  const move = { schoolId, id: old.id, version: old.version, changed: { roundId: other } };
  const moved = await calls.keptBallots.update(move);
  expect(moved).toMatchObject({ sheet: refOf(first), pTotal: old.pTotal });
  // So are its corrections and its second check, in a cell that only the old version has.
  const { key, max } = cellsOf(first).at(-1)!;
  expect(cellsOf(second).some((cell) => cell.key === key)).toBe(false);
  const scores = [{ field: key, score: max }];
  const corrected = await calls.keptBallots.correct({
    schoolId,
    id: old.id,
    version: moved.version,
    scores,
    reason: 'x',
  });
  expect(corrected.scores[key]).toBe(max);
  const checking = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } })).keptBallots;
  const check = (typed: Scores) => checking.secondCheck({ schoolId, id: old.id, scores: typed });
  await isRefused('NOT_ON_SHEET', check(lowest(second)));
  expect(await check({ ...lowest(first), [key]: max })).toEqual({ differences: [], isCheckedByTwo: true });
});

const bareTournament = (sheetId: string): RawBuilder<unknown> =>
  sql`update tournaments set sheet_id = ${sheetId} where id = ${tournamentId}`;
test('rounds are scored on a built-in sheet or one of the school’s own, with two sides', async () => {
  const elsewhere = await addSchool(product.database, `Elsewhere ${randomUUID()}`);
  const stranger = await addPerson(product.database, { roles: { [elsewhere.id]: 'primary' } });
  const foreign = ours(KENTUCKY);
  await callsAs(product, stranger).sheets.save({ schoolId: elsewhere.id, sheet: foreign });
  expect(await calls.sheets.version({ schoolId, sheet: refOf(foreign) })).toBeNull();
  for (const sheet of [foreign, TRY_OUT, ours(KENTUCKY), { ...KENTUCKY, version: 2 }]) {
    await isRefused('NOT_FOUND', roundOn(sheet));
    const bare = asPerson(product.database, keeper.userId, (tx) => bareTournament(sheet.id).execute(tx));
    if (sheet.id !== KENTUCKY.id) await expect(bare).rejects.toMatchObject({ code: '23503' });
  }
});

test('a sheet that a tournament, a ballot or a deleted record needs can’t be deleted', async () => {
  const sheet = await save(ours(KENTUCKY));
  const remove = () => calls.sheets.remove({ schoolId, id: sheet.id });
  const roundId = await roundOn(sheet);
  await isRefused('IN_USE', remove());
  const kept = await calls.keptBallots.keep(ballot(roundId, lowest(sheet)));
  const { tournaments } = await calls.seasonBook.season({ schoolId, season: seasonOf(new Date()) });
  const { id } = tournaments.find((one) => one.sheet.id === sheet.id)!;
  await calls.tournaments.remove({ schoolId, id });
  await isRefused('IN_USE', remove());
  await calls.deletedEntries.restore({ schoolId, id });
  expect(await calls.keptBallots.ofRound({ schoolId, roundId })).toMatchObject([
    { id: kept.id, sheet: refOf(sheet), scores: kept.scores, pTotal: kept.pTotal },
  ]);
  await calls.tournaments.remove({ schoolId, id });
  await calls.deletedEntries.deleteForGood({ schoolId, id });
  await remove();
  expect(await calls.sheets.ofSchool({ schoolId })).toEqual([]);
});

test('a sheet can’t be deleted at the same moment as the tournament that needs it', async () => {
  const sheet = await save(ours(KENTUCKY));
  await roundOn(sheet);
  const { id } = (await calls.tournaments.inSchool({ schoolId })).find((one) => one.sheet.id === sheet.id)!;
  const both = await product.database.owner.transaction().execute(async (tx) => {
    // The tournament is deleted and copied before the history says so.
    await sql`lock table changes in share mode`.execute(tx);
    const tournament = calls.tournaments.remove({ schoolId, id });
    await untilBlocked(product.database);
    const removal = isRefused('IN_USE', calls.sheets.remove({ schoolId, id: sheet.id }));
    await untilBlocked(product.database, 2);
    return [tournament, removal];
  });
  await Promise.all(both);
  await calls.deletedEntries.restore({ schoolId, id });
});

test('deleting a school deletes its sheets and their ballots, and restoring it restores them', async () => {
  const sheet = await save(ours(KENTUCKY));
  const roundId = await roundOn(sheet);
  const kept = await calls.keptBallots.keep(ballot(roundId, lowest(sheet)));
  const manager = callsAs(product, await addPerson(product.database, { superAdmin: true, dbManager: true }));
  await manager.schools.remove({ schoolId });
  await manager.deletedRecords.restore({ id: schoolId });
  const found = await calls.keptBallots.ofRound({ schoolId, roundId });
  expect(found).toMatchObject([{ id: kept.id, sheet: refOf(sheet), scores: kept.scores, pTotal: kept.pTotal }]);
});
