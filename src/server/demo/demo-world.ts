// The demo world: what a stranger finds after `npm start`, so that every screen has something to show.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { rememberedFact } from '../database/facts.ts';
import type { Settings } from '../settings.ts';
import { hashPassword } from '../sign-in/passwords.ts';

/** One sign-in per kind of user. */
const PEOPLE = [
  ['super@demo.test', 'Sofia Grant', 'super admin'],
  ['dbm@demo.test', 'Desmond Brooks', 'super admin and database manager'],
  ['primary@demo.test', 'Priya Shah', 'Primary Admin of one school'],
  ['admin@demo.test', 'Aidan O’Brien', 'Admin of one school'],
  ['viewer@demo.test', 'Vera Łukasz', 'Viewer of one school'],
  ['many@demo.test', 'Mana Ito', 'three schools, three roles'],
  ['nobody@demo.test', 'Noah Body', 'no school'],
] as const;

const demoPassword = (database: Database, settings: Settings): Promise<string> =>
  settings.DEMO_PASSWORD === undefined
    ? rememberedFact(database, 'demo password', () => randomBytes(9).toString('base64url'))
    : Promise.resolve(settings.DEMO_PASSWORD);

/** Makes the demo world in a database without any user, and says whether it did. */
export async function makeDemoWorldWhenEmpty(database: Database, settings: Settings): Promise<boolean> {
  const anyone = await database.owner.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return false;
  const password = await hashPassword(await demoPassword(database, settings));
  await database.owner.transaction().execute(async (tx) => {
    const users = await tx
      .insertInto('users')
      .values(PEOPLE.map(([email, name]) => ({ email, name })))
      .returning(['id', 'email'])
      .execute();
    await tx
      .insertInto('accounts')
      .values(users.map(({ id }) => ({ userId: id, accountId: id, providerId: 'credential', password })))
      .execute();
    const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? '';
    await tx
      .insertInto('superAdmins')
      .values([{ userId: idOf('super@demo.test') }, { userId: idOf('dbm@demo.test'), dbManager: true }])
      .execute();
    const [a, b, c] = await tx
      .insertInto('schools')
      .values([
        { name: 'Alder Creek University', shortName: 'ACU', isPremium: true },
        { name: 'Bellweather College', shortName: 'BWC' },
        { name: 'Saint Brigid’s Academy', shortName: 'SBA' },
      ])
      .returning('id')
      .execute();
    if (!a || !b || !c) throw new Error('The demo schools were not made.');
    await tx
      .insertInto('usersSchools')
      .values([
        { userId: idOf('primary@demo.test'), schoolId: a.id, role: 'primary' },
        { userId: idOf('admin@demo.test'), schoolId: a.id, role: 'admin' },
        { userId: idOf('viewer@demo.test'), schoolId: a.id, role: 'viewer' },
        { userId: idOf('many@demo.test'), schoolId: a.id, role: 'primary' },
        { userId: idOf('many@demo.test'), schoolId: b.id, role: 'admin' },
        { userId: idOf('many@demo.test'), schoolId: c.id, role: 'viewer' },
      ])
      .execute();
  });
  await sql`analyze`.execute(database.owner);
  return true;
}

/** What the start prints: the sign-ins and their password. */
export async function demoWorldSignIns(database: Database, settings: Settings): Promise<string> {
  const rows = PEOPLE.map(([email, , what]) => `  ${email.padEnd(20)} ${what}`);
  return [
    'Sign in as one of:',
    ...rows,
    '',
    `Password for all of them: ${await demoPassword(database, settings)}`,
  ].join('\n');
}
