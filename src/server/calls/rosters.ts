// The three rosters share their statements. Each has calls of its own, because their columns differ.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Actor } from '#contract/permissions.ts';
import { MAX_SIMILAR_TEAMS, rosterEntry, student, tournament } from '#contract/rosters.ts';
import { api, type Refusals } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { deleteForGood, recordsOf, type AnswerSchema } from '../database/records.ts';
import { changeManyOf } from '../lists/change-many.ts';
import { LISTS } from '../lists/lists.ts';
import { previewOf } from '../lists/preview.ts';
import { holdSeason } from '../season/season-lock.ts';
import { sheetColumns, withSheet } from '../season/sheet-of.ts';

type Asked = { input: { schoolId: string }; context: { tx: Tx } };

/** “Squad 2” comes before “Squad 10”. */
const byName = new Intl.Collator('en', { numeric: true });

/** The handlers of a roster's calls. */
const rosterOf = <Entry extends { name: string }>(
  subject: 'team' | 'student' | 'tournament',
  answer: AnswerSchema<Entry>,
) => {
  const table = `${subject}s` as const;
  const records = recordsOf({ table, subject, answer, key: { id: 'id', schoolId: 'schoolId' } });
  return {
    ...records,
    // Rounds and ballots go or change with it: a team's rounds no longer name it, and comments on a student's parts are deleted.
    remove: async (asked: Asked & { errors: Refusals<'NOT_FOUND'> }): Promise<void> => {
      await holdSeason(asked.context.tx, asked.input.schoolId);
      await records.remove(asked);
    },
    inSchool: async ({ input: { schoolId }, context: { tx } }: Asked): Promise<Entry[]> => {
      // Typed as the simplest of the three tables; `records.columns` are those of the actual one.
      const entries = await tx
        .selectFrom(table as 'teams')
        .select(records.columns as readonly 'id'[])
        .where('schoolId', '=', schoolId)
        .$castTo<Entry>()
        .execute();
      return entries.toSorted((one, other) => byName.compare(one.name, other.name));
    },
  };
};

const TEAMS = rosterOf('team', rosterEntry);
const STUDENTS = rosterOf('student', student);
const storedTournament = z.extend(z.omit(tournament, { sheet: true }), {
  sheetId: z.string(),
  sheetEdition: z.number(),
});
type StoredTournament = z.infer<typeof storedTournament>;
const TOURNAMENTS = rosterOf('tournament', storedTournament);

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
  previewImport: ofTeams.previewImport.handler(previewOf('teams')),
  changeMany: ofTeams.changeMany.handler(changeManyOf(LISTS.teams)),
  inSchool: ofTeams.inSchool.handler(TEAMS.inSchool),
  add: ofTeams.add.handler(TEAMS.add),
  update: ofTeams.update.handler(TEAMS.update),
  remove: ofTeams.remove.handler(TEAMS.remove),
  similar: ofTeams.similar.handler(async ({ input, context: { tx, actor } }) =>
    similarTeams(tx, await actor(), input.name),
  ),
};
export const students = {
  previewImport: ofStudents.previewImport.handler(previewOf('students')),
  changeMany: ofStudents.changeMany.handler(changeManyOf(LISTS.students)),
  inSchool: ofStudents.inSchool.handler(STUDENTS.inSchool),
  add: ofStudents.add.handler(STUDENTS.add),
  update: ofStudents.update.handler(STUDENTS.update),
  remove: ofStudents.remove.handler(STUDENTS.remove),
  anonymize: ofStudents.anonymize.handler(async (asked) => {
    await deleteForGood(asked.context.tx);
    await STUDENTS.remove(asked);
  }),
};
export const tournaments = {
  previewImport: ofTournaments.previewImport.handler(previewOf('tournaments')),
  changeMany: ofTournaments.changeMany.handler(changeManyOf(LISTS.tournaments)),
  inSchool: ofTournaments.inSchool.handler(async (asked) => (await TOURNAMENTS.inSchool(asked)).map(withSheet)),
  add: ofTournaments.add.handler(async ({ input, context, errors }) =>
    withSheet(await TOURNAMENTS.add({ input: sheetColumns(input), context, errors })),
  ),
  update: ofTournaments.update.handler(async ({ input, context, errors }) => {
    const changed = sheetColumns(input.changed);
    const changedMeanwhile = ({ data }: { data: { by: string | null; at: Date; current: StoredTournament } }) =>
      errors.CHANGED_MEANWHILE({ data: { ...data, current: withSheet(data.current) } });
    const asStored = { ...errors, CHANGED_MEANWHILE: changedMeanwhile };
    return withSheet(await TOURNAMENTS.update({ input: { ...input, changed }, context, errors: asStored }));
  }),
  remove: ofTournaments.remove.handler(TOURNAMENTS.remove),
};
