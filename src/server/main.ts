// The entry point: reads the settings, opens the database, starts the server, and closes everything on SIGTERM.
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import type { Database } from './database/database.ts';
import { databaseRefusal } from './database/errors.ts';
import { migrate } from './database/migrate.ts';
import { reachDatabase, type Place } from './database/open-database.ts';
import { firstPersonHint } from './people/first-person.ts';
import { expectFreePort } from './port.ts';
import { CannotStart, readSettings } from './settings.ts';
import { applySecondFactorRule } from './sign-in/second-factor.ts';

const RETRY_MS = 1000;
/** By this time, everything that loads after the start has loaded. */
const SETTLED_MS = 5000;
/** An event loop below this utilization counts as idle. */
const MAX_IDLE_WORK = 0.01;

/** Prepares the database at the start. Tries again while PostgreSQL is unavailable, so that nobody has to restart the node. */
async function onceItAnswers<Result>(place: Place, work: (patient: Database) => Promise<Result>): Promise<Result> {
  const patient = place.connect(true);
  try {
    for (let isReported = false; ; isReported = true) {
      try {
        return await work(patient);
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

/**
 * Frees the memory that loading the program took, a fifth of an idle node's, as soon as nobody asks for anything: it takes about 50 ms. Under
 * load, garbage is collected anyway.
 */
function collectGarbageWhenIdle(): void {
  const before = performance.eventLoopUtilization();
  const check = (): void => {
    if (performance.eventLoopUtilization(before).utilization > MAX_IDLE_WORK) collectGarbageWhenIdle();
    else void collectGarbage();
  };
  setTimeout(check, SETTLED_MS).unref();
}

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
  const reaching = reachDatabase(settings, { serves: true, create: true });
  let stopServer = (): Promise<void> => Promise.resolve();
  const end = async (code: number): Promise<void> => {
    await stopServer();
    await reaching.then(({ leave }) => leave()).catch(() => {});
    process.exit(code);
  };
  let ending: Promise<void> | undefined;
  const stop = (): void => {
    if (!ending) console.log('Stopping: finishing requests, then closing the database.');
    ending ??= end(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  try {
    // PostgreSQL starts in processes of its own, so this one loads the rest of the server meanwhile.
    const loading = Promise.all([import('./server.ts'), import('./demo/demo-world.ts')]);
    const [place, [{ startServer }, demoWorld]] = await Promise.all([reaching, loading]);
    const signIns = await onceItAnswers(place, async (database) => {
      const migrations = await migrate(database);
      if (migrations.length > 0) console.log(`Updated the database (${migrations.join(', ')}).`);
      if (demo && (await demoWorld.makeDemoWorldWhenEmpty(database, settings))) console.log('Created the demo world.');
      await applySecondFactorRule(database, settings);
      return demo ? demoWorld.demoWorldSignIns(database, settings) : firstPersonHint(database);
    });
    const server = await startServer(settings, place.connect(), place.connect(true));
    stopServer = server.stop;
    console.log(`\nCourtside is ready: ${server.address}\n${signIns === '' ? '' : `\n${signIns}`}`);
    collectGarbageWhenIdle();
  } catch (error) {
    complain(error);
    await end(1);
  }
}

const complain = (error: unknown): void => console.error(error instanceof CannotStart ? error.message : error);

main().catch((error: unknown) => {
  complain(error);
  process.exit(1);
});
