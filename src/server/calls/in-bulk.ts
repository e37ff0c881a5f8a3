// Many records at once: the same two calls for every list.
import { api } from '../api.ts';
import { changeMany } from '../lists/change-many.ts';
import { ASSIGNMENTS, LISTS } from '../lists/lists.ts';
import { membership } from '../lists/membership.ts';
import { previewImport } from '../lists/preview.ts';

export const schools = {
  previewImport: api.schools.previewImport.handler(async ({ input, context: { tx, actor }, errors }) =>
    previewImport(tx, 'schools', input.file, errors, { person: (await actor()).userId }),
  ),
  changeMany: api.schools.changeMany.handler(async ({ input, context: { tx, actor } }) =>
    changeMany(tx, LISTS.schools, await actor(), input.changes),
  ),
};
export const users = {
  previewImport: api.users.previewImport.handler(async ({ input, context: { tx, actor }, errors }) =>
    previewImport(tx, 'users', input.file, errors, { person: (await actor()).userId, beyond: membership(tx) }),
  ),
  changeMany: api.users.changeMany.handler(async ({ input, context: { tx, actor } }) =>
    changeMany(tx, LISTS.users, await actor(), input.changes),
  ),
};
export const cases = {
  previewImport: api.cases.previewImport.handler(async ({ input, context: { tx, actor }, errors }) =>
    previewImport(tx, 'cases', input.file, errors, { person: (await actor()).userId }),
  ),
  changeMany: api.cases.changeMany.handler(async ({ input, context: { tx, actor } }) =>
    changeMany(tx, LISTS.cases, await actor(), input.changes),
  ),
};
export const teams = {
  previewImport: api.teams.previewImport.handler(
    async ({ input: { file, schoolId }, context: { tx, actor }, errors }) =>
      previewImport(tx, 'teams', file, errors, { person: (await actor()).userId, schoolId }),
  ),
  changeMany: api.teams.changeMany.handler(async ({ input: { changes, ...within }, context: { tx, actor } }) =>
    changeMany(tx, LISTS.teams, await actor(), changes, within),
  ),
};
export const students = {
  previewImport: api.students.previewImport.handler(
    async ({ input: { file, schoolId }, context: { tx, actor }, errors }) =>
      previewImport(tx, 'students', file, errors, { person: (await actor()).userId, schoolId }),
  ),
  changeMany: api.students.changeMany.handler(async ({ input: { changes, ...within }, context: { tx, actor } }) =>
    changeMany(tx, LISTS.students, await actor(), changes, within),
  ),
};
export const tournaments = {
  previewImport: api.tournaments.previewImport.handler(
    async ({ input: { file, schoolId }, context: { tx, actor }, errors }) =>
      previewImport(tx, 'tournaments', file, errors, { person: (await actor()).userId, schoolId }),
  ),
  changeMany: api.tournaments.changeMany.handler(async ({ input: { changes, ...within }, context: { tx, actor } }) =>
    changeMany(tx, LISTS.tournaments, await actor(), changes, within),
  ),
};
export const assignments = {
  changeMany: api.assignments.changeMany.handler(async ({ input, context: { tx, actor } }) =>
    changeMany(tx, ASSIGNMENTS, await actor(), input.changes),
  ),
};
