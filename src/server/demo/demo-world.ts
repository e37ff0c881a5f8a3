// The demo world: sample data that `npm start` creates, so that every screen has something to show.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { demoPassword, makeDemoPassword } from './demo-password.ts';
import { makeDemoSeasons } from './seasons.ts';
import { makeWorld, type NamedPerson } from './world.ts';

const SIZE = { schools: 24, users: 120, studentsPerSchool: 12 };

const STUDENT = 'student@demo.test';

type SignIn = NamedPerson & { what: string };
/** One sign-in per kind of user. */
const PEOPLE: readonly SignIn[] = [
  { email: 'super@demo.test', name: 'Sofia Grant', what: 'super admin', roles: [], superAdmin: true },
  {
    email: 'dbm@demo.test',
    name: 'Desmond Brooks',
    what: 'super admin and database manager',
    roles: [],
    dbManager: true,
  },
  { email: 'primary@demo.test', name: 'Priya Shah', what: 'Primary Admin of one school', roles: ['primary'] },
  { email: 'admin@demo.test', name: 'Aidan O’Brien', what: 'Admin of one school', roles: ['admin'] },
  { email: 'viewer@demo.test', name: 'Vera Łukasz', what: 'Viewer of one school', roles: ['viewer'] },
  { email: STUDENT, name: 'Stella Novák', what: 'a student of the school, with scores', roles: ['viewer'] },
  {
    email: 'many@demo.test',
    name: 'Mana Ito',
    what: 'three schools, three roles',
    roles: ['primary', 'admin', 'viewer'],
  },
  { email: 'nobody@demo.test', name: 'Noah Body', what: 'no school', roles: [] },
];

/** Creates the demo world if the database has no users, and returns whether it did. */
export async function makeDemoWorldWhenEmpty(database: Database, settings: Settings): Promise<boolean> {
  const anyone = await database.owner.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyone) return false;
  const password = await hashPassword(await makeDemoPassword(database, settings));
  await database.owner.transaction().execute(async (tx) => {
    await makeWorld(tx, { ...SIZE, password }, PEOPLE);
    const student = await tx
      .selectFrom('users')
      .innerJoin('usersSchools', 'userId', 'users.id')
      .select(['userId', 'schoolId'])
      .where('email', '=', STUDENT)
      .executeTakeFirstOrThrow();
    await makeDemoSeasons(tx, student.schoolId, student.userId, new Date());
  });
  await sql`analyze`.execute(database.owner);
  return true;
}

/** The sign-ins and their password, printed at the start, or an empty text where there is no demo world. */
export async function demoWorldSignIns(database: Database, settings: Settings): Promise<string> {
  const password = await demoPassword(database, settings);
  if (password === undefined) return '';
  const rows = PEOPLE.map(({ email, what }) => `  ${email.padEnd(20)} ${what}`);
  return ['Sign in as one of:', ...rows, '', `Password for all of them: ${password}`, ''].join('\n');
}
