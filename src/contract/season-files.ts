// Files of a season's ballots: what an import would add, the import itself, its undo, and the export.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { UNREADABLE_FILE } from './in-bulk.ts';
import { NOT_KEEPING } from './kept-ballots.ts';
import { MAX_MATCHED_NAMES, SEASON_FILE } from './list-files.ts';
import { id, name, seasonName } from './fields.ts';
import { sheetRef } from './sheets.ts';
import { MAX_BALLOTS, MAX_IMPORTS, MAX_IN_SCHOOL, MAX_ROUNDS } from './words.ts';

export const MAX_IMPORTED = 2000;
export const EXPORT_FORMATS = ['tidy', 'wide', 'json', 'xlsx'] as const;
/** Of a file. A file with more is refused before its columns are compared with ours. */
const MAX_COLUMNS = 500;
/** What the person has decided about a file. */
const choices = z.strictObject({
  /**
   * The field that each column of the file holds, in the file's order; null: the column isn't used. Where there is no mapping, or an entry
   * names no field of the score sheet (such as an empty text), the column's header decides.
   */
  mapping: z.optional(z.array(z.nullable(z.string().check(z.maxLength(60)))).check(z.maxLength(MAX_COLUMNS))),
  /** For ballots whose file doesn't say. A tournament or team that the school doesn't have is added. */
  tournament: z.optional(name),
  team: z.optional(name),
  season: z.optional(seasonName),
  /** The score sheet of ballots whose file names none. Left out: that of `tournament`, or college-28. */
  sheet: z.optional(sheetRef),
  /** Names in the file that mean a student of the school. Other unknown names are added as new students. */
  students: z.optional(
    z
      .array(z.strictObject({ name: z.string().check(z.maxLength(200)), studentId: id }))
      .check(z.maxLength(MAX_MATCHED_NAMES, `Match at most ${MAX_MATCHED_NAMES} names, and import the others later.`)),
  ),
});
export type ImportChoices = z.infer<typeof choices>;

const file = z.file().check(z.maxSize(SEASON_FILE.maxBytes, SEASON_FILE.tooLarge));
const source = z.strictObject({ schoolId: id, file, choices });

/** A new ballot, one that is already saved, or one that can't be imported. */
const ROW_STATES = ['new', 'same', 'refused'] as const;
const row = z.object({
  /** Where the ballot begins in the file. */
  line: z.number(),
  tournament: z.string(),
  round: z.string(),
  judge: z.string(),
  state: z.enum(ROW_STATES),
  /** Why it is refused. */
  message: z.nullable(z.string()),
});
const counts = z.object({
  ballots: z.number(),
  rounds: z.number(),
  tournaments: z.number(),
  teams: z.number(),
  students: z.number(),
});
export type ImportCounts = z.infer<typeof counts>;

const imported = z.object({
  id,
  fileName: z.string(),
  by: z.nullable(z.string()),
  at: z.date(),
  ballots: z.number(),
});

const names = z.array(z.string());
/** What an undo deletes, with the names of what has one, and what stays because somebody has changed or used it since. */
const undone = z.object({
  deleted: counts,
  names: z.object({ tournaments: names, teams: names, students: names }),
  kept: z.array(z.object({ name: z.string(), isChanged: z.boolean() })),
});
export type Undone = z.infer<typeof undone>;
const shown = (max: number): string => max.toLocaleString('en-US');

export const seasonFiles = {
  /** What importing the file would add. Changes nothing. */
  preview: changes('seasonImport', 'create', SEASON_FILE)
    .input(source)
    .output(
      z.object({
        format: z.string(),
        /** The file's columns, and which of ours each is taken for; null for files without free columns. */
        columns: z.nullable(
          z.object({
            headers: z.array(z.string()),
            /** The first cell of each column that is not empty. */
            samples: z.array(z.string()),
            mapping: z.array(z.nullable(z.string())),
            /** All of ours. */
            choices: z.array(z.string()),
            /** The score sheet of ballots whose file names none. */
            sheet: sheetRef,
          }),
        ),
        problems: z.array(z.object({ line: z.number(), message: z.string() })),
        /** Facts that some of the ballots lack, so that a person must add them. */
        missing: z.object({ tournament: z.boolean(), team: z.boolean(), season: z.boolean() }),
        adds: counts,
        /** Existing rounds: those that get their line-up from the file, and those that keep another one. */
        lineUps: z.object({ set: z.array(z.string()), kept: z.array(z.string()) }),
        /** Pairs of existing rounds that will be merged because two of the school's teams met. */
        joins: z.array(z.string()),
        /** Opponents who have the name of one of the school's teams, and are imported as another school's. */
        namesakes: z.array(z.string()),
        rows: z.array(row),
        /** Names that no student has, each with a few students who may be the same. */
        unknown: z.array(z.object({ name: z.string(), suggestions: z.array(id) })),
      }),
    )
    .errors({ UNREADABLE_FILE }),
  /** Imports what the preview has shown, in one transaction. The same import sent again is done, and adds nothing. */
  run: changes('seasonImport', 'create', SEASON_FILE)
    .input(z.extend(source, { id }))
    .output(counts)
    .errors({
      UNREADABLE_FILE,
      NOT_KEEPING,
      FULL: {
        status: 409,
        message: `A school can have at most ${shown(MAX_IN_SCHOOL)} teams, students and tournaments, ${shown(MAX_ROUNDS)} rounds, ${shown(MAX_BALLOTS)} ballots and ${shown(MAX_IMPORTS)} imports.`,
      },
      NOTHING_NEW: { status: 409, message: 'Nothing in this file is new.' },
    }),
  /** Newest first. */
  imports: reads('seasonImport')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(imported)),
  /** What `undo` would delete, and what it would leave. Changes nothing. */
  undoImpact: changes('seasonImport', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(undone),
  /** Deletes what an import has added, except what somebody has changed or used since. It can be restored for 30 days. */
  undo: changes('seasonImport', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(undone),
  /** All ballots of a season, or of all seasons, as a file. */
  download: reads('ballotScores')
    .input(z.strictObject({ schoolId: id, season: z.optional(seasonName), format: z.enum(EXPORT_FORMATS) }))
    .output(z.file()),
};
