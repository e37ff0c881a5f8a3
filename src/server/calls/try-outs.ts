// Try-outs. What a rater may see and whether a try-out is still open is decided by the database's policies (025-try-outs.sql).
import { sql } from 'kysely';
import { totalOf } from '#ballot/score.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { TryOutDetails } from '#contract/try-outs.ts';
import { candidateEstimates } from '#metrics/try-outs.ts';
import { api, type Refusals } from '../api.ts';
import { currentUser, valueOf, type Tx } from '../database/database.ts';
import { addedOnce, deletes } from '../database/records.ts';

export const inSchool = api.tryOuts.inSchool.handler(({ input: { schoolId }, context: { tx } }) =>
  tx
    .selectFrom('tryOuts')
    .select(['id', 'name', 'deleteAfter', 'endedAt'])
    .select(sql<number>`(select count(*) from try_out_candidates where try_out_id = try_outs.id)`.as('candidates'))
    .where('schoolId', '=', schoolId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute(),
);

const find = (tx: Tx, schoolId: string, id: string) =>
  tx
    .selectFrom('tryOuts')
    .select(['id', 'name', 'sheet', 'deleteAfter', 'endedAt'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();

export const details = api.tryOuts.details.handler(async ({ input: { schoolId, id }, context: { tx } }) => {
  const tryOut = await find(tx, schoolId, id);
  if (!tryOut) return null;
  const candidates = await tx
    .selectFrom('tryOutCandidates')
    .select(['id', 'name', 'studentId'])
    .where('tryOutId', '=', id)
    .orderBy('sortName')
    .execute();
  const ratings = await tx
    .selectFrom('tryOutRatings')
    .select(['candidateId', 'raterId', 'scores'])
    .where('tryOutId', '=', id)
    .execute();
  const raters = await sql<TryOutDetails['raters'][number]>`select * from try_out_progress(${id})`.execute(tx);
  const totals = ratings.map(({ candidateId, raterId, scores }) => ({
    candidate: candidateId,
    rater: raterId,
    total: totalOf<string>(tryOut.sheet, scores, 'p'),
  }));
  const estimates = tryOut.endedAt === null ? null : candidateEstimates(totals);
  return {
    ...tryOut,
    candidates,
    ratings,
    estimates: estimates?.map(({ candidate, ...estimate }) => ({ candidateId: candidate, ...estimate })) ?? null,
    raters: raters.rows,
  };
});

/** Accepts any day that is tomorrow somewhere: people's calendars may be a day ahead of the server's, or behind. */
const isOutOfRange = (tx: Tx, day: string): Promise<boolean> =>
  valueOf(
    tx,
    sql`${day}::date not between (now() at time zone 'UTC')::date and (now() at time zone 'UTC')::date + 366`,
  );

export const create = api.tryOuts.create.handler(async ({ input, context: { tx }, errors }) => {
  if (await isOutOfRange(tx, input.deleteAfter)) throw errors.DAY();
  const { schoolId, id, ...wanted } = input;
  const added = await tx
    .insertInto('tryOuts')
    .values(input)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['name', 'sheet', 'deleteAfter'])
    .executeTakeFirst();
  addedOnce(added ?? (await find(tx, schoolId, id)), wanted, errors);
});

/** The try-out, held open until the change is stored. */
async function open(
  tx: Tx,
  schoolId: string,
  id: string | undefined,
  errors: Refusals<'NOT_FOUND' | 'ENDED'>,
): Promise<{ sheet: Sheet }> {
  if (id === undefined) throw errors.NOT_FOUND();
  // First, because it waits for whoever ends or deletes the try-out.
  const isOpen = await valueOf(tx, sql<boolean>`try_out_is_open(${id})`);
  const found = await find(tx, schoolId, id);
  if (!found) throw errors.NOT_FOUND();
  if (!isOpen) throw errors.ENDED();
  return found;
}

export const addCandidates = api.tryOuts.addCandidates.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, tryOutId, names } = input;
  await open(tx, schoolId, tryOutId, errors);
  // In one order, so that two people who add the same names wait for each other.
  const sorted = names.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' }));
  await tx
    .insertInto('tryOutCandidates')
    .values(sorted.map((name) => ({ schoolId, tryOutId, name })))
    .onConflict((conflict) => conflict.columns(['tryOutId', 'sortName']).doNothing())
    .execute();
});

export const removeCandidate = api.tryOuts.removeCandidate.handler(deletes('tryOutCandidates'));

const candidateOf = (tx: Tx, schoolId: string, id: string) =>
  tx
    .selectFrom('tryOutCandidates')
    .select(['tryOutId', 'name', 'studentId'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id);

export const rate = api.tryOuts.rate.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, candidateId, scores } = input;
  const candidate = await candidateOf(tx, schoolId, candidateId).executeTakeFirst();
  const { sheet } = await open(tx, schoolId, candidate?.tryOutId, errors);
  if (!candidate || whyNotOnSheet(sheet, { scores }) !== null) throw errors.SCORES();
  await tx
    .insertInto('tryOutRatings')
    .values({ candidateId, raterId: currentUser, tryOutId: candidate.tryOutId, schoolId, scores })
    .onConflict((conflict) => conflict.columns(['candidateId', 'raterId']).doUpdateSet({ scores }))
    .execute();
});

export const end = api.tryOuts.end.handler(async ({ input: { schoolId, id }, context: { tx }, errors }) => {
  await tx
    .updateTable('tryOuts')
    .set({ endedAt: sql<Date>`now()` })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  // Or somebody has ended it already.
  if (!(await find(tx, schoolId, id))?.endedAt) throw errors.NOT_FOUND();
});

export const remove = api.tryOuts.remove.handler(deletes('tryOuts'));

export const addToRoster = api.tryOuts.addToRoster.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, candidateId, studentId } = input;
  const candidate = await candidateOf(tx, schoolId, candidateId).executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  if (candidate.studentId !== null) return;
  // The student comes first, as when the school is deleted. Two people who add the same candidate at once add one student.
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('students')
    .values({ id: studentId, schoolId, name: candidate.name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added === 1n) {
    const named = tx.updateTable('tryOutCandidates').set({ studentId }).where('id', '=', candidateId);
    await named
      .where('studentId', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  } else {
    const now = await candidateOf(tx, schoolId, candidateId).executeTakeFirst();
    if (!now?.studentId) throw errors.NAME_TAKEN();
  }
});
