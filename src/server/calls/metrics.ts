import { sql } from 'kysely';
import type { Estimate, SeasonFigures as Answer } from '#contract/metrics.ts';
import { isGraduate } from '#contract/seasons.ts';
import { compareLineUps, loadOf, neverTried, strengthOf, whomToTry as tries } from '#metrics/lineup.ts';
import { ALL_PARTS } from '#metrics/scores.ts';
import { comparisonsOf, type SeasonModel } from '#metrics/season-model.ts';
import { rolesIn, type ScoredPart } from '#metrics/sheet-parts.ts';
import { api } from '../api.ts';
import { currentUser, valueOf, type Tx } from '../database/database.ts';
import type { SeasonFigures, SeasonModels } from '../season/models.ts';

type Asked = { schoolId: string; season: string; sheetId?: string | undefined };

/** The model for staff. Row security shows scores to nobody else, so anyone who sees no ballot gets no model. */
async function modelForStaff(
  tx: Tx,
  models: SeasonModels,
  { schoolId, season, sheetId }: Asked,
): Promise<SeasonFigures | null> {
  const seesScores = sql<boolean>`exists (select from ballot_scores where school_id = ${schoolId}::uuid)`;
  return (await valueOf(tx, seesScores)) ? models.of(schoolId, season, sheetId) : null;
}

const estimatesOf = ({ estimates }: SeasonModel): Estimate[] =>
  estimates.map(({ student: studentId, ...estimate }) => ({ studentId, ...estimate }));

/** The parts of a side, each with the roles that it is scored in. */
const partsIn = (scored: readonly ScoredPart[]): Answer['parts']['p'] =>
  ALL_PARTS.flatMap((part) => {
    const roles = rolesIn(scored, part);
    return roles.length === 0 ? [] : [{ part, roles }];
  });

export const season = api.metrics.season.handler(async ({ input, context: { tx, models } }) => {
  const model = await modelForStaff(tx, models, input);
  if (!model) return null;
  // The contract leaves out of the answer what it doesn't declare.
  return {
    ...model,
    isEstimated: model.estimated,
    estimates: estimatesOf(model),
    verdicts: Object.fromEntries(model.verdicts),
    parts: { p: partsIn(model.scored.p), d: partsIn(model.scored.d) },
  };
});

export const own = api.metrics.own.handler(async ({ input, context: { tx, models } }) => {
  const { schoolId, season: name, sheetId } = input;
  const students = await tx
    .selectFrom('students')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('userId', '=', currentUser)
    .execute();
  if (students.length === 0) return [];
  const model = await models.of(schoolId, name, sheetId);
  // The sheet's last ballot may just have been deleted.
  if (sheetId !== undefined && model?.sheetId !== sheetId) return [];
  return model ? estimatesOf(model).filter(({ studentId }) => students.some(({ id }) => id === studentId)) : [];
});

export const compare = api.metrics.compare.handler(async ({ input, context: { tx, models } }) => {
  const model = await modelForStaff(tx, models, input);
  if (!model) return null;
  return { comparisons: comparisonsOf(model, [input.one, input.other]), isOutdated: model.isOutdated };
});

/** The students who can be in a line-up of the season, by name. */
async function studentsFor(tx: Tx, { schoolId, season: name }: Asked): Promise<string[]> {
  const students = await tx
    .selectFrom('students')
    .select(['id', 'classYear'])
    .where('schoolId', '=', schoolId)
    .where('isArchived', '=', false)
    .orderBy('sortName')
    .execute();
  return students.filter(({ classYear }) => !isGraduate(classYear, name)).map(({ id }) => id);
}

export const lineUp = api.metrics.lineUp.handler(async ({ input, context: { tx, models } }) => {
  const model = await modelForStaff(tx, models, input);
  if (!model) return null;
  const scored = model.scored[input.side];
  const { one, other } = input;
  const onSheet = new Set(scored.map(({ part }) => part));
  const load = loadOf(other ? [one, other] : [one]);
  const players = [...load].flatMap(([student, parts]) => (parts.some((part) => onSheet.has(part)) ? [student] : []));
  return {
    one: strengthOf(model, one, scored),
    other: other ? strengthOf(model, other, scored) : null,
    difference: other ? compareLineUps(model, one, other, scored) : null,
    neverTried: [...neverTried(model, players, scored)].map(([studentId, roles]) => ({ studentId, roles })),
    isOutdated: model.isOutdated,
  };
});

const MAX_TRIES = 20;

export const whomToTry = api.metrics.whomToTry.handler(async ({ input, context: { tx, models } }) => {
  const model = await modelForStaff(tx, models, input);
  if (!model) return [];
  const ids = await studentsFor(tx, input);
  const byRole = Map.groupBy(tries(model, input.part, ids, Object.values(model.scored).flat()), ({ role }) => role);
  return [...byRole.values()]
    .flatMap((ofRole) => ofRole.slice(0, MAX_TRIES))
    .map(({ student, role, learned }) => ({ studentId: student, role, learned }));
});
