// Deletes what sign-in no longer needs: sessions that time has ended, and counts of failures whose window is over. What is
// known about a session is kept while somebody is signed in, and not much longer.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { isCurrent } from './sessions.ts';

const EVERY_MS = 600_000;

export async function deleteExpired(database: Database, settings: Settings): Promise<void> {
  await sql`delete from sessions s where not (${isCurrent(settings)})`.execute(database.owner);
  await sql`delete from sign_in_failures where window_ends < now()`.execute(database.owner);
}

/** Cleans up every few minutes, and returns how to stop that. */
export function startUpkeep(database: Database, settings: Settings, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const every = setInterval(() => {
    running = deleteExpired(database, settings).catch((error: unknown) =>
      // The database may be away for a while; the next round finds what is left.
      log.warn({ err: error }, 'Expired sessions could not be deleted'),
    );
  }, EVERY_MS).unref();
  return () => {
    clearInterval(every);
    return running;
  };
}
