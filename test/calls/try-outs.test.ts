// Try-outs: raters can't see each other's scores until somebody ends the rating, and all is deleted after the day that staff chose.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { Calls } from '#contract/index.ts';
import { MAX_CANDIDATES, MAX_TRY_OUTS } from '#contract/words.ts';
import { asPerson, type Tx } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
let schoolId: string;
let [sue, kim]: [Calls, Calls] = [undefined!, undefined!];
let people: Record<'sue' | 'kim', Awaited<ReturnType<typeof addPerson>>>;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());
beforeEach(async () => {
  schoolId = (await addSchool(product.database, `School ${randomUUID()}`)).id;
  people = {
    sue: await addPerson(product.database, { name: 'Sue Lee', roles: { [schoolId]: 'primary' } }),
    kim: await addPerson(product.database, { name: 'Kim Roe', roles: { [schoolId]: 'admin' } }),
  };
  [sue, kim] = [callsAs(product, people.sue), callsAs(product, people.kim)];
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const all = (score: number) => Object.fromEntries(keysOf(TRY_OUT).map((key) => [key, score]));

/** A try-out with Ada and Ben as its candidates. */
async function begun() {
  const id = randomUUID();
  await sue.tryOuts.create({ schoolId, id, name: 'Fall', sheet: TRY_OUT, deleteAfter: inDays(30) });
  await sue.tryOuts.addCandidates({ schoolId, tryOutId: id, names: ['Ben', 'Ada'] });
  const [ada, ben] = (await seen(sue, id)).candidates.map((candidate) => candidate.id) as [string, string];
  return { id, ada, ben };
}
const seen = async (by: Calls, id: string) => (await by.tryOuts.details({ schoolId, id }))!;

test('raters see only their own scores until the try-out is ended, and then everybody’s', async () => {
  const { id, ada, ben } = await begun();
  await sue.tryOuts.rate({ schoolId, candidateId: ada, scores: all(4) });
  await kim.tryOuts.rate({ schoolId, candidateId: ada, scores: all(2) });
  await kim.tryOuts.rate({ schoolId, candidateId: ben, scores: all(5) });
  const whose = async (by: Calls) =>
    (await seen(by, id)).ratings
      .map(({ raterId, candidateId }) => {
        const rater = raterId === people.sue.userId ? 'Sue' : 'Kim';
        return `${rater} of ${candidateId === ada ? 'Ada' : 'Ben'}`;
      })
      .toSorted();
  expect(await whose(sue)).toEqual(['Sue of Ada']);
  expect(await whose(kim)).toEqual(['Kim of Ada', 'Kim of Ben']);
  expect((await seen(sue, id)).raters.map(({ name, rated }) => [name, rated])).toEqual([
    ['Kim Roe', 2],
    ['Sue Lee', 1],
  ]);
  await kim.tryOuts.end({ schoolId, id });
  expect(await whose(sue)).toEqual(['Kim of Ada', 'Kim of Ben', 'Sue of Ada']);
});

test('the database itself hides other raters’ scores, and lets nobody score as somebody else', async () => {
  const { id, ada } = await begun();
  await sue.tryOuts.rate({ schoolId, candidateId: ada, scores: all(4) });
  const asKim = <Result>(run: (tx: Tx) => Promise<Result>) => asPerson(product.database, people.kim.userId, run);
  const scores = () => asKim(async (tx) => (await tx.selectFrom('tryOutRatings').select('scores').execute()).length);
  expect(await scores()).toBe(0);
  const changed = await asKim((tx) => tx.updateTable('tryOutRatings').set({ scores: {} }).executeTakeFirst());
  expect(changed.numUpdatedRows).toBe(0n);
  const asSue = { candidateId: ada, raterId: people.sue.userId, tryOutId: id, schoolId, scores: {} };
  await expect(asKim((tx) => tx.insertInto('tryOutRatings').values(asSue).execute())).rejects.toThrow(/row-level/);
  await sue.tryOuts.end({ schoolId, id });
  expect(await scores()).toBe(1);
  // The end is final.
  const reopened = asKim((tx) => tx.updateTable('tryOuts').set({ endedAt: null }).executeTakeFirst());
  expect((await reopened).numUpdatedRows).toBe(0n);
  const late = { ...asSue, raterId: people.kim.userId };
  await expect(asKim((tx) => tx.insertInto('tryOutRatings').values(late).execute())).rejects.toThrow(/row-level/);
});

test('if two raters save scores of one candidate at the same moment, both are saved', async () => {
  const { id, ada } = await begun();
  await Promise.all(
    [sue, kim, sue].map((by, index) => by.tryOuts.rate({ schoolId, candidateId: ada, scores: all(index + 1) })),
  );
  await sue.tryOuts.end({ schoolId, id });
  const given = Object.fromEntries((await seen(kim, id)).ratings.map(({ raterId, scores }) => [raterId, scores]));
  expect(given[people.kim.userId]).toEqual(all(2));
  expect([all(1), all(3)]).toContainEqual(given[people.sue.userId]);
});

test('a score that arrives while somebody ends the try-out is either included or refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, ada } = await begun();
    const [scored] = await Promise.allSettled([
      kim.tryOuts.rate({ schoolId, candidateId: ada, scores: all(3) }),
      sue.tryOuts.end({ schoolId, id }),
    ]);
    expect((await seen(sue, id)).ratings).toHaveLength(scored.status === 'fulfilled' ? 1 : 0);
    if (scored.status === 'rejected') expect(scored.reason).toMatchObject({ code: 'ENDED' });
  }
});

