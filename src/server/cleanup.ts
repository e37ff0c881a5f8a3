// The cleanup job: every few minutes it deletes what has expired.
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { deleteOldCopies } from './database/deleted.ts';
import { deleteOutdatedBooks } from './season/keep-until.ts';
import { deleteOutdatedTryOuts } from './season/try-out-days.ts';
import type { Settings } from './settings.ts';
import { deleteExpired } from './sign-in/cleanup.ts';
import { deleteOldDeliveries } from './webhooks/deliveries.ts';

const EVERY_MS = 600_000;

/** A cleanup job's steps. One that fails is logged, and the others run all the same. */
export async function cleanUp(database: Database, settings: Settings, log: Logger): Promise<void> {
  const steps = [
    () => deleteExpired(database, settings),
    () => deleteOutdatedBooks(database),
    () => deleteOutdatedTryOuts(database),
    () => deleteOldCopies(database),
    () => deleteOldDeliveries(database),
  ];
  for (const step of steps) {
    // The database may be away for a while; the next round finds what is left.
    await step().catch((error: unknown) => log.warn({ err: error }, 'Could not delete what has expired'));
  }
}

/** Cleans up every few minutes, and returns a function that stops this. `wake` makes deliveries look for messages whose event was lost. */
export function startCleanup(
  database: Database,
  settings: Settings,
  log: Logger,
  wake: () => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const every = setInterval(() => {
    running = cleanUp(database, settings, log);
    wake();
  }, EVERY_MS).unref();
  return () => {
    clearInterval(every);
    return running;
  };
}
