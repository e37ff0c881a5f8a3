// Rows of the matrix: the tables about accounts, about data of every account, and for support.
import { sql } from 'kysely';
import type { Table } from './statements.ts';

export const TABLES_OF_PEOPLE: Record<string, Table> = {
  schools: {
    subject: 'school',
    statements: {
      read: ({ schoolId }) => sql`select 1 from schools where id = ${schoolId}`,
      create: () => sql`insert into schools (name, short_name) values ('New School', 'NS')`,
      update: ({ schoolId }) => sql`update schools set name = 'New Name' where id = ${schoolId}`,
      delete: ({ schoolId }) => sql`delete from schools where id = ${schoolId}`,
    },
  },
  users: {
    subject: 'user',
    statements: {
      read: ({ userId }) => sql`select 1 from users where id = ${userId}`,
      create: () => sql`insert into users (email, name) values ('new@example.test', 'New User')`,
      update: ({ userId }) => sql`update users set name = 'New Name' where id = ${userId}`,
      delete: ({ userId }) => sql`select 1 where delete_auth_user(${userId})`,
    },
  },
  users_schools: {
    subject: 'assignment',
    statements: {
      read: ({ userId }) => sql`select 1 from users_schools where user_id = ${userId}`,
      create: ({ spareUserId, schoolId }) =>
        sql`insert into users_schools (user_id, school_id) values (${spareUserId}, ${schoolId})`,
      update: ({ userId }) => sql`update users_schools set role = 'primary' where user_id = ${userId}`,
      delete: ({ userId }) => sql`delete from users_schools where user_id = ${userId}`,
    },
  },
  invitations: {
    subject: 'invitation',
    statements: {
      read: ({ invitationId }) => sql`select 1 from invitations where id = ${invitationId}`,
      create: ({ schoolId }) =>
        sql`insert into invitations (email, school_id, token_hash)
          values ('new@example.test', ${schoolId}, sha256('new'))`,
      update: ({ invitationId }) => sql`update invitations set role = 'primary' where id = ${invitationId}`,
      delete: ({ invitationId }) => sql`delete from invitations where id = ${invitationId}`,
    },
  },
  password_resets: {
    subject: 'passwordReset',
    statements: {
      read: ({ userId }) => sql`select 1 from password_resets where user_id = ${userId}`,
      create: ({ userId }) => sql`select 1 where create_password_reset(${userId}, sha256('new'))`,
      update: ({ userId }) => sql`update password_resets set expires_at = now() where user_id = ${userId}`,
      delete: ({ userId }) => sql`delete from password_resets where user_id = ${userId}`,
    },
  },
  access_requests: {
    subject: 'accessRequest',
    statements: {
      read: ({ requestId }) => sql`select 1 from access_requests where id = ${requestId}`,
      create: ({ spareSchoolId }) =>
        sql`insert into access_requests (user_id, school_id) values (app_user_id(), ${spareSchoolId})`,
      update: ({ requestId }) => sql`update access_requests set confirmed_by = app_user_id() where id = ${requestId}`,
      delete: ({ requestId }) => sql`delete from access_requests where id = ${requestId}`,
    },
  },
  colleague_requests: {
    subject: 'colleagueRequest',
    statements: {
      read: ({ colleagueRequestId }) => sql`select 1 from colleague_requests where id = ${colleagueRequestId}`,
      create: ({ schoolId }) => sql`insert into colleague_requests (school_id, email, role, asked_by)
        values (${schoolId}, 'new@example.test', 'viewer', app_user_id())`,
      update: ({ colleagueRequestId }) =>
        sql`update colleague_requests set role = 'primary' where id = ${colleagueRequestId}`,
      delete: ({ colleagueRequestId }) => sql`delete from colleague_requests where id = ${colleagueRequestId}`,
    },
  },
  cases: {
    subject: 'case',
    statements: {
      read: ({ caseId }) => sql`select 1 from cases where id = ${caseId}`,
      create: () => sql`insert into cases (name, year) values ('New v. Case', 2024)`,
      update: ({ caseId }) => sql`update cases set is_active = false where id = ${caseId}`,
      delete: ({ caseId }) => sql`delete from cases where id = ${caseId}`,
    },
  },
  witnesses: {
    subject: 'witness',
    statements: {
      read: ({ witnessId }) => sql`select 1 from witnesses where id = ${witnessId}`,
      create: ({ caseId }) => sql`insert into witnesses (case_id, name) values (${caseId}, 'New Witness')`,
      update: ({ witnessId }) => sql`update witnesses set side = 'd' where id = ${witnessId}`,
      delete: ({ witnessId }) => sql`delete from witnesses where id = ${witnessId}`,
    },
  },
  changes: {
    subject: 'change',
    statements: {
      read: () => sql`select 1 from changes`,
      create: ({ schoolId }) =>
        sql`insert into changes (subject, action, record_id, label) values ('school', 'update', ${schoolId}, 'Invented')`,
      update: () => sql`update changes set label = 'Rewritten'`,
      delete: () => sql`delete from changes`,
    },
  },
  service_statuses: {
    subject: 'serviceStatus',
    statements: {
      read: () => sql`select 1 from service_statuses`,
      create: () =>
        sql`insert into service_statuses (position, name, description, status, uptime) values (99, 'New', '', 'outage', 1)`,
      update: () => sql`update service_statuses set uptime = 1`,
      delete: () => sql`delete from service_statuses`,
    },
  },
  incidents: {
    subject: 'incident',
    statements: {
      read: () => sql`select 1 from incidents`,
      create: () => sql`insert into incidents (title, description, status) values ('New', '', 'completed')`,
      update: () => sql`update incidents set title = 'New Title'`,
      delete: () => sql`delete from incidents`,
    },
  },
};
