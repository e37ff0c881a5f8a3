// The server's doorway: reads the settings, opens the database, answers, and closes cleanly when it is told to end.
import { demoWorldSignIns, makeDemoWorldWhenEmpty } from './demo/demo-world.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, startServer } from './server.ts';
import { CannotStart, readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings();
  const demo = settings.DATABASE_URL === undefined && settings.NODE_ENV !== 'production';
  console.log(settings.DATABASE_URL ? 'Connecting to PostgreSQL …' : `Opening the database in ${settings.DATA_DIR} …`);
  const database = await openDatabase(settings);
  const migrations = await migrate(database);
  if (migrations.length > 0) console.log(`Brought the database up to date (${migrations.join(', ')}).`);
  if (demo && (await makeDemoWorldWhenEmpty(database, settings))) console.log('Made the demo world.');

  const server = await startServer(settings, database);
  console.log(`\nCourtside is ready: ${server.url}\n`);
  if (demo) console.log(await demoWorldSignIns(database, settings));

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
