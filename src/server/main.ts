// The entry point: reads the settings, opens the database, starts the server, and closes everything on SIGTERM.
import { Session } from 'node:inspector/promises';
import type { Database } from './database/database.ts';
import { databaseRefusal } from './database/errors.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { firstPersonHint } from './people/first-person.ts';
import { expectFreePort } from './port.ts';
import { CannotStart, readSettings, type Settings } from './settings.ts';

const RETRY_MS = 1000;
/** By then, everything that loads after the start has loaded. */
const SETTLED_MS = 5000;

/** Waits for PostgreSQL if it is away, so that nobody has to start the node again. */
async function migrateAtStart(settings: Settings, database: Database): Promise<string[]> {
  if (database.kind === 'embedded') return migrate(database);
  const patient = await openDatabase(settings, true);
  try {
    for (let isReported = false; ; isReported = true) {
      try {
        return await migrate(patient);
      } catch (error) {
        if (databaseRefusal(error)?.code !== 'SERVICE_UNAVAILABLE') throw error;
        if (!isReported) console.log('PostgreSQL does not answer. Trying again every second …');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  } finally {
    await patient.close();
  }
}

/** Frees the memory that loading the program took, a third of an idle node's, in about 50 ms. */
async function collectGarbage(): Promise<void> {
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
  // The embedded database starts on other threads, so this one loads the rest of the server meanwhile.
  const loading = Promise.all([import('./server.ts'), import('./demo/demo-world.ts')]);
  const [database, [{ startServer }, { demoWorldSignIns, makeDemoWorldWhenEmpty }]] = await Promise.all([
    opening,
    loading,
  ]);
  const migrations = await migrateAtStart(settings, database);
  if (migrations.length > 0) console.log(`Updated the database (${migrations.join(', ')}).`);
  if (demo && (await makeDemoWorldWhenEmpty(database, settings))) console.log('Created the demo world.');

  const server = await startServer(settings, database);
  const signIns = demo ? `${await demoWorldSignIns(database, settings)}\n` : await firstPersonHint(database);
  console.log(`\nCourtside is ready: ${server.address}\n${signIns === '' ? '' : `\n${signIns}`}`);
  setTimeout(() => void collectGarbage(), SETTLED_MS).unref();

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    console.log('Stopping: finishing requests, then closing the database.');
    void server.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
