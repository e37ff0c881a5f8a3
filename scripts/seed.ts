// `npm run seed -- --users 100000`: fills the configured database with invented people and schools, for measurements.
// The result is the same each time.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { migrate } from '#server/database/migrate.ts';
import { makeWorld } from '#server/demo/world.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { CannotStart, readSettings } from '#server/settings.ts';
import { hashPassword } from '#server/sign-in/passwords.ts';

const MAX_USERS = 1_000_000;
const LIMITED = ['users_schools', 'teams', 'students', 'tournaments'];
const HELP = `Usage: npm run seed -- --users 100000 [--force]

Adds this many invented users, a fiftieth as many schools, and cases to the database in DATABASE_URL or DATA_DIR.
--force   also if the database has users, or in production`;

async function seed(): Promise<void> {
  const { values } = parseArgs({
    options: {
      users: { type: 'string' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.users === undefined) return console.log(HELP);
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 10 || users > MAX_USERS) {
    throw new CannotStart(`--users must be a whole number from 10 to ${MAX_USERS}.`);
  }
  const settings = readSettings();
  if (settings.NODE_ENV === 'production' && !values.force) {
    throw new CannotStart('This is a production database (NODE_ENV). Add --force to fill it with invented people.');
  }
  const started = Date.now();
  const database = await openDatabase(settings, { create: true });
  try {
    await migrate(database);
    const anyone = await database.owner.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anyone && !values.force) {
      throw new CannotStart('This database already has users. Choose an empty one, or add --force.');
    }
    const password = settings.DEMO_PASSWORD ?? randomBytes(9).toString('base64url');
    const size = {
      schools: Math.ceil(users / 50),
      users,
      studentsPerSchool: 6,
      password: await hashPassword(password),
    };
    const superAdmin = { email: 'super@demo.test', name: 'Sofia Grant', roles: [], superAdmin: true };
    await database.owner.transaction().execute(async (tx) => {
      // They lock each list that grows: those of 20,000 schools are more locks than PostgreSQL holds in one transaction.
      const limits = (doing: 'disable' | 'enable') =>
        Promise.all(
          LIMITED.map((table) =>
            sql`alter table ${sql.table(table)} ${sql.raw(doing)} trigger refuse_beyond_limit`.execute(tx),
          ),
        );
      await limits('disable');
      await makeWorld(tx, size, [superAdmin]);
      await limits('enable');
    });
    await sql`vacuum analyze`.execute(database.owner);
    console.log(`Added ${users} users and ${size.schools} schools in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    console.log(`Sign in as super@demo.test; everyone’s password is: ${password}`);
  } finally {
    await database.close();
  }
}

try {
  await seed();
} catch (error) {
  const { code } = error as { code?: string };
  const plain = error instanceof CannotStart || code?.startsWith('ERR_PARSE_ARGS');
  console.error(plain ? (error as Error).message : error);
  process.exitCode = 1;
}
