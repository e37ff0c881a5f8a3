// The three rosters share their statements. Each has calls of its own, because a student may also belong to a team.
import { sql } from 'kysely';
import type { Actor } from '#contract/permissions.ts';
import { MAX_SIMILAR_TEAMS } from '#contract/rosters.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { isDuplicate } from '../database/errors.ts';
import { addOnce, deleteOne, refusingFull, updateUnlessChanged } from '../database/records.ts';

type Roster = 'teams' | 'students' | 'tournaments';
const SUBJECTS = { teams: 'team', students: 'student', tournaments: 'tournament' } as const;
type Entry = { id: string; name: string; version: number; teamId: string | null };
type New = { schoolId: string; id: string; name: string; teamId?: string | null };
type Change = { name?: string | undefined; teamId?: string | null | undefined };

/** One of the three tables. They share all columns but a student's team, which callers pass for students only. */
const table = (roster: Roster) => roster as 'students';
const columnsOf = (roster: Roster) =>
  roster === 'students' ? (['id', 'name', 'version', 'teamId'] as const) : (['id', 'name', 'version'] as const);

const inSchool = (tx: Tx, roster: Roster, schoolId: string): Promise<Entry[]> =>
  tx.selectFrom(table(roster)).select(columnsOf(roster)).where('schoolId', '=', schoolId).orderBy('sortName').execute();

const find = (tx: Tx, roster: Roster, { schoolId, id }: { schoolId: string; id: string }) =>
  tx.selectFrom(table(roster)).select(columnsOf(roster)).where('schoolId', '=', schoolId).where('id', '=', id);

type Gone = { NOT_FOUND(): Error };
type Refusals = Gone & { NAME_TAKEN(): Error; CONFLICT(): Error };

/** Turns a duplicate name into the roster's own error. */
const namingOnce = async <Answer>(answer: Promise<Answer>, errors: Refusals): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw isDuplicate(error) ? errors.NAME_TAKEN() : error;
  });

function add(tx: Tx, roster: Roster, input: New, errors: Refusals & { FULL(): Error }): Promise<Entry> {
  const { schoolId: _, ...wanted } = input;
  const insert = tx
    .insertInto(table(roster))
    .values(input)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(columnsOf(roster));
  const adding = addOnce<Entry>(wanted, { insert, find: find(tx, roster, input) }, errors);
  return namingOnce(refusingFull(adding, errors), errors);
}

type Update = { schoolId: string; id: string; version: number; changed: Change };
type Meanwhile = { data: { by: string | null; at: Date; current: Entry } };

function update(
  tx: Tx,
  roster: Roster,
  input: Update,
  errors: Refusals & { CHANGED_MEANWHILE(options: Meanwhile): Error },
): Promise<Entry> {
  const { schoolId, id, version, changed } = input;
  const query = tx
    .updateTable(table(roster))
    .set(changed)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('version', '=', version);
  return namingOnce(
    updateUnlessChanged<Entry>(
      tx,
      changed,
      {
        update: query.returning(columnsOf(roster)),
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
};
export const tournaments = {
  inSchool: ofTournaments.inSchool.handler(({ input, context }) => inSchool(context.tx, 'tournaments', input.schoolId)),
  add: ofTournaments.add.handler(({ input, context, errors }) => add(context.tx, 'tournaments', input, errors)),
  update: ofTournaments.update.handler(({ input, context, errors }) =>
    update(context.tx, 'tournaments', input, errors),
  ),
  remove: ofTournaments.remove.handler(({ input, context, errors }) =>
    remove(context.tx, 'tournaments', input, errors),
  ),
};
