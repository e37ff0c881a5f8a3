// The rows of the matrix test: one per call of the contract, and one per action on each table. A new call or table without
// a row here fails the tests.
import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Calls } from '#contract/index.ts';
import type { Action, Subject } from '#contract/permissions.ts';
import type { Database } from '#server/database/database.ts';
import { addSchool } from './people.ts';

/** One record of each kind, in a school that the person may belong to. */
export type Target = Awaited<ReturnType<typeof makeTarget>>;

export async function makeTarget(database: Database) {
  const { owner } = database;
  const school = await addSchool(database, `School ${randomUUID()}`);
  const user = async (name: string) =>
    (
      await owner
        .insertInto('users')
        .values({ email: `${randomUUID()}@example.test`, name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const userId = await user('Tara Get');
  await owner.insertInto('usersSchools').values({ userId, schoolId: school.id, role: 'viewer' }).execute();
  const trial = { name: 'Doe v. Roe', year: 2024 };
  const { id: caseId } = await owner.insertInto('cases').values(trial).returning('id').executeTakeFirstOrThrow();
  const witness = { caseId, name: 'Wit Ness' };
  const { id: witnessId } = await owner
    .insertInto('witnesses')
    .values(witness)
    .returning('id')
    .executeTakeFirstOrThrow();
  const spareUserId = await user('Spa Re');
  return { ...school, schoolId: school.id, userId, spareUserId, caseId, witnessId };
}

/** A read returns whether the target was visible. A write only succeeds or is refused. */
type Ask = (calls: Calls, target: Target) => Promise<unknown>;

const has = async <Row>(rows: Promise<Row[]>, matches: (row: Row) => boolean): Promise<boolean> =>
  (await rows).some(matches);
const found = async (answer: Promise<unknown>): Promise<boolean> => (await answer) !== null;
const answers = async (answer: Promise<unknown>): Promise<boolean> => (await answer) !== undefined;
/** A person who may have a ballot read gets the error that this file is not a photo. */
const ignoringUnread = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: { code?: string }) => {
    if (error.code !== 'NOT_READ') throw error;
  });
const version = 1;
const changed = { name: 'New Name' };
const entry = () => ({ id: randomUUID(), name: 'New Entry' });

/** By call name. Calls about the person's session are not part of the matrix. */
export const CALLS: Record<string, Ask> = {
  'schools.details': ({ schools }, { schoolId }) => found(schools.details({ schoolId })),
  'schools.list': ({ schools }) => answers(schools.list({})),
  'schools.deletionImpact': ({ schools }, { schoolId }) => answers(schools.deletionImpact({ schoolId })),
  'schools.notOfUser': ({ schools }, { userId }) => answers(schools.notOfUser({ userId })),
  'schools.add': ({ schools }) => schools.add({ ...entry(), shortName: 'NE', isPremium: false }),
  'schools.update': ({ schools }, { schoolId }) => schools.update({ schoolId, version, changed }),
  'schools.remove': ({ schools }, { schoolId }) => schools.remove({ schoolId }),

  'users.details': ({ users }, { userId }) => found(users.details({ userId })),
  'users.list': ({ users }) => answers(users.list({})),
  'users.deletionImpact': ({ users }, { userId }) => answers(users.deletionImpact({ userId })),
  'users.notInSchool': ({ users }, { schoolId }) => answers(users.notInSchool({ schoolId })),
  'users.update': ({ users }, { userId }) => users.update({ userId, version, changed }),
  'users.remove': ({ users }, { userId }) => users.remove({ userId }),

  // Lists only the person's own records, never the target's.
  'assignments.mine': async ({ assignments }) => Array.isArray(await assignments.mine()),
  'assignments.inSchool': ({ assignments }, { schoolId, userId }) =>
    has(assignments.inSchool({ schoolId }), (row) => row.userId === userId),
  'assignments.ofSchool': ({ assignments }, { schoolId }) => answers(assignments.ofSchool({ schoolId })),
  'assignments.ofUser': ({ assignments }, { userId }) => answers(assignments.ofUser({ userId })),
  'assignments.countsByRole': async ({ assignments }, { schoolId }) =>
    (await assignments.countsByRole({ schoolId })).viewer > 0,
  'assignments.assign': ({ assignments }, { schoolId, spareUserId }) =>
    assignments.assign({ schoolId, userId: spareUserId, role: 'viewer' }),
  'assignments.changeRole': ({ assignments }, { schoolId, userId }) =>
    assignments.changeRole({ schoolId, userId, version, role: 'admin' }),
  'assignments.remove': ({ assignments }, { schoolId, userId }) => assignments.remove({ schoolId, userId }),

  'teams.inSchool': ({ teams }, { schoolId, teamId }) => has(teams.inSchool({ schoolId }), ({ id }) => id === teamId),
  'teams.add': ({ teams }, { schoolId }) => teams.add({ schoolId, ...entry() }),
  'teams.update': ({ teams }, { schoolId, teamId }) => teams.update({ schoolId, id: teamId, version, changed }),
  'teams.remove': ({ teams }, { schoolId, teamId }) => teams.remove({ schoolId, id: teamId }),

  'students.inSchool': ({ students }, { schoolId, studentId }) =>
    has(students.inSchool({ schoolId }), ({ id }) => id === studentId),
  'students.add': ({ students }, { schoolId }) => students.add({ schoolId, ...entry(), teamId: null }),
  'students.update': ({ students }, { schoolId, studentId }) =>
    students.update({ schoolId, id: studentId, version, changed }),
  'students.remove': ({ students }, { schoolId, studentId }) => students.remove({ schoolId, id: studentId }),

  'tournaments.inSchool': ({ tournaments }, { schoolId, tournamentId }) =>
    has(tournaments.inSchool({ schoolId }), ({ id }) => id === tournamentId),
  'tournaments.add': ({ tournaments }, { schoolId }) => tournaments.add({ schoolId, ...entry() }),
  'tournaments.update': ({ tournaments }, { schoolId, tournamentId }) =>
    tournaments.update({ schoolId, id: tournamentId, version, changed }),
  'tournaments.remove': ({ tournaments }, { schoolId, tournamentId }) =>
    tournaments.remove({ schoolId, id: tournamentId }),

  'cases.overview': ({ cases }, { caseId }) => has(cases.overview(), ({ id }) => id === caseId),
  'cases.details': ({ cases }, { caseId }) => found(cases.details({ caseId })),
  'cases.list': ({ cases }) => answers(cases.list({})),
  'cases.deletionImpact': ({ cases }, { caseId }) => answers(cases.deletionImpact({ caseId })),
  'cases.add': ({ cases }) => cases.add({ ...entry(), year: 2024, type: 'civil', area: null, isActive: true }),
  'cases.update': ({ cases }, { caseId }) => cases.update({ caseId, version, changed }),
  'cases.remove': ({ cases }, { caseId }) => cases.remove({ caseId }),

  'witnesses.ofCase': ({ witnesses }, { caseId, witnessId }) =>
    has(witnesses.ofCase({ caseId }), ({ id }) => id === witnessId),
  'witnesses.add': ({ witnesses }, { caseId }) => witnesses.add({ ...entry(), caseId, side: 'p', type: 'character' }),
  'witnesses.update': ({ witnesses }, { witnessId }) => witnesses.update({ witnessId, version, changed }),
  'witnesses.remove': ({ witnesses }, { witnessId }) => witnesses.remove({ witnessId }),

  'history.list': ({ history }) => answers(history.list({})),
  'teams.similar': ({ teams }, { teamId, teamName }) =>
    has(teams.similar({ name: teamName }), ({ id }) => id === teamId),
  'ballots.recognize': ({ ballots }) =>
    ignoringUnread(ballots.recognize({ image: new File(['no image'], 'ballot.png') })),

  'status.services': ({ status }) => has(status.services(), () => true),
  'status.incidents': ({ status }) => has(status.incidents(), () => true),
};

type Statements = Record<Action, (target: Target) => RawBuilder<unknown>>;

const roster = (table: string, idOf: (target: Target) => string): Statements => {
  const name = sql.table(table);
  return {
    read: (target) => sql`select 1 from ${name} where id = ${idOf(target)}`,
    create: ({ schoolId }) => sql`insert into ${name} (school_id, name) values (${schoolId}, 'New Entry')`,
    update: (target) => sql`update ${name} set name = 'New Name' where id = ${idOf(target)}`,
    delete: (target) => sql`delete from ${name} where id = ${idOf(target)}`,
  };
};

/** The same as direct SQL statements, by table and subject of the matrix. */
export const TABLES: Record<string, { subject: Subject; statements: Statements }> = {
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
  teams: { subject: 'team', statements: roster('teams', ({ teamId }) => teamId) },
  students: { subject: 'student', statements: roster('students', ({ studentId }) => studentId) },
  tournaments: { subject: 'tournament', statements: roster('tournaments', ({ tournamentId }) => tournamentId) },
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

/** The columns that the application's role may read and write in each table and view; `*` means all. */
export const COLUMN_GRANTS: Record<string, { select?: string; insert?: string; update?: string }> = {
  schools: { select: '*', insert: '*', update: 'is_premium name short_name' },
  users: { select: 'created_at email id last_sign_in name search sort_name sounds updated_at version', update: 'name' },
  super_admins: { select: '*' },
  users_schools: { select: '*', insert: '*', update: 'role' },
  cases: { select: '*', insert: '*', update: 'area is_active name type year' },
  witnesses: { select: '*', insert: '*', update: 'name side type' },
  teams: { select: '*', insert: '*', update: 'name' },
  students: { select: '*', insert: '*', update: 'name team_id' },
  tournaments: { select: '*', insert: '*', update: 'name' },
  changes: { select: '*' },
  service_statuses: { select: '*', insert: '*', update: '*' },
  incidents: { select: '*', insert: '*', update: '*' },
  users_for_super_admins: { select: '*' },
  schools_for_super_admins: { select: '*' },
};

/** Only the server's owner role uses these tables. In `super_admins`, people can read their own row, and super admins all rows. */
export const CLOSED_TABLES = [
  'migrations',
  'passwords',
  'server_facts',
  'sessions',
  'sign_in_failures',
  'super_admins',
];
