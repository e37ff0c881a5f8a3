// Fills a database from a backup in one transaction: restored whole and checked row by row, or not at all.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { APPLICATION_NAME } from '../database/connections.ts';
import { valueOf, type Database, type Tx } from '../database/database.ts';
import { factOf } from '../database/facts.ts';
import { byNamesOfToday, migrateIn, migrationNames } from '../database/migrate.ts';
import { CannotStart } from '../settings.ts';
import { SECOND_FACTOR_RULE } from '../sign-in/second-factor.ts';
import { acceptOlderRows, bringUpToDate, builtInSheets, isOlderBackup } from './before-release.ts';
import { FORMAT, hashOfAll, hashOfRows } from './backup.ts';
import type { End, Header, TableEnd, TableHash, TableStart } from './backup.ts';
import { isLeftOut, LETTERS_AT_ONCE, quoted, rowLines, storedTables, useFixedFormats } from './stored-tables.ts';
import type { StoredTable } from './stored-tables.ts';

/** Restores at the backup's own level of migrations, compares every row, and only then brings it up to date. */
export function restore(
  database: Database,
  lines: AsyncIterable<string>,
  options: { replace: boolean },
): Promise<TableHash[]> {
  return database.owner.transaction().execute(async (tx) => {
    const reader = lines[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const { value, done } = await reader.next();
      if (done === true) throw new CannotStart('The backup ends too early: the file is incomplete.');
      return value;
    };
    const { migrations, isOlder } = readHeader(await next());
    await refuseBesideRestore(tx);
    const rule = await secondFactorRule(tx);
    await makeEmpty(tx, options.replace);
    await migrateIn(tx, isOlder ? migrationNames() : migrations);
    if (isOlder) await acceptOlderRows(tx);
    await useFixedFormats(tx);
    const tables = await storedTables(tx);
    const builtIn = isOlder ? await builtInSheets(tx) : [];
    await emptyWithoutTriggers(tx, tables);
    const references = await deferReferences(tx);
    const expected: TableHash[] = [];
    const loaded: StoredTable[] = [];
    for (;;) {
      const line = parseLine(await next(), altered()) as TableStart | End;
      if ('end' in line) {
        // Backups of older versions hold sessions, newer ones don't.
        const isWhole = tables.every((each) => isLeftOut(each) || loaded.some(({ name }) => name === each.name));
        if (line.sha256 !== hashOfAll(expected) || !(isWhole || isOlder)) throw altered();
        break;
      }
      const table = asInBackup(tables, line, isOlder);
      loaded.push(table);
      expected.push({ table: table.name, ...(await load(tx, table, next)) });
    }
    if (builtIn.length > 0 && !loaded.some(({ name }) => name === 'score_sheets')) {
      await tx.insertInto('scoreSheets').values(builtIn).execute();
    }
    await checkReferences(tx, references);
    for (const table of loaded) await compare(tx, table, expected);
    if (isOlder) await bringUpToDate(tx, migrations);
    for (const { name } of tables.filter(isLeftOut)) await sql`delete from ${sql.table(name)}`.execute(tx);
    for (const table of tables) await enableTriggers(tx, table);
    await migrateIn(tx, migrationNames());
    await keepSecondFactorRule(tx, rule);
    await endOtherConnections(tx);
    // Without statistics, the first pages of a large restored database would wait for autovacuum.
    await sql.raw(`analyze ${listOf(await storedTables(tx))}`).execute(tx);
    // Every open screen is now out of date.
    await sql`select pg_notify('courtside_changes', '["everything",null,null]')`.execute(tx);
    return expected;
  });
}

const listOf = (tables: readonly { name: string }[]): string => tables.map(({ name }) => quoted(name)).join(', ');

/** The table with the columns that the backup has. A backup from before the release may have them in another order. */
function asInBackup(tables: StoredTable[], { table: name, columns }: TableStart, isOlder: boolean): StoredTable {
  const table = tables.find((each) => each.name === name);
  if (!table) throw altered(name);
  const inBackup = columns.flatMap((column) => table.columns.find((each) => each.name === column) ?? []);
  const isSame = isOlder || table.columns.map((each) => each.name).join() === columns.join();
  if (inBackup.length !== columns.length || !isSame) throw altered(name);
  return { ...table, columns: inBackup };
}

function parseLine(line: string, refusal: CannotStart): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw refusal;
  }
}

