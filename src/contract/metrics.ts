// What a season's scores say about students, and how surely. Source: docs/metrics.md. Students are named by their ids.
import * as z from 'zod/mini';
import { COMPONENTS } from '#metrics/season-model.ts';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS } from '#metrics/scores.ts';
import { reads } from './call.ts';
import { id, seasonName } from './fields.ts';
import { sheetRef } from './sheets.ts';
import { ROUND_SIDES } from './words.ts';

/**
 * Ballots of each score sheet are compared among themselves: the figures are those of `sheetId`, or of the sheet with most ballots,
 * in all versions.
 */
const ofSeason = { schoolId: id, season: seasonName, sheetId: z.optional(sheetRef.shape.id) };

export const estimate = z.object({
  studentId: id,
  role: z.enum(CELL_ROLES),
  /** Points per score against the program's average student in the role, with the 90% interval. */
  estimate: z.number(),
  low: z.number(),
  high: z.number(),
  /** The side whose students can be compared with this one: both if null, because somebody did the role on both. */
  comparedOn: z.nullable(z.enum(ROUND_SIDES)),
  /** The share of what the scores show that the student explains, from 0 to 1; 0 with nobody to compare the student with. */
  reliability: z.number(),
  scores: z.number(),
  rounds: z.number(),
  judges: z.number(),
});
export type Estimate = z.infer<typeof estimate>;

const comparison = z.object({ a: id, b: id, role: z.enum(CELL_ROLES), probability: z.number() });

/** True while the figures of a large season are computed again: these are from before ballots changed. */
const isOutdated = z.boolean();
/** What the figures of a season say about themselves while `isOutdated`. */
export const OUTDATED =
  'Ballots have changed since these figures were computed. New figures appear here when they are ready.';

const verdict = z.object({
  /** Whether the scores separate the students of the role, in words. */
  sentence: z.string(),
  /** Pairs of whom `a` is probably better, the clearest first; and how many more there are. */
  clearest: z.array(comparison),
  more: z.number(),
});

const parts = z.array(z.object({ part: z.enum(ALL_PARTS), roles: z.array(z.enum(CELL_ROLES)) }));

const seasonFigures = z.object({
  rounds: z.number(),
  ballots: z.number(),
  /** False: too few rounds, so the variances are those of another program. */
  isEstimated: z.boolean(),
  /** In points squared. */
  variances: z.record(z.enum(COMPONENTS), z.number()),
  estimates: z.array(estimate),
  /** Of each role that somebody was scored in. */
  verdicts: z.partialRecord(z.enum(CELL_ROLES), verdict),
  /** While the figures are outdated, `OUTDATED`; where the variances come from; and at last, on another sheet than the college form, that they were not measured there. */
  source: z.array(z.string()),
  isOutdated,
  /** The score sheet whose ballots these figures are about, and all that the season has, the one with most ballots first. */
  sheetId: z.string(),
  sheets: z.array(z.object({ id: z.string(), title: z.string(), ballots: z.number() })),
  /** The parts of each side that the newest version of the score sheet scores, and the roles that each is scored in. */
  parts: z.object({ p: parts, d: parts }),
});
export type SeasonFigures = z.infer<typeof seasonFigures>;

const lineUp = z.partialRecord(z.enum(ALL_PARTS), id);
const strength = z.object({ sum: z.number(), low: z.number(), high: z.number() });

const lineUpFigures = z.object({
  /** Points on one ballot against the average student in every part of the score sheet, with the 90% interval. */
  one: strength,
  other: z.nullable(strength),
  /** The first minus the second, and the probability that the first is better. */
  difference: z.nullable(z.extend(strength, { probability: z.number() })),
  /** The roles that each student of the line-ups has never been scored in. */
  neverTried: z.array(z.object({ studentId: id, roles: z.array(z.enum(CELL_ROLES)) })),
  isOutdated,
});
export type LineUpFigures = z.infer<typeof lineUpFigures>;

/** What a call answers while a large season is computed. */
export const COMPUTING = {
  status: 503,
  message: 'The figures of this season are being computed. With many ballots, this takes up to a few minutes.',
};
export const TOO_LARGE = {
  status: 422,
  message: 'This season has too many students and ballots to compute these figures.',
};
const errors = { COMPUTING, TOO_LARGE };

export const metrics = {
  /** Null until the season has a ballot. Scores are points of ten. */
  season: reads('ballotScores').input(z.strictObject(ofSeason)).output(z.nullable(seasonFigures)).errors(errors),
  /** The figures of the student linked to the person; none if the season has no ballot on `sheetId`. */
  own: reads('ownScores').input(z.strictObject(ofSeason)).output(z.array(estimate)).errors(errors),
  /** Two students, in each role that both were scored in: `a` has the higher estimate, and is better with this probability. */
  compare: reads('ballotScores')
    .input(z.strictObject({ ...ofSeason, one: id, other: id }))
    .output(z.nullable(z.object({ comparisons: z.array(comparison), isOutdated })))
    .errors(errors),
  /** What the estimates say about a line-up of one side, and about another one for the same side. */
  lineUp: reads('ballotScores')
    .input(z.strictObject({ ...ofSeason, side: z.enum(ROUND_SIDES), one: lineUp, other: z.optional(lineUp) }))
    .output(z.nullable(lineUpFigures))
    .errors(errors),
  /** The students that one more round in a part would tell most about, the most first: how much of the uncertainty it would remove. */
  whomToTry: reads('ballotScores')
    .input(z.strictObject({ ...ofSeason, part: z.enum(ALL_PARTS) }))
    .output(z.array(z.object({ studentId: id, role: z.enum(CELL_ROLES), learned: z.number() })))
    .errors(errors),
};
