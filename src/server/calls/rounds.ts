import { round, type LineUp, type Round } from '#contract/rounds.ts';
import { may } from '#contract/permissions.ts';
import { api } from '../api.ts';
import { isOneOf, type Tx } from '../database/database.ts';
import { insertAll } from '../database/insert-all.ts';
import { changedBefore, recordsOf } from '../database/records.ts';
import { areSameParts, idsOf, pageOfRounds } from '../season/round.ts';
import { holdRoundList, holdSeason, holdWitnesses, shareSeason } from '../season/season-lock.ts';
import { joinOtherTeam, moveBallots, otherTeamsRound, updateOtherTeams } from '../season/shared-rounds.ts';

const key = { id: 'id', schoolId: 'schoolId' };
const records = recordsOf({ table: 'rounds', subject: 'round', answer: round, key });

export const add = api.rounds.add.handler(async ({ input, context, errors }) => {
  const { tx } = context;
  const { opponentTeamId = null, ...wanted } = input;
  const { schoolId, id } = wanted;
  if (opponentTeamId === wanted.teamId) throw errors.OWN_OPPONENT();
  await (opponentTeamId === null ? shareSeason : holdSeason)(tx, schoolId);
  await holdRoundList(tx, schoolId);
  const added = await records.add({ input: wanted, context, errors });
  if (opponentTeamId === null) return added;
  await joinOtherTeam(tx, schoolId, added, opponentTeamId, errors);
  return (await records.find(tx, { schoolId, id })) ?? added;
});

export const addMany = api.rounds.addMany.handler(async ({ input, context, errors }) => {
  const { rounds: wanted, ...ofTeam } = input;
  await shareSeason(context.tx, input.schoolId);
  await holdRoundList(context.tx, input.schoolId);
  const added: Round[] = [];
  for (const each of wanted) added.push(await records.add({ input: { ...ofTeam, ...each }, context, errors }));
  return added;
});

export const update = api.rounds.update.handler(async ({ input, context, errors }) => {
  const { tx } = context;
  const { schoolId, id } = input;
  await holdSeason(tx, schoolId);
  const other = await otherTeamsRound(tx, input);
  // Only the D side's round names another.
  const changed = { ...input.changed, ...(input.changed.side === 'p' && { sharedWith: null }) };
  const updated = await records.update({ input: { ...input, changed }, context, errors });
  if (!other) return updated;
  await updateOtherTeams(tx, schoolId, updated, other);
  return (await records.find(tx, { schoolId, id })) ?? updated;
});

export const remove = api.rounds.remove.handler(async (asked) => {
  const { input, context } = asked;
  await holdSeason(context.tx, input.schoolId);
  const other = await otherTeamsRound(context.tx, input);
  if (other) await moveBallots(context.tx, input, other);
  await records.remove(asked);
});

/** The line-ups of some rounds; those without one have no parts. */
async function lineUpsOf(
  tx: Tx,
  schoolId: string,
  rounds: readonly Pick<Round, 'id' | 'version'>[],
): Promise<LineUp[]> {
  const rows = await tx
    .selectFrom('roundParts')
    .select(['roundId', 'part', 'studentId', 'witnessId'])
    .where('schoolId', '=', schoolId)
    .where(isOneOf('roundId', idsOf(rounds)))
    .orderBy('part')
    .execute();
  const byRound = Map.groupBy(rows, ({ roundId }) => roundId);
  return rounds.map(({ id, version }) => ({
    roundId: id,
    version,
    parts: (byRound.get(id) ?? []).map(({ part, studentId, witnessId }) => ({ part, studentId, witnessId })),
  }));
}

export const lineUps = api.rounds.lineUps.handler(async ({ input, context: { tx, actor } }) => {
  const { schoolId } = input;
  const { page, next } = await pageOfRounds(tx, input);
  // Viewers may read rounds, but not that a line-up is empty.
  if (!may(await actor(), 'read', 'lineUp', schoolId)) return { rows: [], next: null };
  return { rows: await lineUpsOf(tx, schoolId, page), next };
});

export const setLineUp = api.rounds.setLineUp.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, roundId, version } = input;
  await shareSeason(tx, schoolId);
  const parts = input.parts.filter(({ studentId, witnessId }) => studentId !== null || witnessId !== null);
  const witnessIds = parts.map(({ witnessId }) => witnessId);
  await holdWitnesses(tx, witnessIds);
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
  const found = await records.find(tx, { schoolId, id: roundId });
  const [current] = await lineUpsOf(tx, schoolId, found ? [found] : []);
  const isDone = (lineUp: LineUp): boolean => areSameParts(lineUp.parts, parts);
  return changedBefore(tx, current, isDone, { subject: 'round', recordId: roundId, parentId: schoolId }, errors);
});
