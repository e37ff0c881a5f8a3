// A backup is lines of JSON: a header, then for each table its name, its rows and their hash, then the end. It says which
// migrations the database had seen, so that a newer version can restore it; and it is the same from either database.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { rowLines, storedTables, writeAlike } from './stored-tables.ts';

export const FORMAT = 1;

export type Header = { courtside: 'backup'; format: number; madeAt: string; migrations: string[] };
export type TableStart = { table: string; columns: string[] };
export type TableEnd = { rows: number; sha256: string };
export type End = { end: true; sha256: string };

/** What a table held: its hash is the same exactly when every row is. */
export type TableHash = TableEnd & { table: string };

/** Takes text on its way to wherever the backup is kept. */
export type Write = (text: string) => Promise<void>;

/** One hash over all tables. */
export const hashOfAll = (tables: TableHash[]): string =>
  createHash('sha256')
    .update(tables.map(({ table, sha256 }) => `${table} ${sha256}\n`).join(''))
    .digest('hex');

/** A row per table. Two databases with the same hashes hold the same rows. */
export const hashTable = (tables: TableHash[]): string =>
  [
    ...tables.map(({ table, rows, sha256 }) => `${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${sha256}`),
    `${'all'.padEnd(20)} ${' '.repeat(13)}  ${hashOfAll(tables)}`,
  ].join('\n');

const put = (write: Write, line: Header | TableStart | TableEnd | End): Promise<void> =>
  write(`${JSON.stringify(line)}\n`);

export const hashOfRows = () => createHash('sha256');

/** Writes the whole database, as it was at one moment, to `write`; others go on working meanwhile. */
export function backup(database: Database, write: Write): Promise<TableHash[]> {
  return database.owner
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await writeAlike(tx);
      const seen = await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(tx);
      const migrations = seen.rows.map(({ name }) => name);
      await put(write, { courtside: 'backup', format: FORMAT, madeAt: new Date().toISOString(), migrations });
      const hashes: TableHash[] = [];
      for (const table of await storedTables(tx)) {
        await put(write, { table: table.name, columns: table.columns.map(({ name }) => name) });
        const hash = hashOfRows();
        let rows = 0;
        for await (const lines of rowLines(tx, table)) {
          const text = `${lines.join('\n')}\n`;
          hash.update(text);
          rows += lines.length;
          await write(text);
        }
        const end = { rows, sha256: hash.digest('hex') };
        await put(write, end);
        hashes.push({ table: table.name, ...end });
      }
      await put(write, { end: true, sha256: hashOfAll(hashes) });
      return hashes;
    });
}

/** The hashes of what the database holds now. */
export const hashesOf = (database: Database): Promise<TableHash[]> => backup(database, () => Promise.resolve());
