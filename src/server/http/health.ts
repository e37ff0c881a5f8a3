// Health checks for load balancers and operators: whether the process is alive, and whether it is ready for requests.
import { Hono } from 'hono';
import type { Database } from '../database/database.ts';
import { within } from './within.ts';
import { migrationNames, migrationsOf, newerMigration } from '../database/migrate.ts';
import type { MonitoredReader } from '../recognition/ballot-reader.ts';

const MAX_WAIT_MS = 2000;

/** Whether the server is shutting down. */
export type Life = { stopping: boolean };

/** `behind`: the database lacks migrations of this version. `newer`: a newer version has updated it. */
export type DatabaseState = 'answers' | 'behind' | 'newer' | 'gone';

async function databaseState(database: Database): Promise<DatabaseState> {
  try {
    const reading = migrationsOf(database.owner);
    const ran = await within(MAX_WAIT_MS, reading, new Error('The database took too long to answer.'));
    if (newerMigration(ran) !== undefined) return 'newer';
    return migrationNames().every((name) => ran.includes(name)) ? 'answers' : 'behind';
  } catch {
    return 'gone';
  }
}

/** Requests that arrive during a check share its result, so frequent requests don't load the database. */
export function sharedDatabaseState(database: Database): () => Promise<DatabaseState> {
  let running: Promise<DatabaseState> | undefined;
  return () =>
    (running ??= databaseState(database).finally(() => {
      running = undefined;
    }));
}

/** A failing ballot reader is reported but doesn't make the server unready, because everything else works without it. */
export function health(stateOfDatabase: () => Promise<DatabaseState>, life: Life, ballotReader: MonitoredReader) {
  const app = new Hono();
  app.get('/health', (c) => c.json({ status: 'alive' }));
  app.get('/ready', async (c) => {
    const state = await stateOfDatabase();
    const ready = state === 'answers' && !life.stopping;
    const answer = {
      status: ready ? 'ready' : 'not ready',
      database: state,
      recognizer: ballotReader.state(),
      stopping: life.stopping,
    };
    return c.json(answer, ready ? 200 : 503);
  });
  return app;
}
