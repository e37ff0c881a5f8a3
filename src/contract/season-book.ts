// The season book of a school: whether it keeps ballots and until when, and one season with its tournaments, rounds and
// totals. What students scored is in kept-ballots.ts.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, MAX_VERSION, someOf } from './change.ts';
import { round } from './rounds.ts';
import { ballotTotals } from './kept-ballots.ts';
import { day, id, seasonName } from './fields.ts';
import { NOTICE_DAYS } from './seasons.ts';
import { sheetRef } from './sheets.ts';

const ofSchool = z.strictObject({ schoolId: id });

const bookFields = {
  keepsBallots: z.boolean(),
  /** The season book is deleted after this day; null: it is kept until somebody deletes it. */
  keepUntil: z.nullable(day),
  /** Staff may make links to students' cards. Switching this off ends all of them. */
  sharesCards: z.boolean(),
};
/** Version 0: nobody has changed anything yet. */
const bookVersion = z.int().check(z.gte(0), z.lte(MAX_VERSION));
export const book = z.object({ ...bookFields, version: bookVersion });
export type SeasonBook = z.infer<typeof book>;

const seasonTournament = z.object({
  id,
  name: z.string(),
  season: z.string(),
  startsOn: z.nullable(day),
  endsOn: z.nullable(day),
  place: z.nullable(z.string()),
  caseId: z.nullable(id),
  caseName: z.nullable(z.string()),
  /** On which its new ballots are scored. */
  sheet: sheetRef,
  version: z.number(),
});
const season = z.object({
  /** By date, then by name. */
  tournaments: z.array(seasonTournament),
  /** Of these tournaments, by number. */
  rounds: z.array(round),
  ballots: z.array(ballotTotals),
});
export type Season = z.infer<typeof season>;

export const seasonBook = {
  ofSchool: reads('seasonBook').input(ofSchool).output(z.nullable(book)),
  change: changes('seasonBook', 'update')
    .input(z.strictObject({ schoolId: id, version: bookVersion, changed: someOf(bookFields) }))
    .output(book)
    .errors({
      ...changedMeanwhile(book),
      TOO_SOON: {
        status: 409,
        message: `Choose a day at least ${NOTICE_DAYS} days ahead. Your dashboard announces it ${NOTICE_DAYS} days before.`,
      },
    }),
  /** The seasons with a tournament, newest first. */
  seasons: reads('round').input(ofSchool).output(z.array(z.string())),
  season: reads('round')
    .input(z.strictObject({ schoolId: id, season: seasonName }))
    .output(season),
  /** What deleting everything would delete. */
  deletionImpact: reads('round')
    .input(ofSchool)
    .output(z.object({ rounds: z.number(), ballots: z.number() })),
  /** Deletes all rounds, line-ups and ballots, and turns off keeping ballots. Teams, students and tournaments stay. */
  deleteEverything: changes('seasonBook', 'delete').input(ofSchool).output(z.void()),
};