test('scores can be corrected until the end, and need every row of the sheet in its range', async () => {
  const { id, ada } = await begun();
  for (const score of [2, 4]) await sue.tryOuts.rate({ schoolId, candidateId: ada, scores: all(score) });
  expect((await seen(sue, id)).ratings).toMatchObject([{ scores: all(4) }]);
  const { criterion1: _missing, ...fewer } = all(3);
  for (const scores of [fewer, all(6), all(0), { ...all(3), more: 3 }])
    expect(await refused(sue.tryOuts.rate({ schoolId, candidateId: ada, scores }))).toMatchObject({ code: 'SCORES' });
  await sue.tryOuts.end({ schoolId, id });
  await kim.tryOuts.end({ schoolId, id });
  expect(await refused(sue.tryOuts.rate({ schoolId, candidateId: ada, scores: all(3) }))).toMatchObject({
    code: 'ENDED',
  });
  expect(await refused(sue.tryOuts.addCandidates({ schoolId, tryOutId: id, names: ['Cy'] }))).toMatchObject({
    code: 'ENDED',
  });
  expect((await seen(sue, id)).ratings).toMatchObject([{ scores: all(4) }]);
});

test('a try-out sent twice is added once, its sheet has one side, and its last day is at most a year away', async () => {
  const tryOut = { schoolId, id: randomUUID(), name: 'Fall', sheet: TRY_OUT, deleteAfter: inDays(30) };
  for (const each of [tryOut, tryOut]) await sue.tryOuts.create(each);
  expect(await sue.tryOuts.inSchool({ schoolId })).toMatchObject([{ name: 'Fall', candidates: 0, endedAt: null }]);
  expect(await refused(sue.tryOuts.create({ ...tryOut, name: 'Other' }))).toMatchObject({ code: 'CONFLICT' });
  const another = { ...tryOut, id: randomUUID() };
  expect(await refused(sue.tryOuts.create({ ...another, sheet: KENTUCKY }))).toMatchObject({ code: 'BAD_REQUEST' });
  for (const deleteAfter of [inDays(-2), inDays(400)])
    expect(await refused(sue.tryOuts.create({ ...another, deleteAfter }))).toMatchObject({ code: 'DAY' });
});

test('a school has at most 50 try-outs', async () => {
  const tryOut = { schoolId, name: 'Full', sheet: TRY_OUT, deleteAfter: inDays(30) };
  const full = Array.from({ length: MAX_TRY_OUTS }, () => ({ ...tryOut, id: randomUUID() }));
  await product.database.owner.insertInto('tryOuts').values(full).execute();
  expect(await refused(sue.tryOuts.create({ ...tryOut, id: randomUUID() }))).toMatchObject({
    code: 'FULL',
    message: 'A school can have at most 50 try-outs.',
  });
});

test('candidates who are already listed are skipped, and a try-out has at most 200', async () => {
  const { id } = await begun();
  await kim.tryOuts.addCandidates({ schoolId, tryOutId: id, names: ['ADA', 'Cy Å', 'CY å', 'cy a'] });
  expect((await seen(sue, id)).candidates.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cy Å']);
  const names = Array.from({ length: MAX_CANDIDATES }, (_, index) => `Candidate ${index}`);
  // Together with existing candidates, or in one call.
  const add = (more: string[]) => refused(sue.tryOuts.addCandidates({ schoolId, tryOutId: id, names: more }));
  const message = 'A try-out can have at most 200 candidates.';
  expect(await add(names)).toMatchObject({ code: 'FULL', message });
  expect(await add([...names, 'Zoe'])).toMatchObject({ code: 'BAD_REQUEST', message });
});

test('a candidate joins the roster once, and is removed from the try-out when the student is deleted', async () => {
  const { id, ada } = await begun();
  // Two people press the button at once, and one of them twice.
  const presses = [sue, kim, sue].map((by) => ({ by, id: randomUUID() }));
  await Promise.all(
    presses.map(({ by, id: each }) => by.tryOuts.addToRoster({ schoolId, candidateId: ada, studentId: each })),
  );
  const named = (await sue.students.inSchool({ schoolId })).filter(({ name }) => name === 'Ada');
  expect(named).toHaveLength(1);
  const [{ id: studentId } = { id: '' }] = named;
  expect((await seen(sue, id)).candidates[0]).toMatchObject({ name: 'Ada', studentId });
  const other = await begun();
  expect(
    await refused(sue.tryOuts.addToRoster({ schoolId, candidateId: other.ada, studentId: randomUUID() })),
  ).toMatchObject({ code: 'NAME_TAKEN' });
  await sue.students.remove({ schoolId, id: studentId });
  expect((await seen(sue, id)).candidates.map(({ name }) => name)).toEqual(['Ben']);
});

test('the history names try-outs and no candidate, and a deleted school keeps no copy of them', async () => {
  const manager = callsAs(product, await addPerson(product.database, { superAdmin: true, dbManager: true }));
  const { id, ada } = await begun();
  await sue.tryOuts.rate({ schoolId, candidateId: ada, scores: all(4) });
  await sue.tryOuts.end({ schoolId, id });
  const { rows } = await manager.history.list({ subject: 'tryOut', recordId: id });
  expect(rows.map(({ action, label }) => [action, label])).toEqual([
    ['update', 'Fall'],
    ['create', 'Fall'],
  ]);
  await manager.schools.remove({ schoolId });
  const { rows: copies } = await sql<{ tableName: string }>`select table_name from deleted_rows
    where record_id = ${schoolId} and table_name like 'try_out%'`.execute(product.database.owner);
  expect(copies).toEqual([]);
  await manager.deletedRecords.restore({ id: schoolId });
  expect(await sue.tryOuts.inSchool({ schoolId })).toEqual([]);
});
