// The three rosters share their statements. Each has calls of its own, because their columns differ.
import { sql } from 'kysely';
import type { Actor } from '#contract/permissions.ts';
import { MAX_SIMILAR_TEAMS, type Student, type Team, type Tournament } from '#contract/rosters.ts';
import type { RecordedSubject } from '#contract/words.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { isDuplicate } from '../database/errors.ts';
import { deleteForGood, recordsOf } from '../database/records.ts';
import { shareSeason } from '../season/season-lock.ts';

type Key = { schoolId: string; id: string };
type Roster = 'teams' | 'students' | 'tournaments';

const rosterOf = <Entry extends object>(
  table: Roster,
  subject: RecordedSubject,
  columns: readonly (keyof Entry & string)[],
) => {
  const recorded = ({ id = '', schoolId = '' }) => ({ subject, recordId: id, parentId: schoolId });
  const records = recordsOf<Entry>({ table, columns, unique: ['id'], recorded });
  return {
    inSchool: (tx: Tx, schoolId: string) =>
      // As if it were the simplest of the three tables: `columns` are its own.
      tx
        .selectFrom(table as 'teams')
        .select(columns as readonly 'id'[])
        .where('schoolId', '=', schoolId)
        .orderBy('sortName')
        .$castTo<Entry>()
        .execute(),
    add: (tx: Tx, input: Key & { name: string }, errors: Parameters<typeof records.add>[3] & Naming) =>
      namingOnce(records.add(tx, input, { schoolId: input.schoolId, id: input.id }, errors), errors),
    update: (
      tx: Tx,
      { schoolId, id, ...change }: Key & { version: number; changed: object },
      errors: Parameters<typeof records.update>[3] & Naming,
    ) => namingOnce(records.update(tx, { schoolId, id }, change, errors), errors),
    remove: (tx: Tx, { schoolId, id }: Key, errors: { NOT_FOUND(): Error }) =>
      records.remove(tx, { schoolId, id }, errors),
  };
};

type Naming = { NAME_TAKEN(): Error };
/** Turns a duplicate name into the roster's own error. */
const namingOnce = <Answer>(answer: Promise<Answer>, errors: Naming): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw isDuplicate(error) ? errors.NAME_TAKEN() : error;
  });

const TEAMS = rosterOf<Team>('teams', 'team', ['id', 'name', 'version']);
const STUDENTS = rosterOf<Student>('students', 'student', [
  'id',
  'name',
  'version',
  'teamId',
  'userId',
  'classYear',
  'isArchived',
]);
const TOURNAMENTS = rosterOf<Tournament>('tournaments', 'tournament', [
  'id',
  'name',
  'version',
  'season',
  'startsOn',
  'endsOn',
  'place',
  'caseId',
]);

function similarTeams(tx: Tx, { isSuperAdmin }: Actor, name: string) {
  // An index returns teams by distance, nearest first. For people who see few of all teams that would read most of the index,
  // so their few teams are compared directly.
  const distance = isSuperAdmin
    ? sql`sort_name <-> searchable(${name})`
    : sql`1 - similarity(sort_name, searchable(${name}))`;
  const nearest = tx
    .selectFrom('teams')
    .select(['id', 'name', 'schoolId', 'sortName', distance.as('distance')])
    // Row security alone hides other schools' teams, but PostgreSQL would read all teams to do so.
    .$if(!isSuperAdmin, (teams) => teams.where('schoolId', 'in', sql<string>`(select app_schools())`))
    .orderBy(distance)
    .limit(MAX_SIMILAR_TEAMS);
  return tx
    .selectFrom(nearest.as('nearest'))
    .innerJoin('schools', 'schools.id', 'nearest.schoolId')
    .select(['nearest.id', 'nearest.name', 'schools.shortName as school'])
    .orderBy('distance')
    .orderBy('nearest.sortName')
    .orderBy('nearest.id')
    .execute();
}

const { teams: ofTeams, students: ofStudents, tournaments: ofTournaments } = api;

export const teams = {
  inSchool: ofTeams.inSchool.handler(({ input, context: { tx } }) => TEAMS.inSchool(tx, input.schoolId)),
  add: ofTeams.add.handler(({ input, context: { tx }, errors }) => TEAMS.add(tx, input, errors)),
  update: ofTeams.update.handler(({ input, context: { tx }, errors }) => TEAMS.update(tx, input, errors)),
  remove: ofTeams.remove.handler(({ input, context: { tx }, errors }) => TEAMS.remove(tx, input, errors)),
  similar: ofTeams.similar.handler(async ({ input, context: { tx, actor } }) =>
    similarTeams(tx, await actor(), input.name),
  ),
};
export const students = {
  inSchool: ofStudents.inSchool.handler(({ input, context: { tx } }) => STUDENTS.inSchool(tx, input.schoolId)),
  add: ofStudents.add.handler(({ input, context: { tx }, errors }) => STUDENTS.add(tx, input, errors)),
  update: ofStudents.update.handler(({ input, context: { tx }, errors }) => STUDENTS.update(tx, input, errors)),
  remove: ofStudents.remove.handler(({ input, context: { tx }, errors }) => STUDENTS.remove(tx, input, errors)),
  anonymize: ofStudents.anonymize.handler(async ({ input, context: { tx }, errors }) => {
    await deleteForGood(tx);
    await STUDENTS.remove(tx, input, errors);
  }),
};
export const tournaments = {
  inSchool: ofTournaments.inSchool.handler(({ input, context: { tx } }) => TOURNAMENTS.inSchool(tx, input.schoolId)),
  add: ofTournaments.add.handler(({ input, context: { tx }, errors }) => TOURNAMENTS.add(tx, input, errors)),
  update: ofTournaments.update.handler(({ input, context: { tx }, errors }) => TOURNAMENTS.update(tx, input, errors)),
  remove: ofTournaments.remove.handler(async ({ input, context: { tx }, errors }) => {
    // Its rounds and ballots are deleted with it.
    await shareSeason(tx, input.schoolId);
    await TOURNAMENTS.remove(tx, input, errors);
  }),
};
