// Shared by the database commands: opens the database, prints results, and reports mistakes in one sentence.
import { askRunningServer, executeCommand, type Command } from '../../src/server/command-socket.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openDatabase } from '../../src/server/database/open-database.ts';
import { CannotStart, readSettings, type Settings } from '../../src/server/settings.ts';

export const command = async (work: (settings: Settings, args: string[]) => Promise<void>): Promise<void> => {
  try {
    await work(readSettings(), process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error);
    process.exitCode = 1;
  }
};

export const withDatabase = async <T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase(settings, true);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** Executes the command in the running server, or in this process if there is none. */
export const run = async (settings: Settings, request: Command): Promise<void> => {
  const { text, failed } =
    (await askRunningServer(settings, request)) ??
    (await withDatabase(settings, (database) => executeCommand(database, request)));
  if (failed) throw new CannotStart(text);
  console.log(text);
};
