// Many records at once: the same two calls for every list.
import type { Actor } from '#contract/permissions.ts';
import type { ListName } from '#contract/list-files.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { changeMany, type ChangedList } from '../lists/change-many.ts';
import { ASSIGNMENTS, LISTS } from '../lists/lists.ts';
import { membership } from '../lists/membership.ts';
import { previewImport } from '../lists/preview.ts';

type Asked<Input> = { input: Input & { schoolId?: string }; context: { tx: Tx; actor: () => Promise<Actor> } };

/** The handler that reads a file for a list. */
const previewOf =
  <Name extends ListName>(list: Name) =>
  async ({
    input: { file, schoolId },
    context: { tx, actor },
    errors,
  }: Asked<{ file: File }> & { errors: { UNREADABLE_FILE(options: { message: string }): Error } }) =>
    previewImport(tx, list, file, errors, {
      person: (await actor()).userId,
      schoolId,
      ...(list === 'users' && { beyond: membership(tx) }),
    });

/** The handler that changes many records of a list. */
const changeManyOf =
  (list: ChangedList) =>
  async ({ input: { changes, schoolId }, context: { tx, actor } }: Asked<{ changes: readonly object[] }>) =>
    changeMany(tx, list, await actor(), changes, schoolId === undefined ? {} : { schoolId });

export const schools = {
  previewImport: api.schools.previewImport.handler(previewOf('schools')),
  changeMany: api.schools.changeMany.handler(changeManyOf(LISTS.schools)),
};
export const users = {
  previewImport: api.users.previewImport.handler(previewOf('users')),
  changeMany: api.users.changeMany.handler(changeManyOf(LISTS.users)),
};
export const cases = {
  previewImport: api.cases.previewImport.handler(previewOf('cases')),
  changeMany: api.cases.changeMany.handler(changeManyOf(LISTS.cases)),
};
export const teams = {
  previewImport: api.teams.previewImport.handler(previewOf('teams')),
  changeMany: api.teams.changeMany.handler(changeManyOf(LISTS.teams)),
};
export const students = {
  previewImport: api.students.previewImport.handler(previewOf('students')),
  changeMany: api.students.changeMany.handler(changeManyOf(LISTS.students)),
};
export const tournaments = {
  previewImport: api.tournaments.previewImport.handler(previewOf('tournaments')),
  changeMany: api.tournaments.changeMany.handler(changeManyOf(LISTS.tournaments)),
};
export const assignments = { changeMany: api.assignments.changeMany.handler(changeManyOf(ASSIGNMENTS)) };
