// Rows of the matrix: the tables about a school, its roster, links, webhooks, score sheets and try-outs.
import { sql } from 'kysely';
import type { Statements, Table } from './statements.ts';
import { SEASON, type Target } from './target.ts';

const roster = (table: string, idOf: (target: Target) => string): Statements => {
  const name = sql.table(table);
  return {
    read: (target) => sql`select 1 from ${name} where id = ${idOf(target)}`,
    create: ({ schoolId }) => sql`insert into ${name} (school_id, name) values (${schoolId}, 'New Entry')`,
    update: (target) => sql`update ${name} set name = 'New Name' where id = ${idOf(target)}`,
    delete: (target) => sql`delete from ${name} where id = ${idOf(target)}`,
  };
};

export const TABLES_OF_SCHOOL: Record<string, Table> = {
  teams: { subject: 'team', statements: roster('teams', ({ teamId }) => teamId) },
  students: { subject: 'student', statements: roster('students', ({ studentId }) => studentId) },
  tournaments: { subject: 'tournament', statements: roster('tournaments', ({ tournamentId }) => tournamentId) },
  calendar_links: {
    subject: 'calendarLink',
    statements: {
      read: ({ schoolId }) => sql`select 1 from calendar_links where school_id = ${schoolId}`,
      create: ({ spareSchoolId, schoolId }) => sql`insert into calendar_links (school_id, token_hash, made_by)
          values (${schoolId}, sha256(${spareSchoolId}), app_user_id())
          on conflict (school_id) do update set made_by = app_user_id()`,
      update: ({ schoolId }) => sql`update calendar_links set made_by = app_user_id() where school_id = ${schoolId}`,
      delete: ({ schoolId }) => sql`delete from calendar_links where school_id = ${schoolId}`,
    },
  },
  webhooks: {
    subject: 'webhook',
    statements: {
      read: ({ webhookId }) => sql`select 1 from webhooks where id = ${webhookId}`,
      create: ({ schoolId }) => sql`insert into webhooks (school_id, url, secret, made_by)
        values (${schoolId}, 'https://example.org/other', sha256('new'), app_user_id())`,
      update: ({ webhookId }) => sql`update webhooks set secret = sha256('other') where id = ${webhookId}`,
      delete: ({ webhookId }) => sql`delete from webhooks where id = ${webhookId}`,
    },
  },
  webhook_deliveries: {
    subject: 'webhookDelivery',
    statements: {
      read: ({ webhookId }) => sql`select 1 from webhook_deliveries where webhook_id = ${webhookId}`,
      create: ({ webhookId, schoolId }) => sql`insert into webhook_deliveries (webhook_id, school_id, type, data, about)
        values (${webhookId}, ${schoolId}, 'test', '{}', 'test')`,
      update: ({ webhookId }) => sql`update webhook_deliveries set state = 'delivered' where webhook_id = ${webhookId}`,
      delete: ({ webhookId }) => sql`delete from webhook_deliveries where webhook_id = ${webhookId}`,
    },
  },
  student_links: {
    subject: 'studentLink',
    statements: {
      read: ({ studentLinkId }) => sql`select 1 from student_links where id = ${studentLinkId}`,
      create: ({ schoolId, studentId }) => sql`insert into student_links
          (school_id, student_id, season, token_hash, made_by, expires_at)
          values (${schoolId}, ${studentId}, ${SEASON}, sha256('new'), app_user_id(), now() + interval '1 day')`,
      update: ({ studentLinkId }) =>
        sql`update student_links set expires_at = now() + interval '2 days' where id = ${studentLinkId}`,
      delete: ({ studentLinkId }) => sql`delete from student_links where id = ${studentLinkId}`,
    },
  },
  deleted_records: {
    subject: 'deletedEntry',
    statements: {
      read: ({ deletedTeamId }) => sql`select 1 from deleted_records where record_id = ${deletedTeamId}`,
      create: ({ schoolId }) => sql`insert into deleted_records (record_id, subject, label, school_id)
        values (${schoolId}, 'school', 'New Entry', ${schoolId})`,
      // Restoring. The table itself can't be updated.
      update: ({ deletedTeamId }) => sql`select 1 from restore_deleted(${deletedTeamId}) where outcome = 'restored'`,
      delete: ({ deletedTeamId }) => sql`delete from deleted_records where record_id = ${deletedTeamId}`,
    },
  },
  score_sheets: {
    subject: 'sheet',
    statements: {
      read: ({ sheetId }) => sql`select 1 from score_sheets where id = ${sheetId}`,
      create: ({ schoolId }) => sql`insert into score_sheets (id, school_id, edition, title, description, made_by)
        values (gen_random_uuid(), ${schoolId}, 1, 'New Sheet', '{}', app_user_id())`,
      update: ({ sheetId }) => sql`update score_sheets set title = 'New Title' where id = ${sheetId}`,
      delete: ({ sheetId }) => sql`delete from score_sheets where id = ${sheetId}`,
    },
  },
  try_outs: {
    subject: 'tryOut',
    statements: {
      read: ({ tryOutId }) => sql`select 1 from try_outs where id = ${tryOutId}`,
      create: ({ schoolId }) => sql`insert into try_outs (id, school_id, name, sheet, delete_after)
        values (gen_random_uuid(), ${schoolId}, 'New', '{}', current_date + 30)`,
      update: ({ tryOutId }) => sql`update try_outs set ended_at = now() where id = ${tryOutId}`,
      delete: ({ tryOutId }) => sql`delete from try_outs where id = ${tryOutId}`,
    },
  },
  try_out_candidates: {
    subject: 'tryOut',
    statements: {
      read: ({ candidateId }) => sql`select 1 from try_out_candidates where id = ${candidateId}`,
      create: ({ schoolId, tryOutId }) => sql`insert into try_out_candidates (try_out_id, school_id, name)
        values (${tryOutId}, ${schoolId}, 'New Name')`,
      update: ({ candidateId, studentId }) =>
        sql`update try_out_candidates set student_id = ${studentId} where id = ${candidateId}`,
      delete: ({ candidateId }) => sql`delete from try_out_candidates where id = ${candidateId}`,
    },
  },
  try_out_ratings: {
    subject: 'tryOutRating',
    statements: {
      read: ({ endedCandidateId }) => sql`select 1 from try_out_ratings where candidate_id = ${endedCandidateId}`,
      create: ({ schoolId, tryOutId, candidateId }) => sql`insert into try_out_ratings
        (candidate_id, rater_id, try_out_id, school_id, scores)
        values (${candidateId}, app_user_id(), ${tryOutId}, ${schoolId}, '{}')`,
      // Of the person's own scores.
      update: ({ schoolId, tryOutId, candidateId }) => sql`insert into try_out_ratings
        (candidate_id, rater_id, try_out_id, school_id, scores)
        values (${candidateId}, app_user_id(), ${tryOutId}, ${schoolId}, '{}')
        on conflict (candidate_id, rater_id) do update set scores = excluded.scores`,
      delete: ({ endedCandidateId }) => sql`delete from try_out_ratings where candidate_id = ${endedCandidateId}`,
    },
  },
};
