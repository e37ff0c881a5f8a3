// The three rosters share their statements. Each has calls of its own, because their columns differ.
import { sql } from 'kysely';
import type { Actor } from '#contract/permissions.ts';
import { MAX_SIMILAR_TEAMS, type Student, type Team, type Tournament } from '#contract/rosters.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { isDuplicate } from '../database/errors.ts';
import { addOnce, type Query, deleteForGood, deleteOne, updateUnlessChanged } from '../database/records.ts';
import { shareSeason } from '../season/season-lock.ts';

const COLUMNS = {
  teams: ['id', 'name', 'version'],
  students: ['id', 'name', 'version', 'teamId', 'userId', 'classYear', 'isArchived'],
  tournaments: ['id', 'name', 'version', 'season', 'startsOn', 'endsOn', 'place', 'caseId'],
} as const;
const SUBJECTS = { teams: 'team', students: 'student', tournaments: 'tournament' } as const;
type Entries = { teams: Team; students: Student; tournaments: Tournament };
type Roster = keyof Entries;

/** One of the three tables, as if it were the simplest: the contract has checked that the other columns are the roster's. */
const table = (roster: Roster) => roster as 'teams';
const columnsOf = (roster: Roster) => COLUMNS[roster] as (typeof COLUMNS)['teams'];

const inSchool = <Name extends Roster>(tx: Tx, roster: Name, schoolId: string) =>
  tx
    .selectFrom(table(roster))
    .select(columnsOf(roster))
    .where('schoolId', '=', schoolId)
    .orderBy('sortName')
    .$castTo<Entries[Name]>()
    .execute();

/** A statement that returns one of a roster's rows. */
const entryFrom = <Name extends Roster>(_roster: Name, statement: Query<object | undefined>) =>
  statement as Query<Entries[Name] | undefined>;

const find = <Name extends Roster>(tx: Tx, roster: Name, { schoolId, id }: { schoolId: string; id: string }) =>
  entryFrom(
    roster,
    tx.selectFrom(table(roster)).select(columnsOf(roster)).where('schoolId', '=', schoolId).where('id', '=', id),
  );

type Gone = { NOT_FOUND(): Error };
type Refusals = Gone & { NAME_TAKEN(): Error; CONFLICT(): Error };

/** Turns a duplicate name into the roster's own error. */
const namingOnce = async <Answer>(answer: Promise<Answer>, errors: Refusals): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw isDuplicate(error) ? errors.NAME_TAKEN() : error;
  });

type New = { schoolId: string; id: string; name: string };

function add<Name extends Roster>(tx: Tx, roster: Name, input: New, errors: Refusals): Promise<Entries[Name]> {
  const { schoolId: _, ...wanted } = input;
  const insert = tx
    .insertInto(table(roster))
    .values(input)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(columnsOf(roster));
  const adding = addOnce<Entries[Name]>(
    wanted,
    { insert: entryFrom(roster, insert), find: find(tx, roster, input) },
    errors,
  );
  return namingOnce(adding, errors);
}

type Update = { schoolId: string; id: string; version: number; changed: object };
type Meanwhile<Entry> = { data: { by: string | null; at: Date; current: Entry } };

function update<Name extends Roster>(
  tx: Tx,
  roster: Name,
  input: Update,
  errors: Refusals & { CHANGED_MEANWHILE(options: Meanwhile<Entries[Name]>): Error },
): Promise<Entries[Name]> {
  const { schoolId, id, version, changed } = input;
  const query = tx
    .updateTable(table(roster))
    .set(changed)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columnsOf(roster));
  return namingOnce(
    updateUnlessChanged<Entries[Name]>(
      tx,
      changed,
      {
        update: entryFrom(roster, query),
        find: find(tx, roster, input),
        recorded: () => ({ subject: SUBJECTS[roster], recordId: id, parentId: schoolId }),
      },
      errors,
    ),
    errors,
  );
}

const remove = (tx: Tx, roster: Roster, { schoolId, id }: { schoolId: string; id: string }, errors: Gone) =>
  deleteOne(tx.deleteFrom(table(roster)).where('schoolId', '=', schoolId).where('id', '=', id), errors);

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
  inSchool: ofTeams.inSchool.handler(({ input, context }) => inSchool(context.tx, 'teams', input.schoolId)),
  add: ofTeams.add.handler(({ input, context, errors }) => add(context.tx, 'teams', input, errors)),
  update: ofTeams.update.handler(({ input, context, errors }) => update(context.tx, 'teams', input, errors)),
  remove: ofTeams.remove.handler(({ input, context, errors }) => remove(context.tx, 'teams', input, errors)),
  similar: ofTeams.similar.handler(async ({ input, context: { tx, actor } }) =>
    similarTeams(tx, await actor(), input.name),
  ),
};
export const students = {
  inSchool: ofStudents.inSchool.handler(({ input, context }) => inSchool(context.tx, 'students', input.schoolId)),
  add: ofStudents.add.handler(({ input, context, errors }) => add(context.tx, 'students', input, errors)),
  update: ofStudents.update.handler(({ input, context, errors }) => update(context.tx, 'students', input, errors)),
  remove: ofStudents.remove.handler(({ input, context, errors }) => remove(context.tx, 'students', input, errors)),
  anonymize: ofStudents.anonymize.handler(async ({ input, context: { tx }, errors }) => {
    await deleteForGood(tx);
    await remove(tx, 'students', input, errors);
  }),
};
export const tournaments = {
  inSchool: ofTournaments.inSchool.handler(({ input, context }) => inSchool(context.tx, 'tournaments', input.schoolId)),
  add: ofTournaments.add.handler(({ input, context, errors }) => add(context.tx, 'tournaments', input, errors)),
  update: ofTournaments.update.handler(({ input, context, errors }) =>
    update(context.tx, 'tournaments', input, errors),
  ),
  remove: ofTournaments.remove.handler(async ({ input, context: { tx }, errors }) => {
    // Its rounds and ballots are deleted with it.
    await shareSeason(tx, input.schoolId);
    await remove(tx, 'tournaments', input, errors);
  }),
};
