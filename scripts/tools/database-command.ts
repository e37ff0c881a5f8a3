// Shared by the database commands: opens the database, says which one, and reports mistakes in one sentence.
import type { Database } from '../../src/server/database/database.ts';
import { databaseName, openDatabase } from '../../src/server/database/open-database.ts';
import { CannotStart, readSettings, type Settings } from '../../src/server/settings.ts';

export const command = async (work: (settings: Settings, args: string[]) => Promise<void>): Promise<void> => {
  try {
    await work(readSettings(), process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof CannotStart || isOfSystem(error) ? error.message : error);
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
  // Not among the results, which other programs may read.
  console.error(`Database: ${databaseName(settings)}`);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
