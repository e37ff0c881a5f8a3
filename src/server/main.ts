// The server's doorway: reads the settings, opens the database, answers, and closes cleanly when it is told to end.
import { Session } from 'node:inspector/promises';
import type { Database } from './database/database.ts';
import { databaseRefusal } from './database/errors.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { expectFreePort } from './port.ts';
import { CannotStart, readSettings, type Settings } from './settings.ts';

const RETRY_MS = 1000;
/** By then everything that is read after the door is open has been read. */
const SETTLED_MS = 5000;

/** A node that starts while PostgreSQL is away waits for it: nobody has to start it again afterwards. */
async function migrateAtStart(settings: Settings, database: Database): Promise<string[]> {
  if (database.kind === 'embedded') return migrate(database);
  const patient = await openDatabase(settings, true);
  try {
    for (let told = false; ; told = true) {
      try {
        return await migrate(patient);
      } catch (error) {
        if (databaseRefusal(error)?.code !== 'SERVICE_UNAVAILABLE') throw error;
        if (!told) console.log('PostgreSQL does not answer. Trying again every second …');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  } finally {
    await patient.close();
  }
}

/** What was needed to read the program is collected once, in some 50 ms: a third of an idle node's memory. */
async function giveBackMemory(): Promise<void> {
  const inspector = new Session();
  inspector.connect();
  await inspector.post('HeapProfiler.collectGarbage');
  inspector.disconnect();
}

async function main(): Promise<void> {
  const settings = readSettings();
  await expectFreePort(settings);
  const demo = settings.DATABASE_URL === undefined && settings.NODE_ENV !== 'production';
  console.log(settings.DATABASE_URL ? 'Connecting to PostgreSQL …' : `Opening the database in ${settings.DATA_DIR} …`);
  const opening = openDatabase(settings);
  // The embedded database is made ready on other threads: meanwhile this one reads the rest of the server.
  const reading = Promise.all([import('./server.ts'), import('./demo/demo-world.ts')]);
  const [database, [{ startServer }, { demoWorldSignIns, makeDemoWorldWhenEmpty }]] = await Promise.all([
    opening,
    reading,
  ]);
  const migrations = await migrateAtStart(settings, database);
  if (migrations.length > 0) console.log(`Brought the database up to date (${migrations.join(', ')}).`);
  if (demo && (await makeDemoWorldWhenEmpty(database, settings))) console.log('Made the demo world.');

  const server = await startServer(settings, database);
  console.log(`\nCourtside is ready: ${server.url}\n`);
  if (demo) console.log(await demoWorldSignIns(database, settings));
  setTimeout(() => void giveBackMemory(), SETTLED_MS).unref();

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    console.log('Stopping: running requests end, then the database closes.');
    void server.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
