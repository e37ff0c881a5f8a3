import { isDeepStrictEqual } from 'node:util';
import { sql, type Updateable } from 'kysely';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { whyNotOnSheet } from '#ballot/sheet/scores-on-sheet.ts';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { api, type Refusals } from '../api.ts';
import { currentUser, isOneOf, type Tx } from '../database/database.ts';
import { changedBefore, deletes, isSame } from '../database/records.ts';
import type { Tables } from '../database/tables.ts';
import { wholeBallots, wholeBallot } from '../season/kept-ballot.ts';
import { idsOf, pageOfRounds } from '../season/round.ts';
import { shareSeason } from '../season/season-lock.ts';
import { sheetFrom } from '../season/sheet-of.ts';

type Id = { schoolId: string; id: string };

async function findWhole(tx: Tx, { schoolId, id }: Id): Promise<KeptBallot | undefined> {
  const found = await wholeBallots(tx, schoolId).where('keptBallots.id', '=', id).executeTakeFirst();
  return found && wholeBallot(found);
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
  const found = await inOrder(wholeBallots(tx, schoolId))
    .where('roundId', '=', holder(tx, schoolId, roundId))
    .execute();
  return found.map(wholeBallot);
});

const inSeason = api.keptBallots.inSeason.handler(async ({ input, context: { tx } }) => {
  const { page, next } = await pageOfRounds(tx, input);
  const found = await inOrder(wholeBallots(tx, input.schoolId))
    .where(isOneOf('roundId', idsOf(page)))
    .execute();
  return { rows: found.map(wholeBallot), next };
});

const waiting = api.keptBallots.waiting.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const found = await wholeBallots(tx, schoolId)
    .where('roundId', 'is', null)
    .orderBy('keptBallots.createdAt')
    .orderBy('keptBallots.id')
    .execute();
  return found.map(wholeBallot);
});

/** The sheet of a ballot that is kept, to check what somebody says about its scores. */
async function sheetOfBallot(tx: Tx, { schoolId, id }: Id, errors: Refusals<'NOT_FOUND'>): Promise<Sheet> {
  const found = await tx
    .selectFrom('keptBallots as b')
    .innerJoin('scoreSheets as s', (join) =>
      join.onRef('s.id', '=', 'b.sheetId').onRef('s.edition', '=', 'b.sheetEdition'),
    )
    .select(['s.id', 's.edition as version', 'title', 'description'])
    .where('b.schoolId', '=', schoolId)
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  return sheetFrom(found);
}

const keep = api.keptBallots.keep.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, roundId, scores, comments, ranks, sheet: chosen, ...facts } = input;
  await shareSeason(tx, schoolId);
  const round = await tx
    .selectFrom('rounds')
    .innerJoin('tournaments as t', 't.id', 'tournamentId')
    .innerJoin('scoreSheets as s', (join) =>
      join
        .on('s.id', '=', chosen?.id ?? sql.ref<string>('t.sheetId'))
        .on('s.edition', '=', chosen?.version ?? sql.ref<number>('t.sheetEdition')),
    )
    .select(['rounds.id', 's.id as sheetId', 's.edition as sheetEdition', 'title', 'description'])
    .where('rounds.id', '=', holder(tx, schoolId, roundId))
    .where((row) => row.or([row('s.schoolId', 'is', null), row('s.schoolId', '=', schoolId)]))
    .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  const { sheetId, sheetEdition, title, description } = round;
  const sheet = { id: sheetId, version: sheetEdition, title, ...description };
  const why = whyNotOnSheet(sheet, input);
  if (why !== null) throw errors.NOT_ON_SHEET({ message: why });
  const inserted = await tx
    .insertInto('keptBallots')
    .values({ schoolId, id, roundId: round.id, sheetId, sheetEdition, ...facts, keptBy: currentUser })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted)
    await tx.insertInto('ballotScores').values({ ballotId: id, schoolId, scores, comments, ranks }).execute();
  const ballot = await findWhole(tx, { schoolId, id });
  // The same request came before, or another ballot has this id.
  if (!ballot || !isDeepStrictEqual(ballot.scores, scores)) throw errors.CONFLICT();
  return ballot;
});

/** Gives the ballot a new version, and locks it, if it is at this one. */
const touch = (
  tx: Tx,
  { schoolId, id, version }: Id & { version: number },
  changed: Updateable<Tables['keptBallots']> = {},
) =>
  tx
    .updateTable('keptBallots')
    .set((row) => ({ number: row.ref('number'), ...changed }))
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();

