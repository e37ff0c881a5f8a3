// Shared by the database commands: opens the database, says which one, and reports mistakes in one sentence.
import type { Database } from '../../src/server/database/database.ts';
import { isCutOff, isFullDisk } from '../../src/server/database/errors.ts';
import { databaseName, openDatabase } from '../../src/server/database/open-database.ts';
import { CannotStart, readSettings, type Settings } from '../../src/server/settings.ts';
import { endWithNpm } from './end-with-npm.ts';

/** Aborted by Ctrl+C, by SIGTERM, and when the terminal is closed. */
const stopped = new AbortController();

/** Runs `work`. `unfinished` says what is true if it doesn't end, for example: Nothing was restored. */
export const command = async (
  unfinished: string,
  work: (settings: Settings, args: string[]) => Promise<void>,
): Promise<void> => {
  endWithNpm();
  // Not `once`: npm passes Ctrl+C on, so the signal arrives twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  try {
    await work(readSettings(), process.argv.slice(2));
  } catch (error) {
    if (stopped.signal.aborted) console.error(`Stopped. ${unfinished}`);
    else if (isCutOff(error)) {
      console.error(
        `A restore of this database, or a stop of PostgreSQL, ended this command. ${unfinished} Run it again once the database is back.`,
      );
    } else if (isFullDisk(error))
      console.error(`The database’s disk is full. ${unfinished} Free some space and run this again.`);
    else console.error(error instanceof CannotStart || isOfSystem(error) ? error.message : error);
    process.exitCode = 1;
  }
};

/** A full disk, a missing right, a file that is a folder: the operating system's sentence names it. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

/** Runs `work` on the database that the settings name, beside a running server or without one. */
export const withDatabase = async <T>(
  settings: Settings,
  { create }: { create: boolean },
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase(settings, { create });
  try {
    stopped.signal.throwIfAborted();
    stopped.signal.addEventListener('abort', () => database.cut());
    // Not among the results, which other programs may read.
    console.error(`Database: ${databaseName(settings)}`);
    return await work(database);
  } finally {
    await database.close();
  }
};
