// Somebody deletes a student or a team while a colleague changes a ballot or imports a file: one waits for the other, and neither is refused.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { Tx } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { scoresOf } from '../people.ts';
import { untilBlocked } from '../until-blocked.ts';
import { refused } from './refused.ts';
import { addRound, DETAILS, keepingSchool, lineFor, smallFile } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

type Of = { schoolId: string; id: string };
const NAME = 'Zebulon Quill';

/** A colleague's call, which shares the season: `first`, and `then` once the other call waits. Returns what came of the other one. */
async function during(
  schoolId: string,
  first: (tx: Tx) => Promise<unknown>,
  other: () => Promise<unknown>,
  then: (tx: Tx) => Promise<unknown>,
) {
  const { outcome } = await product.database.owner.transaction().execute(async (tx) => {
    await sql`select from season_books where school_id = ${schoolId} for share`.execute(tx);
    await first(tx);
    const waiting = refused(other());
    await untilBlocked(product.database);
    await then(tx);
    return { outcome: waiting };
  });
  return outcome;
}

test.each<[string, (calls: Calls, of: Of) => Promise<() => Promise<unknown>>, object]>([
  ['deleted', async (calls, of) => () => calls.students.remove(of), { 'p close': `Before ${NAME}.` }],
  ['anonymized', async (calls, of) => () => calls.students.anonymize(of), { 'p close': 'Before a student.' }],
  [
    'deleted for good',
    async (calls, of) => {
      await calls.students.remove(of);
      return () => calls.deletedEntries.deleteForGood(of);
    },
    { 'p close': 'Before a student.', 'p open': 'Loud.' },
  ],
])('a student is %s while a colleague comments on a ballot', async (_how, prepare, comments) => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const { tournamentId, teamId } = school;
  const { id } = await calls.students.add({ schoolId, id: randomUUID(), name: NAME, teamId: null });
  const round = await addRound(calls, { schoolId, tournamentId, teamId });
  const parts = [{ part: 'open' as const, studentId: id, witnessId: null }];
  await calls.rounds.setLineUp({ schoolId, roundId: round.id, version: round.version, parts });
  const written = { ...DETAILS, comments: { 'p open': 'Clear.', 'p close': `After ${NAME}.` } };
  const ballot = { schoolId, id: randomUUID(), roundId: round.id, number: 1, judge: '', scores: scoresOf(8) };
  await calls.keptBallots.keep({ ...ballot, ...written });
  const deleting = await prepare(calls, { schoolId, id });
  const outcome = await during(
    schoolId,
    (tx) => sql`update kept_ballots set number = number where id = ${ballot.id}`.execute(tx),
    deleting,
    (tx) =>
      tx
        .updateTable('ballotScores')
        .set({ comments: { 'p open': 'Loud.', 'p close': `Before ${NAME}.` } })
        .where('ballotId', '=', ballot.id)
        .execute(),
  );
  expect(outcome).toEqual({ code: 'none' });
  expect(await calls.keptBallots.ofRound({ schoolId, roundId: round.id })).toMatchObject([{ comments }]);
});

test('a team is deleted while a colleague imports a file with its rounds', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const { tournamentId, teamId } = school;
  await addRound(calls, { schoolId, tournamentId, teamId });
  const outcome = await during(
    schoolId,
    (tx) => sql`select from rounds where school_id = ${schoolId} for no key update`.execute(tx),
    () => calls.teams.remove({ schoolId, id: teamId }),
    (tx) => tx.insertInto('rounds').values({ schoolId, tournamentId, teamId, number: 2, side: 'p' }).execute(),
  );
  expect(outcome).toEqual({ code: 'none' });
  const rounds = product.database.owner.selectFrom('rounds').select(['number', 'teamId']).orderBy('number');
  expect(await rounds.where('schoolId', '=', schoolId).execute()).toEqual([
    { number: 1, teamId: null },
    { number: 2, teamId: null },
  ]);
});

test('a round is added while an import adds the same one', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const [tournament] = await calls.tournaments.inSchool({ schoolId });
  const [team] = await calls.teams.inSchool({ schoolId });
  const line = lineFor('1', 1, 'open', 'Ann', 8).replace('Harvest', tournament!.name).replace('A Team', team!.name);
  const of = { schoolId, tournamentId: school.tournamentId, teamId: school.teamId };
  const both = await product.database.owner.transaction().execute(async (tx) => {
    // The import has planned its rounds, and not yet added them.
    await sql`lock table season_imports in share mode`.execute(tx);
    const imported = refused(calls.seasonFiles.run({ schoolId, id: randomUUID(), file: smallFile(line), choices: {} }));
    await untilBlocked(product.database);
    const added = refused(addRound(calls, of));
    await untilBlocked(product.database, 2);
    return [imported, added];
  });
  expect((await Promise.all(both)).map(({ code }) => code)).toEqual(['none', 'ROUND_TAKEN']);
});

test('the addition of two students is undone while a colleague puts them into a line-up', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const [first, second] = [randomUUID(), randomUUID()].toSorted() as [string, string];
  const changes = [first, second].map((id) => ({ id, add: { name: id, teamId: null } }));
  await calls.students.changeMany({ schoolId, changes });
  const { tournamentId, teamId } = school;
  const { id: roundId, version } = await addRound(calls, { schoolId, tournamentId, teamId });
  const parts = [
    { part: 'open' as const, studentId: second, witnessId: null },
    { part: 'close' as const, studentId: first, witnessId: null },
  ];
  const { both } = await product.database.owner.transaction().execute(async (tx) => {
    await sql`select from students where id = ${second} for update`.execute(tx);
    const lineUp = refused(calls.rounds.setLineUp({ schoolId, roundId, version, parts }));
    await untilBlocked(product.database);
    const undone = changes.map(({ id }) => ({ id, version: 1, remove: true as const }));
    const undo = calls.students.changeMany({ schoolId, changes: undone });
    await untilBlocked(product.database, 2);
    return { both: [lineUp, undo] as const };
  });
  expect(await both[0]).toEqual({ code: 'none' });
  const isInUse = { version: null, refused: 'Other records belong to it now.' };
  expect(await both[1]).toEqual([isInUse, isInUse]);
});
