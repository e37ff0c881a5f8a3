import { sql } from 'kysely';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { changedMeanwhile, deleteOne, isSame } from '../database/records.ts';
import { wholeBallots, withDates } from '../season/kept-ballot.ts';
import { idsOf, pageOfRounds } from '../season/round.ts';
import { shareSeason } from '../season/season-lock.ts';

type Id = { schoolId: string; id: string };

async function findWhole(tx: Tx, { schoolId, id }: Id): Promise<KeptBallot | undefined> {
  const found = await wholeBallots(tx)
    .where('keptBallots.schoolId', '=', schoolId)
    .where('keptBallots.id', '=', id)
    .executeTakeFirst();
  return found && withDates(found);
}

const inOrder = (ballots: ReturnType<typeof wholeBallots>) => ballots.orderBy('number').orderBy('keptBallots.id');

/** The round that has the ballots: of two rounds that the school's own teams played against each other, the P side's. */
const holder = (tx: Tx, schoolId: string, roundId: string) =>
  tx
    .selectFrom('rounds')
    .select((row) => row.fn.coalesce('sharedWith', 'id').as('id'))
    .where('schoolId', '=', schoolId)
    .where('id', '=', roundId);

const ofRound = api.keptBallots.ofRound.handler(async ({ input: { schoolId, roundId }, context: { tx } }) => {
  const found = await inOrder(wholeBallots(tx))
    .where('keptBallots.schoolId', '=', schoolId)
    .where('roundId', '=', holder(tx, schoolId, roundId))
    .execute();
  return found.map(withDates);
});

const inSeason = api.keptBallots.inSeason.handler(async ({ input, context: { tx } }) => {
  const { page, next } = await pageOfRounds(tx, input);
  const found = await inOrder(wholeBallots(tx))
    .where('keptBallots.schoolId', '=', input.schoolId)
    .where(isOneOf('roundId', idsOf(page)))
    .execute();
  return { rows: found.map(withDates), next };
});

const waiting = api.keptBallots.waiting.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const found = await wholeBallots(tx)
    .where('keptBallots.schoolId', '=', schoolId)
    .where('roundId', 'is', null)
    .orderBy('keptBallots.createdAt')
    .orderBy('keptBallots.id')
    .execute();
  return found.map(withDates);
});

const keep = api.keptBallots.keep.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, roundId, scores, comments, ranks, ...facts } = input;
  await shareSeason(tx, schoolId);
  const round = await holder(tx, schoolId, roundId).executeTakeFirst();
  if (!round) throw errors.NOT_FOUND();
  const inserted = await tx
    .insertInto('keptBallots')
    .values({ schoolId, id, roundId: round.id, ...facts, keptBy: sql`app_user_id()` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted)
    await tx.insertInto('ballotScores').values({ ballotId: id, schoolId, scores, comments, ranks }).execute();
  const ballot = await findWhole(tx, { schoolId, id });
  // The same request came before, or another ballot has this id.
  if (!ballot || SCORE_FIELDS.some((field) => ballot.scores[field] !== scores[field])) throw errors.CONFLICT();
  return ballot;
});

const update = api.keptBallots.update.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, version } = input;
  const { comments, ranks, roundId, ...facts } = input.changed;
  await shareSeason(tx, schoolId);
  const round = roundId === undefined ? undefined : await holder(tx, schoolId, roundId).executeTakeFirst();
  if (roundId !== undefined && !round) throw errors.NOT_FOUND();
  const touch = tx
    .updateTable('keptBallots')
    .set((row) => ({ number: row.ref('number'), ...facts, ...(round ? { roundId: round.id } : {}) }))
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id');
  const write = async (): Promise<KeptBallot | undefined> => {
    if (!(await touch.executeTakeFirst())) return undefined;
    if (comments !== undefined || ranks !== undefined) {
      await tx
        .updateTable('ballotScores')
        .set({ ...(comments ? { comments } : {}), ...(ranks ? { ranks } : {}) })
        .where('ballotId', '=', id)
        .execute();
    }
    return findWhole(tx, { schoolId, id });
  };
  const wanted = { ...input.changed, ...(round && { roundId: round.id }) };
  return change(tx, input, { write, isDone: (ballot) => isSame(ballot, wanted) }, errors);
});

