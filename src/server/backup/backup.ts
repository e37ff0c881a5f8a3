// A backup is lines of JSON: a header, then for each table its name, its rows and their hash, then the end. The header lists
// the migrations that had run, so that a newer version can restore it. Both kinds of database write the same lines.
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { migrationsOf } from '../database/migrate.ts';
import { isLeftOut, rowLines, storedTables, useFixedFormats } from './stored-tables.ts';

export const FORMAT = 1;

export type Header = { courtside: 'backup'; format: number; madeAt: string; migrations: string[] };
export type TableStart = { table: string; columns: string[] };
export type TableEnd = { rows: number; sha256: string };
export type End = { end: true; sha256: string };

/** A table's hash: the same if and only if every row is the same. */
export type TableHash = TableEnd & { table: string };

/** One hash over all tables. */
export const hashOfAll = (tables: TableHash[]): string =>
  createHash('sha256')
    .update(tables.map(({ table, sha256 }) => `${table} ${sha256}\n`).join(''))
    .digest('hex');

/** One line per table. Two databases with the same hashes hold the same rows. */
export const formatHashes = (tables: TableHash[]): string =>
  [
    ...tables.map(({ table, rows, sha256 }) => `${table.padEnd(20)} ${String(rows).padStart(8)} rows  ${sha256}`),
    `${'all'.padEnd(20)} ${' '.repeat(13)}  ${hashOfAll(tables)}`,
  ].join('\n');

const lineOf = (line: Header | TableStart | TableEnd | End): string => `${JSON.stringify(line)}\n`;

export const hashOfRows = () => createHash('sha256');

/** The whole database except sessions, as it is at one moment. Other transactions go on meanwhile. Adds the tables' hashes to `hashes`. */
export async function* backup({ owner }: Database, hashes: TableHash[] = []): AsyncGenerator<string> {
  const tx = await owner.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await useFixedFormats(tx);
    const migrations = await migrationsOf(tx);
    yield lineOf({ courtside: 'backup', format: FORMAT, madeAt: new Date().toISOString(), migrations });
    for (const table of (await storedTables(tx)).filter((each) => !isLeftOut(each))) {
      yield lineOf({ table: table.name, columns: table.columns.map(({ name }) => name) });
      const hash = hashOfRows();
      let rows = 0;
      for await (const lines of rowLines(tx, table)) {
        const text = `${lines.join('\n')}\n`;
        hash.update(text);
        rows += lines.length;
        yield text;
      }
      const end = { rows, sha256: hash.digest('hex') };
      yield lineOf(end);
      hashes.push({ table: table.name, ...end });
    }
    yield lineOf({ end: true, sha256: hashOfAll(hashes) });
  } finally {
    // Also when the reader has stopped. Nothing was written.
    await tx.rollback().execute();
  }
}