const altered = (table?: string) =>
  new CannotStart(
    `The backup was changed after it was made${table === undefined ? '' : ` (${table})`}. Nothing was restored.`,
  );

function readHeader(line: string): { migrations: string[]; isOlder: boolean } {
  const foreign = new CannotStart('This file is not a backup of Courtside.');
  const header = parseLine(line, foreign) as Partial<Header> | null;
  if (header?.courtside !== 'backup' || !Array.isArray(header.migrations)) throw foreign;
  const migrations = byNamesOfToday(header.migrations);
  const isOlder = isOlderBackup(migrations);
  const unknown = isOlder ? undefined : migrations.find((name) => !migrationNames().includes(name));
  if (header.format !== FORMAT || unknown !== undefined) {
    throw new CannotStart(
      `This backup was made by a newer Courtside${unknown ? ` (${unknown})` : ''}. Restore it with that version.`,
    );
  }
  return { migrations, isOlder };
}

/** The tables that have at least one row. */
async function filledOf(tx: Tx, tables: StoredTable[]): Promise<StoredTable[]> {
  const filled: StoredTable[] = [];
  for (const table of tables)
    if (await valueOf(tx, sql<boolean>`exists (select from ${sql.table(table.name)})`)) filled.push(table);
  return filled;
}

/** Tables that every first start fills, before anybody has used the database. */
const FILLED_BY_FIRST_START = ['server_facts', 'service_statuses', 'incidents', 'score_sheets'];

async function makeEmpty(tx: Tx, replace: boolean): Promise<void> {
  const filled = replace ? [] : await filledOf(tx, await storedTables(tx));
  if (filled.some(({ name }) => !FILLED_BY_FIRST_START.includes(name)))
    throw new CannotStart('This database is not empty. To replace everything in it, add --replace.');
  await lockAll(tx);
  await sql.raw('drop schema public cascade').execute(tx);
  await sql.raw('create schema public').execute(tx);
}

/** An advisory lock, which a restore holds until it ends. */
const RESTORING = 7_288_445;

/** Two restores at once would end each other's connection. */
async function refuseBesideRestore(tx: Tx): Promise<void> {
  if (await valueOf(tx, sql<boolean>`pg_try_advisory_xact_lock(${RESTORING})`)) return;
  throw new CannotStart('Another restore of this database is running. Nothing was restored. Wait until it has ended.');
}

const LOCK_TRIES = 100;
const LOCK_PAUSE_MS = 50;

/**
 * Locks all tables at once or none, and ends connections that hold one: waiting for each other would be a deadlock. What a
 * server was doing is rolled back, and the person who asked for it hears that the service is unavailable.
 */
async function lockAll(tx: Tx): Promise<void> {
  const listing = sql<string | null>`(select string_agg(format('%I.%I', schemaname, tablename), ', ')
    from pg_tables where schemaname = 'public')`;
  const names = await valueOf(tx, listing);
  if (names === null) return;
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint unlocked`.execute(tx);
    try {
      await sql.raw(`lock table ${names} in access exclusive mode nowait`).execute(tx);
      return;
    } catch (error) {
      await sql`rollback to savepoint unlocked`.execute(tx);
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (tries === LOCK_TRIES) {
        throw new CannotStart(
          'Another program is using tables of this database. Nothing was restored. Close that program, then try again.',
        );
      }
      await endOtherConnections(tx);
      await setTimeout(LOCK_PAUSE_MS);
    }
  }
}

/** Restored rows must not be stamped, recorded or announced again, and rows that migrations inserted must go. */
async function emptyWithoutTriggers(tx: Tx, tables: StoredTable[]): Promise<void> {
  for (const { name } of tables) await sql.raw(`alter table ${quoted(name)} disable trigger user`).execute(tx);
  const filled = await filledOf(tx, tables);
  if (filled.length > 0) await sql.raw(`truncate ${listOf(filled)} cascade`).execute(tx);
}

/** Turns triggers on again, and continues identity columns after the highest restored number. */
async function enableTriggers(tx: Tx, { name, columns }: StoredTable): Promise<void> {
  await sql.raw(`alter table ${quoted(name)} enable trigger user`).execute(tx);
  for (const column of columns.filter(({ counts }) => counts)) {
    await sql`select setval(pg_get_serial_sequence(${quoted(name)}, ${column.name}), max(${sql.ref(column.name)}))
      from ${sql.table(name)}`.execute(tx);
  }
}

/** Whether super admins need a second factor is this server's setting. Undefined: it has not been written here. */
async function secondFactorRule(tx: Tx): Promise<string | undefined> {
  const isThere = await valueOf(tx, sql<boolean>`to_regclass('public.server_facts') is not null`);
  return isThere ? factOf(tx, SECOND_FACTOR_RULE) : undefined;
}

async function keepSecondFactorRule(tx: Tx, value: string | undefined): Promise<void> {
  await tx.deleteFrom('serverFacts').where('name', '=', SECOND_FACTOR_RULE).execute();
  if (value !== undefined) await tx.insertInto('serverFacts').values({ name: SECOND_FACTOR_RULE, value }).execute();
}

/** A server that runs meanwhile has prepared statements for tables that are gone, and connects again. */
async function endOtherConnections(tx: Tx): Promise<void> {
  // Within a transaction, PostgreSQL goes on listing the connections that it listed first.
  await sql`select pg_stat_clear_snapshot()`.execute(tx);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and usename = current_user and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`.execute(tx);
}