type Meanwhile = { data: { by: string | null; at: Date; current: KeptBallot } };
type Errors = { NOT_FOUND(): Error; CHANGED_MEANWHILE(options: Meanwhile): Error };

type Writing = {
  /** Returns nothing if the ballot is at another version. */
  write: () => Promise<KeptBallot | undefined>;
  /** The ballot already says all of it: the same request came before. */
  isDone: (ballot: KeptBallot) => boolean;
};

/** Changes a ballot, unless somebody else was faster: then the error says who. */
async function change(tx: Tx, of: Id, { write, isDone }: Writing, errors: Errors): Promise<KeptBallot> {
  const written = await write();
  if (written) return written;
  const current = await findWhole(tx, of);
  if (!current) throw errors.NOT_FOUND();
  if (isDone(current)) return current;
  throw await changedMeanwhile(tx, current, { subject: 'keptBallot', recordId: of.id, parentId: of.schoolId }, errors);
}

const correct = api.keptBallots.correct.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, version, reason } = input;
  const write = async (): Promise<KeptBallot | undefined> => {
    const before = await findWhole(tx, { schoolId, id });
    if (before?.version !== version) return undefined;
    const changed = input.scores.filter(({ field, score }) => before.scores[field] !== score);
    if (changed.length === 0) return before;
    // Gives the ballot a new version, and locks it at this one.
    const touched = await tx
      .updateTable('keptBallots')
      .set((row) => ({ number: row.ref('number') }))
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst();
    if (!touched) return undefined;
    // The database changes each score with its correction.
    await tx
      .insertInto('scoreCorrections')
      .values(changed.map(({ field, score }) => ({ ballotId: id, schoolId, field, after: score, reason })))
      .execute();
    return findWhole(tx, { schoolId, id });
  };
  const isDone = (ballot: KeptBallot) => input.scores.every(({ field, score }) => ballot.scores[field] === score);
  return change(tx, input, { write, isDone }, errors);
});

type Compared = {
  outcome: 'missing' | 'all own' | 'compared';
  differences: { field: ScoreField; kept: number | null }[];
  isChecked: boolean;
};

const secondCheck = api.keptBallots.secondCheck.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, scores } = input;
  const { rows } = await sql<Compared>`select outcome, differences, is_checked
    from check_ballot(${schoolId}::uuid, ${id}::uuid, ${JSON.stringify(scores)}::jsonb)`.execute(tx);
  const [{ outcome, differences, isChecked } = { outcome: 'missing', differences: [], isChecked: false }] = rows;
  if (outcome === 'missing') throw errors.NOT_FOUND();
  if (outcome === 'all own') throw errors.SAME_PERSON();
  return { differences, isCheckedByTwo: isChecked };
});

const remove = api.keptBallots.remove.handler(async ({ input: { schoolId, id }, context: { tx }, errors }) => {
  await shareSeason(tx, schoolId);
  await deleteOne(tx.deleteFrom('keptBallots').where('schoolId', '=', schoolId).where('id', '=', id), errors);
});

const handOver = api.keptBallots.handOver.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, judge, source, scores } = input;
  const { rows } = await sql<{ isHandedOver: boolean }>`select hand_over_ballot(
    ${id}::uuid, ${schoolId}::uuid, ${judge}, ${source}, ${JSON.stringify(scores)}::jsonb) as is_handed_over`.execute(
    tx,
  );
  if (!rows[0]?.isHandedOver) throw errors.CONFLICT();
});

export const keptBallots = { ofRound, inSeason, waiting, keep, update, correct, secondCheck, remove, handOver };
