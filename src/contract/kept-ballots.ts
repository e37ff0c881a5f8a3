// Ballots that a school keeps: the scores of one judge for one round. Every change of a score has a reason and stays visible.
import * as z from 'zod/mini';
import { MAX_JUDGES } from '#ballot/kept-limits.ts';
import { MAX_RANKS } from '#ballot/sheet/problems.ts';
import { SIDE_PARTS } from '#metrics/scores.ts';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { id, optionalText, storable } from './fields.ts';
import { pageInSeason, seasonPageOf } from './listing.ts';
import { sheetRef } from './sheets.ts';
import { fullList, MAX_BALLOTS, MAX_CORRECTIONS } from './words.ts';

const BALLOT_SOURCES = ['typed', 'photo', 'file'] as const;
/** On any sheet: 60 scores of up to 100 points, each ten times. The ballot's own sheet says how much it can be. */
const MAX_MARGIN = 60_000;
const MAX_SCORE = 100;
const MAX_SCORES = 60;
const MAX_COMMENT = 2000;
/** On all parts together, so that they fit into a call: more than one on each part of both sides of a college round. */
const MAX_COMMENTS = 60_000;

const score = z.nullable(z.int().check(z.gte(0), z.lte(MAX_SCORE)));
/** The key of a score on its sheet: `pOpen`, `dWCross2`. */
const field = z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/));
/** All scores of the ballot's sheet by their keys, in the ranges of their rows; null: not read. */
const scores = z.record(field, score).check(
  z.refine((given) => Object.keys(given).length <= MAX_SCORES, {
    message: `A ballot can have at most ${MAX_SCORES} scores.`,
  }),
);
export type KeptScores = z.infer<typeof scores>;

const judgeNumber = z.int().check(z.gte(1), z.lte(MAX_JUDGES));
/** What the judge wrote about a part. Where our two teams met, both sides are ours. */
const comments = z
  .partialRecord(z.enum(SIDE_PARTS), z.string().check(z.trim(), z.maxLength(MAX_COMMENT), storable))
  .check(
    z.refine((given) => Object.values(given).join('').length <= MAX_COMMENTS, {
      message: `The comments on a ballot can have at most ${MAX_COMMENTS.toLocaleString('en-US')} characters together.`,
    }),
  );
const ranked = z.array(z.nullable(id)).check(z.maxLength(2 * MAX_RANKS));
/**
 * Our students whom the judge ranked, best first; null where the judge ranked somebody else. The ballot's sheet says who is ranked and how
 * many. Where it ranks each side and two of the school's own teams met, the places of the other team follow those of the round's.
 */
const ranks = z.strictObject({ attorney: ranked, witness: ranked, anyone: z.optional(ranked) });

const facts = {
  number: judgeNumber,
  judge: optionalText,
  /** P's points minus D's, as the tab room announced them. */
  tabMargin: z.nullable(z.int().check(z.gte(-MAX_MARGIN), z.lte(MAX_MARGIN))),
};
/** What every member may read of a ballot. */
export const ballotTotals = z.object({
  id,
  /** Null: handed over, and waiting for its round. */
  roundId: z.nullable(id),
  ...facts,
  judge: z.string(),
  /** Doesn't change when the tournament gets another sheet. */
  sheet: sheetRef,
  source: z.enum(BALLOT_SOURCES),
  /** Sums of the scores that were read. */
  pTotal: z.number(),
  dTotal: z.number(),
  unread: z.number(),
  isCheckedByTwo: z.boolean(),
  version: z.number(),
});
export type BallotTotals = z.infer<typeof ballotTotals>;

const correction = z.object({
  id,
  field,
  before: score,
  after: score,
  reason: z.string(),
  /** Null: the account was deleted. */
  by: z.nullable(z.string()),
  at: z.date(),
});
export type Correction = z.infer<typeof correction>;

