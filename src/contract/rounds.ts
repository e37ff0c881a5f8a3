// Rounds of a tournament, as one team played them, and who did which part.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { ALL_PARTS } from '#metrics/scores.ts';
import { id, optionalText } from './fields.ts';
import { pageInSeason, seasonPageOf } from './listing.ts';
import { fullList, MAX_ROUND_NUMBER, MAX_ROUNDS, OUTCOMES, ROUND_SIDES } from './words.ts';

const fields = {
  number: z.int().check(z.gte(1), z.lte(MAX_ROUND_NUMBER)),
  /** Ours. */
  side: z.enum(ROUND_SIDES),
  /** The other team as it was announced, such as a team number; may be empty. */
  opponent: optionalText,
  outcome: z.enum(OUTCOMES),
  caseId: z.nullable(id),
};
export const round = z.object({
  id,
  tournamentId: id,
  /** Null: the team was deleted. */
  teamId: z.nullable(id),
  ...fields,
  opponent: z.string(),
  /** The school's two teams met: the ballots of both are with this round of the P side. */
  sharedWith: z.nullable(id),
  version: z.number(),
});
export type Round = z.infer<typeof round>;

export const roundPart = z.strictObject({
  /** A part of the tournament's score sheet. Other parts stay, but have no scores. */
  part: z.enum(ALL_PARTS),
  studentId: z.nullable(id),
  /** The witness who is played or crossed. */
  witnessId: z.nullable(id),
});
export type RoundPart = z.infer<typeof roundPart>;
const lineUp = z.object({ roundId: id, version: z.number(), parts: z.array(roundPart) });
export type LineUp = z.infer<typeof lineUp>;

const roundTaken = {
  ROUND_TAKEN: { status: 409, message: 'This team already has a round with this number at the tournament.' },
};

export const rounds = {
  /**
   * The form chooses `id`, so that a round sent twice is added once. With `opponentTeamId` the school's own two teams meet:
   * the other team's round is added too, or joined if it is there.
   */
  add: changes('round', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        id,
        tournamentId: id,
        teamId: id,
        opponentTeamId: z.optional(z.nullable(id)),
        ...fields,
      }),
    )
    .output(round)
    .errors(roundTaken)
    .errors({
      OWN_OPPONENT: { status: 422, message: 'A team can’t meet itself.' },
      MEETS_ANOTHER: {
        status: 409,
        message:
          'The other team is on the same side in this round, or meets another of your teams. Change its round first.',
      },
      JUDGE_TAKEN: { status: 409, message: 'Both teams have a ballot of the same judge. Delete one of them first.' },
    })
    .errors(fullList('rounds', MAX_ROUNDS)),
  /** Several rounds of one team at a tournament, all or none. Each has the `id` that the form chose. */
  addMany: changes('round', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        tournamentId: id,
        teamId: id,
        rounds: z.array(z.strictObject({ id, ...fields })).check(z.minLength(1), z.maxLength(MAX_ROUND_NUMBER)),
      }),
    )
    .output(z.array(round))
    .errors(roundTaken)
    .errors(fullList('rounds', MAX_ROUNDS)),
  update: changes('round', 'update')
    .input(z.strictObject({ schoolId: id, id, version, changed: someOf(fields) }))
    .output(round)
    .errors(roundTaken)
    .errors(changedMeanwhile(round)),
  remove: changes('round', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
  /** A page of a season's line-ups, one for each round, which may be empty: for "same as last round" and for the metrics. */
  lineUps: reads('lineUp').input(pageInSeason).output(seasonPageOf(lineUp)),
  /** Replaces a round's line-up. A part without student and witness is left out. */
  setLineUp: changes('lineUp', 'update')
    .input(
      z.strictObject({
        schoolId: id,
        roundId: id,
        version,
        parts: z.array(roundPart).check(z.maxLength(ALL_PARTS.length)),
      }),
    )
    .output(lineUp)
    .errors(changedMeanwhile(lineUp)),
};
