import { isDeepStrictEqual } from 'node:util';
import type { Round, RoundPart } from '#contract/rounds.ts';
import { may } from '#contract/permissions.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { insertAll } from '../database/insert-all.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { addedOnce, changedBefore, deleteOne, isSame } from '../database/records.ts';
import { idsOf, pageOfRounds, ROUND_COLUMNS } from '../season/round.ts';
import { shareSeason } from '../season/season-lock.ts';
import { joinOtherTeam, otherTeamsRound, updateOtherTeams } from '../season/shared-rounds.ts';

type Id = { schoolId: string; id: string };
const find = (tx: Tx, { schoolId, id }: Id) =>
  tx
    .selectFrom('rounds')
    .select(ROUND_COLUMNS)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();

type Wanted = Id & Omit<Round, 'version' | 'sharedWith' | 'teamId'> & { teamId: string };

async function addOne(tx: Tx, wanted: Wanted, errors: { CONFLICT(): Error }): Promise<Round> {
  const added = await tx
    .insertInto('rounds')
    .values(wanted)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(ROUND_COLUMNS)
    .executeTakeFirst();
  const { schoolId: _, ...same } = wanted;
  return addedOnce<Round>(added ?? (await find(tx, wanted)), same, errors);
}

const add = api.rounds.add.handler(async ({ input, context: { tx }, errors }) => {
  const { opponentTeamId = null, ...wanted } = input;
  await shareSeason(tx, wanted.schoolId);
  const added = await addOne(tx, wanted, errors);
  if (opponentTeamId === null) return added;
  await joinOtherTeam(tx, wanted.schoolId, added, opponentTeamId);
  return (await find(tx, wanted)) ?? added;
});

const addMany = api.rounds.addMany.handler(async ({ input, context: { tx }, errors }) => {
  const { rounds: wanted, ...ofTeam } = input;
  await shareSeason(tx, ofTeam.schoolId);
  const added: Round[] = [];
  for (const each of wanted) added.push(await addOne(tx, { ...ofTeam, ...each }, errors));
  return added;
});

const change = api.rounds.update.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id, version, changed } = input;
  await shareSeason(tx, schoolId);
  const other = await otherTeamsRound(tx, input);
  const updated = await tx
    .updateTable('rounds')
    // Only the D side's round names another.
    .set({ ...changed, ...(changed.side === 'p' && { sharedWith: null }) })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(ROUND_COLUMNS)
    .executeTakeFirst();
  const round: Round =
    updated ??
    (await changedBefore(
      tx,
      await find(tx, input),
      (current) => isSame(current, changed),
      { subject: 'round', recordId: id, parentId: schoolId },
      errors,
    ));
  if (!other) return round;
  await updateOtherTeams(tx, schoolId, round, other);
  return (await find(tx, input)) ?? round;
});

const remove = api.rounds.remove.handler(async ({ input: { schoolId, id }, context: { tx }, errors }) => {
  await shareSeason(tx, schoolId);
  await deleteOne(tx.deleteFrom('rounds').where('schoolId', '=', schoolId).where('id', '=', id), errors);
});

const partsOf = (tx: Tx, schoolId: string, roundId: string): Promise<RoundPart[]> =>
  tx
    .selectFrom('roundParts')
    .select(['part', 'studentId', 'witnessId'])
    .where('schoolId', '=', schoolId)
    .where('roundId', '=', roundId)
    .orderBy('part')
    .execute();

const lineUps = api.rounds.lineUps.handler(async ({ input, context: { tx, actor } }) => {
  const { schoolId } = input;
  const { page, next } = await pageOfRounds(tx, input);
  // Viewers may read rounds, but not that a line-up is empty.
  if (!may(await actor(), 'read', 'lineUp', schoolId)) return { rows: [], next: null };
  const rows = await tx
    .selectFrom('roundParts')
    .select(['roundId', 'part', 'studentId', 'witnessId'])
    .where('schoolId', '=', schoolId)
    .where(isOneOf('roundId', idsOf(page)))
    .orderBy('part')
    .execute();
  const byRound = Map.groupBy(rows, ({ roundId }) => roundId);
  const lineUpsOfPage = page.map(({ id, version }) => ({
    roundId: id,
    version,
    parts: (byRound.get(id) ?? []).map(({ part, studentId, witnessId }) => ({ part, studentId, witnessId })),
  }));
  return { rows: lineUpsOfPage, next };
});

type LineUp = { roundId: string; version: number; parts: RoundPart[] };
const inOrder = (parts: readonly RoundPart[]) => parts.toSorted((one, other) => one.part.localeCompare(other.part));

const setLineUp = api.rounds.setLineUp.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, roundId, version } = input;
  await shareSeason(tx, schoolId);
  const parts = input.parts.filter(({ studentId, witnessId }) => studentId !== null || witnessId !== null);
  // Setting the side to itself gives the round a new version, so that two people can't overwrite each other's line-up.
  const touched = await tx
    .updateTable('rounds')
    .set((row) => ({ side: row.ref('side') }))
    .where('schoolId', '=', schoolId)
    .where('id', '=', roundId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
  if (touched) {
    await tx.deleteFrom('roundParts').where('schoolId', '=', schoolId).where('roundId', '=', roundId).execute();
    const rows = parts.map((part) => ({ ...part, roundId, schoolId }));
    await insertAll(tx, 'roundParts', rows);
    return { roundId, version: touched.version, parts };
  }
  const found = await find(tx, { schoolId, id: roundId });
  const current = found && { roundId, version: found.version, parts: await partsOf(tx, schoolId, roundId) };
  const isDone = (lineUp: LineUp): boolean => isDeepStrictEqual(inOrder(lineUp.parts), inOrder(parts));
  return changedBefore(tx, current, isDone, { subject: 'round', recordId: roundId, parentId: schoolId }, errors);
});

export const rounds = { add, addMany, update: change, remove, lineUps, setLineUp };