const keptBallot = z.extend(ballotTotals, {
  scores,
  comments,
  ranks,
  /** Null: the account was deleted, or is none of the school's. */
  keptBy: z.nullable(z.string()),
  /** By platform staff. */
  isHandedOver: z.boolean(),
  checkedBy: z.nullable(z.string()),
  /** Whether a second check by this person is needed and would count. */
  mayCheck: z.boolean(),
  /** Oldest first. */
  corrections: z.array(correction),
});
export type KeptBallot = z.infer<typeof keptBallot>;

export const NOT_KEEPING = {
  status: 409,
  message: 'This school doesn’t keep ballots. Its Primary Admin can change that.',
};
const JUDGE_TAKEN = { status: 409, message: 'This round already has a ballot of this judge.' };
const changedScore = z.strictObject({ field, score });
const NOT_ON_SHEET = { status: 422, message: 'The scores don’t fit the ballot’s score sheet.' };

export const keptBallots = {
  ofRound: reads('ballotScores')
    .input(z.strictObject({ schoolId: id, roundId: id }))
    .output(z.array(keptBallot)),
  /** A page of a season's ballots with their scores: for the download and the metrics. */
  inSeason: reads('ballotScores').input(pageInSeason).output(seasonPageOf(keptBallot)),
  /** Ballots that were handed over and have no round yet. */
  waiting: reads('ballotScores')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(keptBallot)),
  /** The page chooses `id`, so that a ballot sent twice is saved once. */
  keep: changes('keptBallot', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        id,
        roundId: id,
        ...facts,
        source: z.enum(BALLOT_SOURCES),
        /** Left out: the sheet of the round's tournament. */
        sheet: z.optional(sheetRef),
        scores,
        comments,
        ranks,
      }),
    )
    .output(keptBallot)
    .errors({ NOT_KEEPING, JUDGE_TAKEN, NOT_ON_SHEET })
    .errors(fullList('ballots', MAX_BALLOTS)),
  /** Changes what is not a score. A waiting ballot gets its round this way. */
  update: changes('keptBallot', 'update')
    .input(
      z.strictObject({
        schoolId: id,
        id,
        version,
        changed: someOf({ roundId: id, ...facts, comments, ranks }),
      }),
    )
    .output(keptBallot)
    .errors({ JUDGE_TAKEN, NOT_ON_SHEET })
    .errors(changedMeanwhile(keptBallot)),
  /** Changes scores, and stores the reason with the old ones. */
  correct: changes('ballotScores', 'update')
    .input(
      z.strictObject({
        schoolId: id,
        id,
        version,
        scores: z.array(changedScore).check(z.minLength(1), z.maxLength(MAX_SCORES)),
        reason: z.string().check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(200), storable),
      }),
    )
    .output(keptBallot)
    .errors(changedMeanwhile(keptBallot))
    .errors({
      NOT_ON_SHEET,
      FULL: { status: 409, message: `A ballot can have at most ${MAX_CORRECTIONS} corrections.` },
    }),
  /**
   * Another person typed the scores without seeing them, and sees only what differs. Without a difference the ballot counts as
   * checked by two, unless the person gave some of the scores their present values: then somebody else has to confirm those.
   */
  secondCheck: changes('ballotScores', 'update')
    .input(z.strictObject({ schoolId: id, id, scores }))
    .output(
      z.object({
        /** In the order of the sheet. */
        differences: z.array(z.object({ field, kept: score })),
        isCheckedByTwo: z.boolean(),
      }),
    )
    .errors({
      NOT_ON_SHEET,
      SAME_PERSON: { status: 409, message: 'Someone else has to check this ballot: you entered all of its scores.' },
    }),
  remove: changes('keptBallot', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
  /** A super admin hands a checked ballot of college rounds to a school that keeps ballots. It waits there for its round. */
  handOver: changes('handedBallot', 'create')
    .input(z.strictObject({ schoolId: id, id, judge: optionalText, source: z.enum(BALLOT_SOURCES), scores }))
    .output(z.void())
    .errors({ NOT_KEEPING, NOT_ON_SHEET, ...fullList('ballots', MAX_BALLOTS) }),
};
