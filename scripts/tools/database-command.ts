// What the commands on a whole database share: they open it, print what they found, and tell a mistake in one sentence.
import { askRunningServer, fulfil, type Wish } from '../../src/server/backup/backup-socket.ts';
import { hashOfAll, type TableHash } from '../../src/server/backup/backup.ts';
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
export const carryOut = async (settings: Settings, wish: Wish): Promise<TableHash[]> =>
  (await askRunningServer(settings, wish)) ?? withDatabase(settings, (database) => fulfil(database, wish));

/** A row per table. Two databases with the same hashes hold the same rows. */
export const printHashes = (tables: TableHash[]): void => {
  for (const { table, rows, sha256 } of tables)
    console.log(`${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${sha256}`);
  console.log(`${'all'.padEnd(20)} ${' '.repeat(13)}  ${hashOfAll(tables)}`);
};
