// Commands for people: add, find, grant, revoke, remove. Users, super admins and database managers are added here and nowhere
// else. The commands run as the database's owner, so the history names no person for them.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ROLES } from '#contract/words.ts';
import type { Database } from '../database/database.ts';
import { deleteForGood } from '../database/records.ts';
import { isDuplicate } from '../database/errors.ts';
import { CannotStart } from '../settings.ts';
import { countedFor, deleteCounts } from '../sign-in/attempts.ts';
import { lockUser, replacePassword, setPasswordHash } from '../sign-in/credentials.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { removeSecondFactor } from '../sign-in/second-factor.ts';
import { endSessionsOf } from '../sign-in/sessions.ts';
import { findSchool, findUser, readBcryptHash, readEmail, readName, readOneOf } from './find.ts';

export type Given = { words: string[]; bcryptHash?: string | undefined; yes: boolean };
type Run = (database: Database, given: Given) => Promise<string>;
export type Command = { usage: string; what: string; words: [number, number]; run: Run };
/** `usage` begins with the name, after which that many `words` may follow. A school name with spaces needs quotes. */
export const command = (usage: string, what: string, words: Command['words'], run: Run): Command => {
  return { usage, what, words, run };
};

const firstPassword = (): string => randomBytes(12).toString('base64url');
const MUST_CHANGE = 'It must be changed at the first sign-in. It is shown only once.';

async function add(database: Database, { words: [email = '', ...name], bcryptHash }: Given): Promise<string> {
  const values = {
    email: readEmail(email),
    name: readName(name.join(' ')),
    mustChangePassword: bcryptHash === undefined,
  };
  const first = firstPassword();
  const hash = bcryptHash === undefined ? await hashPassword(first) : readBcryptHash(bcryptHash);
  await database.owner.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new CannotStart(`There is already a user with the email ${values.email}.`));
    await setPasswordHash(tx, user.id, hash);
  });
  if (bcryptHash !== undefined) return `Added ${values.email}, who signs in with the imported password.`;
  return `Added ${values.email}. First password: ${first}\n${MUST_CHANGE}`;
}

const MAX_LISTED = 1000;

async function list({ owner }: Database, { words }: Given): Promise<string> {
  const search = words.join(' ');
  const users = await owner
    .selectFrom('users')
    .leftJoin('superAdmins', 'superAdmins.userId', 'users.id')
    .select(['email', 'name', 'lastSignIn', 'superAdmins.userId as superAdmin', 'dbManager'])
    .where(sql<boolean>`position(findable(${search}) in search) > 0`)
    .orderBy('email')
    .limit(MAX_LISTED)
    .execute();
  const lines = users.map(({ email, name, lastSignIn, superAdmin, dbManager }) => {
    const flag = dbManager ? 'database manager' : superAdmin ? 'super admin' : '';
    return [email, name, flag, lastSignIn?.toISOString().slice(0, 16) ?? 'never signed in'].join('\t');
  });
  const count = users.length === MAX_LISTED ? `The first ${MAX_LISTED} users.` : `${users.length} users.`;
  return [...lines, count].join('\n');
}

async function setPassword(database: Database, { words: [email = ''] }: Given): Promise<string> {
  const user = await findUser(database, email);
  const first = firstPassword();
  const hash = await hashPassword(first);
  await database.owner.transaction().execute(async (tx) => {
    await replacePassword(tx, { id: user.id, hash, mustChangePassword: true }, 'support');
    // People who ask for a new password have often used up their attempts with the old one.
    await deleteCounts(tx, countedFor(user.email));
  });
  return `New password of ${user.email}: ${first}\n${MUST_CHANGE} All sessions and access tokens have ended.`;
}

/** Nothing else changes: passwords and sessions refer to the user by id, and the history keeps what was true at its time. */
async function setEmail(database: Database, { words: [email = '', wanted = ''] }: Given): Promise<string> {
  const user = await findUser(database, email);
  const next = readEmail(wanted);
  try {
    await database.owner.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ email: next }).where('id', '=', user.id).execute();
      // A link may be in the mailbox that is no longer the person's.
      await tx.deleteFrom('passwordResets').where('userId', '=', user.id).execute();
    });
  } catch (error) {
    throw isDuplicate(error) ? new CannotStart(`There is already a user with the email ${next}.`) : error;
  }
  return `${user.email} is now ${next}, and signs in with that. Sessions, password and assignments stay.`;
}

const isDbManager = (text: string): boolean => readOneOf(['super-admin', 'db-manager'], text, 'right') === 'db-manager';

async function grant(database: Database, { words: [email = '', right = ''] }: Given): Promise<string> {
  const dbManager = isDbManager(right);
  const user = await findUser(database, email);
  await database.owner
    .insertInto('superAdmins')
    .values({ userId: user.id, dbManager })
    .onConflict((conflict) =>
      dbManager ? conflict.column('userId').doUpdateSet({ dbManager: true }) : conflict.column('userId').doNothing(),
    )
    .execute();
  return dbManager ? `${user.email} is now a super admin and database manager.` : `${user.email} is now a super admin.`;
}

