// What a load balancer and an operator ask: is the process alive, and may it be given requests.
import { sql } from 'kysely';
import { Hono } from 'hono';
import type { Database } from '../database/database.ts';
import { migrationNames } from '../database/migrate.ts';
import type { MonitoredReader } from '../recognition/ballot-reader.ts';

const MAX_WAIT_MS = 2000;
const NOT_KEPT = { 'cache-control': 'no-store' };

/** What the server knows of itself that no query tells: whether it was told to end. */
export type Life = { stopping: boolean };

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** `behind`: this version has migrations that the database has not seen. */
export type DatabaseState = 'answers' | 'behind' | 'gone';

async function databaseState(database: Database): Promise<DatabaseState> {
  try {
    const { rows } = await within(
      MAX_WAIT_MS,
      sql<{ name: string }>`select name from migrations`.execute(database.owner),
    );
    const seen = new Set(rows.map((row) => row.name));
    return migrationNames().every((name) => seen.has(name)) ? 'answers' : 'behind';
  } catch {
    return 'gone';
  }
}

/** Anybody may ask as often as they like: the database is asked by one at a time, and whoever comes meanwhile hears the same. */
export function sharedDatabaseState(database: Database): () => Promise<DatabaseState> {
  let asked: Promise<DatabaseState> | undefined;
  return () =>
    (asked ??= databaseState(database).finally(() => {
      asked = undefined;
    }));
}

/** A reader of ballots that fails is told and turns no request away: all else works without it. */
export function health(stateOfDatabase: () => Promise<DatabaseState>, life: Life, ballotReader: MonitoredReader) {
  const app = new Hono();
  app.get('/health', (c) => c.json({ status: 'alive' }, 200, NOT_KEPT));
  app.get('/ready', async (c) => {
    const state = await stateOfDatabase();
    const ready = state === 'answers' && !life.stopping;
    const answer = {
      status: ready ? 'ready' : 'not ready',
      database: state,
      recognizer: ballotReader.state(),
      stopping: life.stopping,
    };
    return c.json(answer, ready ? 200 : 503, NOT_KEPT);
  });
  return app;
}
