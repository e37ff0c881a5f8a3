// What the commands on a database share: they open it, print what they found, and tell a mistake in one sentence.
import { askRunningServer, carryOut, type Command } from '../../src/server/command-socket.ts';
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

/** By the server that runs on the data directory, or here. */
export const run = async (settings: Settings, asked: Command): Promise<void> => {
  const { text, failed } =
    (await askRunningServer(settings, asked)) ??
    (await withDatabase(settings, (database) => carryOut(database, asked)));
  if (failed) throw new CannotStart(text);
  console.log(text);
};
