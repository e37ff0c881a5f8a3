// What a student who signs in may read: their parts, and how they were scored.
import * as z from 'zod/mini';
import { CELL_ROLES, RANKED } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS } from '#metrics/scores.ts';
import { reads } from './call.ts';
import { id } from './fields.ts';
import { sheetRef } from './sheets.ts';
import { ROUND_SIDES } from './words.ts';

export const ownScore = z.object({
  studentId: id,
  /** The ballot's score sheet in all its versions, and the newest title. Scores of different sheets are never compared. */
  sheetId: sheetRef.shape.id,
  sheetTitle: z.string(),
  tournamentId: id,
  tournament: z.string(),
  season: z.string(),
  roundId: id,
  round: z.number(),
  side: z.enum(ROUND_SIDES),
  ballotId: id,
  judgeNumber: z.number(),
  part: z.enum(ALL_PARTS),
  /** The score's key and label on the ballot's sheet, what it scores, and its range. */
  field: z.string(),
  label: z.string(),
  role: z.enum(CELL_ROLES),
  min: z.number(),
  max: z.number(),
  score: z.nullable(z.number()),
  /** The mean of all scores on this ballot that were read, on the scale of this score. */
  ballotMean: z.nullable(z.number()),
  /** The direct opponent's score; null where there is none on the same scale. */
  opponent: z.nullable(z.number()),
  /** From 1, among whom: null where the student isn't ranked. */
  rank: z.nullable(z.number()),
  rankOf: z.nullable(z.enum(RANKED)),
  comment: z.nullable(z.string()),
});
export type OwnScore = z.infer<typeof ownScore>;

export const ownScores = {
  /** In the order of tournaments, rounds, judges and parts. Empty for people who aren't linked to a student of the school. */
  inSchool: reads('ownScores')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(ownScore)),
};