type ForeignKey = { on: string; name: string };

/** Rows may refer to rows that come later, also in their own table: references are checked at the end. */
async function deferReferences(tx: Tx): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`select conrelid::regclass::text as on, quote_ident(conname) as name
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(tx);
  for (const { on, name } of rows)
    await sql.raw(`alter table ${on} alter constraint ${name} deferrable initially deferred`).execute(tx);
  return rows;
}

async function checkReferences(tx: Tx, references: ForeignKey[]): Promise<void> {
  try {
    await sql`set constraints all immediate`.execute(tx);
  } catch (error) {
    throw isBadValue(error) ? unusable(error) : error;
  }
  for (const { on, name } of references)
    await sql.raw(`alter table ${on} alter constraint ${name} not deferrable`).execute(tx);
}

/** The backup is unaltered, but breaks a rule of the database. */
function unusable(error: unknown): CannotStart {
  const { message, table, detail } = error as { message: string; table?: string; detail?: string };
  const where = table === undefined ? '' : ` in the table ${table}`;
  return new CannotStart(
    `The database refuses a row${where}: ${message}.${detail === undefined ? '' : ` ${detail}`} Nothing was restored.`,
  );
}

/** PostgreSQL's error classes for values that don't parse (22) and rows that break a rule (23). */
const isBadValue = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: string }).code));

async function load(tx: Tx, table: StoredTable, next: () => Promise<string>): Promise<TableEnd> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const values = table.columns.map(({ type }, index) => `(r.v->>${index})::${type}`).join(', ');
  const into = sql.raw(`insert into ${quoted(table.name)} (${columns}) overriding system value select ${values}`);
  const hash = hashOfRows();
  let batch: string[] = [];
  let [rows, letters] = [0, 0];
  // Whether the file or the database is to blame is known at the table's end, when its hash is.
  let refusal: unknown;
  const flush = async () => {
    if (batch.length === 0 || refusal !== undefined) return;
    try {
      await sql`${into} from json_array_elements(${`[${batch.join(',')}]`}::json) as r(v)`.execute(tx);
    } catch (error) {
      if (!isBadValue(error)) throw error;
      refusal = error;
    }
    [batch, letters] = [[], 0];
  };
  for (;;) {
    const line = await next();
    if (line.startsWith('{')) {
      await flush();
      const end = parseLine(line, altered(table.name)) as TableEnd;
      if (end.rows !== rows || end.sha256 !== hash.digest('hex')) throw altered(table.name);
      if (refusal !== undefined) throw unusable(refusal);
      return end;
    }
    hash.update(`${line}\n`);
    rows += 1;
    batch.push(line);
    letters += line.length;
    if (letters >= LETTERS_AT_ONCE) await flush();
  }
}

/** Reads the table back and compares it with the backup. */
async function compare(tx: Tx, table: StoredTable, expected: TableHash[]): Promise<void> {
  const hash = hashOfRows();
  for await (const lines of rowLines(tx, table)) hash.update(`${lines.join('\n')}\n`);
  if (expected.find((one) => one.table === table.name)?.sha256 !== hash.digest('hex')) {
    throw new Error(`The table ${table.name} differs from the backup. Nothing was restored.`);
  }
}
