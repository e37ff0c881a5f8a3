import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';

const inSchool = (tx: Tx, roster: 'teams' | 'students' | 'tournaments', schoolId: string) =>
  tx.selectFrom(roster).select(['id', 'name']).where('schoolId', '=', schoolId).orderBy('sortName').execute();

export const teams = {
  inSchool: api.teams.inSchool.handler(({ input, context }) => inSchool(context.tx, 'teams', input.schoolId)),
  known: api.teams.known.handler(({ context: { tx } }) =>
    tx
      .selectFrom('teams')
      .innerJoin('schools', 'schools.id', 'teams.schoolId')
      .select(['teams.id', 'teams.name', 'schools.shortName as school'])
      .orderBy('teams.sortName')
      .orderBy('teams.id')
      .execute(),
  ),
};
export const students = {
  inSchool: api.students.inSchool.handler(({ input, context }) => inSchool(context.tx, 'students', input.schoolId)),
};
export const tournaments = {
  inSchool: api.tournaments.inSchool.handler(({ input, context }) =>
    inSchool(context.tx, 'tournaments', input.schoolId),
  ),
};
