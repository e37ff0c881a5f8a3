// Users, managed by super admins. Support staff add people on the command line.
import * as z from 'zod/mini';
import { newInvitation } from './account-links.ts';
import { assignmentChange } from './assignments.ts';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { LAST_SIGN_INS, USER_COLUMNS, USER_SORTS } from './columns.ts';
import { filePreview, manyChanges, updateIn } from './in-bulk.ts';
import { foundPageOf, listOf, search } from './listing.ts';
import { id, name, role } from './fields.ts';

const user = z.object({ id, email: z.string(), name: z.string() });
export const userRecord = z.extend(user, { version });
export type UserRecord = z.infer<typeof userRecord>;
const userRow = z.extend(userRecord, { lastSignIn: z.nullable(z.date()), schoolCount: z.number() });
export type UserRow = z.infer<typeof userRow>;

/** Which users a list shows: those with a role somewhere, with any role at a school, or with this role there. */
const userFilter = z.strictObject({
  role: z.optional(role),
  schoolId: z.optional(id),
  lastSignIn: z.optional(z.enum(LAST_SIGN_INS)),
});
export type UserFilter = z.infer<typeof userFilter>;

const nameChange = updateIn({ id }, { name });

const userId = z.strictObject({ userId: id });

export const users = {
  /** The user, or null if there is none with this id that the person may see. */
  details: reads('user').input(userId).output(z.nullable(userRecord)),
  list: reads('user', 'super admin')
    .input(listOf(USER_COLUMNS, USER_SORTS, userFilter))
    .output(foundPageOf(userRow)),
  update: changes('user', 'update')
    .input(z.strictObject({ userId: id, version, changed: someOf({ name }) }))
    .output(userRecord)
    .errors(changedMeanwhile(userRecord)),
  /** A file changes names, and who belongs to which school. People without an account are invited, so no file has a password. */
  previewImport: filePreview('user', {}, z.union([nameChange, assignmentChange, newInvitation])),
  changeMany: manyChanges('user', {}, nameChange),
  /** What is deleted along with a user, and the schools that would have no Primary Admin left. */
  deletionImpact: reads('user', 'super admin')
    .input(userId)
    .output(z.object({ assignments: z.number(), lastPrimaryOf: z.array(z.string()) })),
  /** Deletes the person with all sessions and assignments, everywhere and at once. */
  remove: changes('user', 'delete')
    .input(userId)
    .output(z.void())
    .errors({
      LAST_DB_MANAGER: {
        status: 409,
        message:
          'You are the only database manager, so your account can’t be deleted. Someone else has to become a database manager first.',
      },
    }),
  /** Signs the person out everywhere, and ends all access tokens. */
  endSessions: changes('userSession', 'delete')
    .input(z.strictObject({ userId: id }))
    .output(z.void())
    .errors({
      ONLY_DB_MANAGERS: { status: 403, message: 'Only a database manager can sign out a database manager.' },
    }),
  /** The first users, by name, who are not assigned to the school. */
  notInSchool: reads('user', 'super admin')
    .input(z.strictObject({ schoolId: id, search }))
    .output(z.array(user)),
};
