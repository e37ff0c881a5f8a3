// Rows of the matrix: the tables about a season, its book, rounds, ballots, figures and files.
import { sql } from 'kysely';
import { scoresOf } from '../people.ts';
import type { Table } from './statements.ts';

export const TABLES_OF_SEASON: Record<string, Table> = {
  season_books: {
    subject: 'seasonBook',
    statements: {
      read: ({ schoolId }) => sql`select 1 from season_books where school_id = ${schoolId}`,
      // Row security checks the insertion before it finds the book that is there.
      create: ({ schoolId }) =>
        sql`insert into season_books (school_id) values (${schoolId}) on conflict (school_id) do update set keeps_ballots = true`,
      update: ({ schoolId }) => sql`update season_books set keeps_ballots = false where school_id = ${schoolId}`,
      delete: ({ schoolId }) => sql`delete from season_books where school_id = ${schoolId}`,
    },
  },
  season_imports: {
    subject: 'seasonImport',
    statements: {
      read: ({ importId }) => sql`select 1 from season_imports where id = ${importId}`,
      create: ({ schoolId }) =>
        sql`insert into season_imports (school_id, file_name, by_id) values (${schoolId}, 'new.csv', app_user_id())`,
      update: ({ importId }) => sql`update season_imports set file_name = 'other.csv' where id = ${importId}`,
      delete: ({ importId }) => sql`delete from season_imports where id = ${importId}`,
    },
  },
  rounds: {
    subject: 'round',
    statements: {
      read: ({ roundId }) => sql`select 1 from rounds where id = ${roundId}`,
      create: ({ schoolId, tournamentId, teamId }) =>
        sql`insert into rounds (school_id, tournament_id, team_id, number, side) values
          (${schoolId}, ${tournamentId}, ${teamId}, 9, 'd')`,
      update: ({ roundId }) => sql`update rounds set opponent = '9999' where id = ${roundId}`,
      delete: ({ roundId }) => sql`delete from rounds where id = ${roundId}`,
    },
  },
  round_parts: {
    subject: 'lineUp',
    statements: {
      read: ({ roundId }) => sql`select 1 from round_parts where round_id = ${roundId}`,
      create: ({ schoolId, roundId }) =>
        sql`insert into round_parts (school_id, round_id, part) values (${schoolId}, ${roundId}, 'close')`,
      update: ({ roundId }) => sql`update round_parts set student_id = null where round_id = ${roundId}`,
      delete: ({ roundId }) => sql`delete from round_parts where round_id = ${roundId}`,
    },
  },
  saved_line_ups: {
    subject: 'lineUp',
    statements: {
      read: ({ lineUpId }) => sql`select 1 from saved_line_ups where id = ${lineUpId}`,
      create: ({ schoolId, teamId }) =>
        sql`insert into saved_line_ups (school_id, team_id, side, name) values (${schoolId}, ${teamId}, 'd', 'New')`,
      update: ({ lineUpId }) => sql`update saved_line_ups set name = 'New Name' where id = ${lineUpId}`,
      delete: ({ lineUpId }) => sql`delete from saved_line_ups where id = ${lineUpId}`,
    },
  },
  saved_line_up_parts: {
    subject: 'lineUp',
    statements: {
      read: ({ lineUpId }) => sql`select 1 from saved_line_up_parts where line_up_id = ${lineUpId}`,
      create: ({ schoolId, lineUpId }) =>
        sql`insert into saved_line_up_parts (line_up_id, part, school_id) values (${lineUpId}, 'close', ${schoolId})`,
      update: ({ lineUpId }) => sql`update saved_line_up_parts set student_id = null where line_up_id = ${lineUpId}`,
      delete: ({ lineUpId }) => sql`delete from saved_line_up_parts where line_up_id = ${lineUpId}`,
    },
  },
  kept_ballots: {
    subject: 'keptBallot',
    statements: {
      read: ({ ballotId }) => sql`select 1 from kept_ballots where id = ${ballotId}`,
      create: ({ schoolId, roundId }) =>
        sql`insert into kept_ballots (school_id, round_id, number, source, kept_by) values
          (${schoolId}, ${roundId}, 9, 'typed', app_user_id())`,
      update: ({ ballotId }) => sql`update kept_ballots set judge = 'Marsh' where id = ${ballotId}`,
      delete: ({ ballotId }) => sql`delete from kept_ballots where id = ${ballotId}`,
    },
  },
  ballot_scores: {
    subject: 'ballotScores',
    statements: {
      read: ({ ballotId }) => sql`select 1 from ballot_scores where ballot_id = ${ballotId}`,
      create: ({ schoolId, emptyBallotId }) =>
        sql`insert into ballot_scores (ballot_id, school_id, scores) values
          (${emptyBallotId}, ${schoolId}, ${JSON.stringify(scoresOf(9))}::jsonb)`,
      update: ({ ballotId }) =>
        sql`update ballot_scores set comments = '{"p open": "Calm"}' where ballot_id = ${ballotId}`,
      delete: ({ ballotId }) => sql`delete from ballot_scores where ballot_id = ${ballotId}`,
    },
  },
  score_corrections: {
    subject: 'scoreCorrection',
    statements: {
      read: ({ ballotId }) => sql`select 1 from score_corrections where ballot_id = ${ballotId}`,
      create: ({ schoolId, ballotId }) =>
        sql`insert into score_corrections (school_id, ballot_id, field, after, reason) values
          (${schoolId}, ${ballotId}, 'pOpen', 9, 'Misread')`,
      update: ({ ballotId }) => sql`update score_corrections set reason = 'Another' where ballot_id = ${ballotId}`,
      delete: ({ ballotId }) => sql`delete from score_corrections where ballot_id = ${ballotId}`,
    },
  },
};