const recorded = ({ schoolId, id }: Id) => ({ subject: 'keptBallot' as const, recordId: id, parentId: schoolId });

const update = api.keptBallots.update.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id } = input;
  const { comments, ranks, roundId, ...facts } = input.changed;
  await shareSeason(tx, schoolId);
  const round = roundId === undefined ? undefined : await holder(tx, schoolId, roundId).executeTakeFirst();
  if (roundId !== undefined && !round) throw errors.NOT_FOUND();
  if (facts.tabMargin != null || ranks !== undefined) {
    const why = whyNotOnSheet(await sheetOfBallot(tx, input, errors), input.changed);
    if (why !== null) throw errors.NOT_ON_SHEET({ message: why });
  }
  const moved = round && { roundId: round.id };
  const isUpdated = await touch(tx, input, { ...facts, ...moved });
  if (isUpdated && (comments !== undefined || ranks !== undefined)) {
    await tx
      .updateTable('ballotScores')
      .set({ ...(comments ? { comments } : {}), ...(ranks ? { ranks } : {}) })
      .where('ballotId', '=', id)
      .execute();
  }
  const current = await findWhole(tx, input);
  if (isUpdated && current) return current;
  const wanted = { ...input.changed, ...moved };
  return changedBefore(tx, current, (ballot) => isSame(ballot, wanted), recorded(input), errors);
});

const correct = api.keptBallots.correct.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, version, reason } = input;
  await shareSeason(tx, schoolId);
  const sheet = await sheetOfBallot(tx, input, errors);
  const corrected = input.scores.map(({ field, score }) => ({ scores: { [field]: score }, isPart: true }));
  const [why] = corrected.flatMap((said) => whyNotOnSheet(sheet, said) ?? []);
  if (why !== undefined) throw errors.NOT_ON_SHEET({ message: why });
  const before = await findWhole(tx, input);
  const changed = input.scores.filter(({ field, score }) => before?.scores[field] !== score);
  if (before?.version === version && changed.length === 0) return before;
  const isUpdated = await touch(tx, input);
  // The database changes each score with its correction.
  if (isUpdated) {
    await tx
      .insertInto('scoreCorrections')
      .values(changed.map(({ field, score }) => ({ ballotId: id, schoolId, field, after: score, reason })))
      .execute();
  }
  const current = await findWhole(tx, input);
  if (isUpdated && current) return current;
  const isDone = (ballot: KeptBallot) => input.scores.every(({ field, score }) => ballot.scores[field] === score);
  return changedBefore(tx, current, isDone, recorded(input), errors);
});

type Compared = {
  outcome: 'missing' | 'all own' | 'compared';
  differences: { field: string; kept: number | null }[];
  isChecked: boolean;
};

const secondCheck = api.keptBallots.secondCheck.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, scores } = input;
  const sheet = await sheetOfBallot(tx, input, errors);
  const why = whyNotOnSheet(sheet, input);
  if (why !== null) throw errors.NOT_ON_SHEET({ message: why });
  const { rows } = await sql<Compared>`select outcome, differences, is_checked
    from check_ballot(${schoolId}::uuid, ${id}::uuid, ${JSON.stringify(scores)}::jsonb)`.execute(tx);
  const [{ outcome, differences, isChecked } = { outcome: 'missing', differences: [], isChecked: false }] = rows;
  if (outcome === 'missing') throw errors.NOT_FOUND();
  if (outcome === 'all own') throw errors.SAME_PERSON();
  const order = keysOf(sheet);
  differences.sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
  return { differences, isCheckedByTwo: isChecked };
});

const remove = api.keptBallots.remove.handler(async (asked) => {
  await shareSeason(asked.context.tx, asked.input.schoolId);
  await deletes('keptBallots')(asked);
});

const handOver = api.keptBallots.handOver.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, judge, source, scores } = input;
  const why = whyNotOnSheet(COLLEGE_28, input);
  if (why !== null) throw errors.NOT_ON_SHEET({ message: why });
  const { rows } = await sql<{ isHandedOver: boolean }>`select hand_over_ballot(
    ${id}::uuid, ${schoolId}::uuid, ${judge}, ${source}, ${JSON.stringify(scores)}::jsonb) as is_handed_over`.execute(
    tx,
  );
  if (!rows[0]?.isHandedOver) throw errors.CONFLICT();
});

export const keptBallots = { ofRound, inSeason, waiting, keep, update, correct, secondCheck, remove, handOver };