async function revoke(database: Database, { words: [email = '', right = ''] }: Given): Promise<string> {
  const ofDbManager = isDbManager(right);
  const user = await findUser(database, email);
  const { owner } = database;
  if (ofDbManager) {
    await owner.updateTable('superAdmins').set({ dbManager: false }).where('userId', '=', user.id).execute();
    return `${user.email} is no longer a database manager.`;
  }
  await owner.deleteFrom('superAdmins').where('userId', '=', user.id).execute();
  return `${user.email} is no longer a super admin.${await warnOfNobody(database)}`;
}

async function warnOfNobody({ owner }: Database): Promise<string> {
  const anyone = await owner.selectFrom('superAdmins').select('userId').limit(1).executeTakeFirst();
  return anyone ? '' : '\nWarning: there is no super admin left. Nobody can use the admin area until one is granted.';
}

async function endSessions(database: Database, { words: [email = ''] }: Given): Promise<string> {
  const user = await findUser(database, email);
  const [sessions, tokens] = await database.owner.transaction().execute(async (tx) => {
    await lockUser(tx, user.id);
    const ended = await endSessionsOf(tx, user.id, 'support');
    return [ended, await tx.deleteFrom('accessTokens').where('userId', '=', user.id).returning('id').execute()];
  });
  return `Ended ${sessions} sessions and ${tokens.length} access tokens of ${user.email}.`;
}

async function resetSecondFactor(database: Database, { words: [email = ''] }: Given): Promise<string> {
  const user = await findUser(database, email);
  if (!(await removeSecondFactor(database, user.id, null))) {
    throw new CannotStart(`${user.email} has no second factor.`);
  }
  return `${user.email} now signs in without a second factor, and can set up a new one.`;
}

async function unlink(database: Database, { words: [email = ''] }: Given): Promise<string> {
  const user = await findUser(database, email);
  const [gone] = await database.owner.deleteFrom('signOnLinks').where('userId', '=', user.id).execute();
  if (!gone?.numDeletedRows) throw new CannotStart(`${user.email} is not linked to single sign-on.`);
  return `${user.email} is no longer linked to single sign-on. The next sign-in there with this email links it again.`;
}

async function assign(
  database: Database,
  { words: [email = '', name = '', asked = 'viewer'] }: Given,
): Promise<string> {
  const role = readOneOf(ROLES, asked, 'role');
  const [user, school] = [await findUser(database, email), await findSchool(database, name)];
  await database.owner
    .insertInto('usersSchools')
    .values({ userId: user.id, schoolId: school.id, role })
    .onConflict((conflict) => conflict.columns(['userId', 'schoolId']).doUpdateSet({ role }))
    .execute();
  return `${user.email} is now assigned to ${school.name} as ${role}.`;
}

async function unassign(database: Database, { words: [email = '', name = ''] }: Given): Promise<string> {
  const [user, school] = [await findUser(database, email), await findSchool(database, name)];
  const [gone] = await database.owner
    .deleteFrom('usersSchools')
    .where('userId', '=', user.id)
    .where('schoolId', '=', school.id)
    .execute();
  if (!gone?.numDeletedRows) throw new CannotStart(`${user.email} is not assigned to ${school.name}.`);
  return `${user.email} is no longer assigned to ${school.name}.`;
}

async function remove(database: Database, { words: [email = ''], yes }: Given): Promise<string> {
  const user = await findUser(database, email);
  if (!yes) {
    throw new CannotStart(
      `This permanently deletes ${user.name} (${user.email}) with all sessions and assignments. Add --yes to confirm.`,
    );
  }
  await database.owner.transaction().execute(async (tx) => {
    await deleteForGood(tx);
    await tx.deleteFrom('users').where('id', '=', user.id).execute();
  });
  return `Removed ${user.email}.${await warnOfNobody(database)}`;
}

export const PEOPLE_COMMANDS: readonly Command[] = [
  command("add EMAIL NAME [--bcrypt-hash 'HASH']", 'adds a user and prints a first password', [2, 20], add),
  command('list [SEARCH]', 'lists users, by email', [0, 20], list),
  command('set-email EMAIL NEW', 'changes the email of a user and nothing else', [2, 2], setEmail),
  command('set-password EMAIL', 'prints a new password, and ends all sessions and access tokens', [1, 1], setPassword),
  command(
    'grant EMAIL super-admin|db-manager',
    'grants rights; a database manager is a super admin who can delete',
    [2, 2],
    grant,
  ),
  command('revoke EMAIL super-admin|db-manager', 'revokes these rights', [2, 2], revoke),
  command('end-sessions EMAIL', 'signs the user out everywhere, and ends all access tokens', [1, 1], endSessions),
  command(
    'reset-second-factor EMAIL',
    'for someone who lost the phone and the recovery codes',
    [1, 1],
    resetSecondFactor,
  ),
  command('unlink EMAIL', 'unlinks the user from single sign-on', [1, 1], unlink),
  command('assign EMAIL SCHOOL [viewer|admin|primary]', 'SCHOOL is an id, a name or a short name', [2, 3], assign),
  command('unassign EMAIL SCHOOL', 'removes the user from the school', [2, 2], unassign),
  command('remove EMAIL --yes', 'permanently deletes the user', [1, 1], remove),
];
