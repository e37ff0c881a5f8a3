// A migrated, empty database for one test file, in the tests' PostgreSQL. The migrations run once per schema; every later test
// file gets a copy, which is much faster.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Statement } from '#server/database/connections.ts';
import { CLOCK, giveClockToFunctions, useClockIn } from './clock.ts';
import { script } from './script.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../src/server/database/migrations');

/** A name for the schema that the migrations create, so that no test runs on a copy of an older one. */
function shape(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest('hex').slice(0, 16);
}

/** The tests' PostgreSQL, as a superuser. */
const clusterUrl = (): string => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('TEST_POSTGRES_URL names no PostgreSQL: run this through npm test.');
  return url;
};

const urlOf = (name: string): string => Object.assign(new URL(clusterUrl()), { pathname: `/${name}` }).href;

/** Whether the cluster's socket can be reached from here, and belongs to the same cluster. Checked once. */
let hasSocket: Promise<boolean> | undefined;
const connects = async (url: string): Promise<boolean> => {
  try {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};

/** A database by the cluster's socket, which takes half the processor time of TCP, or else by TCP. */
async function fastUrlOf(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ folders: string }>(
    `select current_setting('unix_socket_directories') as folders`,
  );
  const [folder = ''] = rows[0]!.folders.split(', ');
  const { port, username, password } = new URL(clusterUrl());
  const url = `postgres://${username}:${password}@${encodeURIComponent(folder)}:${port}/${name}`;
  hasSocket ??= connects(url);
  return (await hasSocket) ? url : urlOf(name);
}

/** Runs `work` with a connection to the cluster's own database. */
async function onCluster<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Migrated, with PostgreSQL's clock or one that the test sets (clock.ts), or without tables. */
type Made = 'migrated' | 'with a clock' | 'bare';

async function ensureTemplate(client: Client, withClock: boolean): Promise<string> {
  const template = `courtside_template_${withClock ? 'clock_' : ''}${shape()}`;
  // One worker creates it while the others wait. The lock ends with the connection.
  await client.query(`select pg_advisory_lock(hashtext('courtside template'))`);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount !== 0) return template;
  const making = `${template}_making`;
  await client.query(`drop database if exists ${making}`);
  await client.query(`create database ${making}`);
  if (withClock) await client.query(useClockIn(making));
  const database = openPostgresDatabase(urlOf(making), { pool: 1, prepare: true });
  if (withClock) await script(database, CLOCK);
  await migrate(database);
  if (withClock) await giveClockToFunctions(database);
  await database.close();
  await client.query(`alter database ${making} rename to ${template}`);
  return template;
}

export type TestPostgres = {
  /** Over TCP, for tests that put a proxy in between. */
  url: string;
  /** Over the socket if possible, for everything else. */
  fastUrl: string;
  drop(): Promise<void>;
};

async function copyIn(client: Client, template: string, withClock: boolean, name: string): Promise<TestPostgres> {
  // Copying files takes half the processor time of copying pages through the log.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  if (withClock) await client.query(useClockIn(name));
  return {
    url: urlOf(name),
    fastUrl: await fastUrlOf(client, name),
    drop: () => onCluster(async (other) => void (await other.query(`drop database ${name} with (force)`))),
  };
}

export type TestDatabase = Database & {
  fastUrl: string;
  /** Gives every table the rows that it had at the first call. A hundred times faster than another copy. */
  reset(): Promise<void>;
  /** Does the same, and adds what `add` adds: it runs once, and later calls copy its rows, which takes a tenth of the time. */
  resetTo<World>(add: (database: Database) => Promise<World>): Promise<World>;
};

/** A message that gives every table the rows that it has now, of which it keeps copies in a new schema. */
async function messageToReset({ owner }: Database, schema: string): Promise<Statement[]> {
  // A restored backup replaces the domains, so copies have the types that those stand for.
  const { rows: tables } = await sql<{ name: string; columns: string; copied: string }>`
    select relname as name, string_agg(quote_ident(attname), ', ') as columns,
        string_agg(format('%1$I::%2$s as %1$I', attname, format_type(coalesce(nullif(typbasetype, 0), atttypid), null)), ', ') as copied
      from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      group by 1`.execute(owner);
  const filled = tables.map(({ name }) => sql`select ${name} as name where exists (select from ${sql.table(name)})`);
  const { rows } = await sql<{ name: string }>`${sql.join(filled, sql` union all `)}`.execute(owner);
  const kept = new Set(rows.map(({ name }) => name));
  await sql`create schema ${sql.id(schema)}`.execute(owner);
  // One statement, which a connection plans once.
  const emptied = tables.map(({ name }) => `emptied_${name} as (delete from ${name})`);
  const statements = [`with ${emptied.join(', ')} select`];
  for (const { name, columns, copied } of tables.filter((table) => kept.has(table.name))) {
    await sql`create unlogged table ${sql.id(schema, name)} as select ${sql.raw(copied)} from ${sql.table(name)}`.execute(
      owner,
    );
    statements.push(
      `insert into ${name} (${columns}) overriding system value select ${columns} from ${schema}.${name}`,
    );
  }
  return ['begin', ...statements, 'commit'].map((text) => ({ sql: text, parameters: [] }));
}

const addNothing = async (_: Database): Promise<unknown> => undefined;

/** How a database gives its tables the same rows again. */
function resets(database: Database, withoutTriggers: Database): Pick<TestDatabase, 'reset' | 'resetTo'> {
  const kept = new Map<unknown, Promise<{ added: unknown; message: Statement[] }>>();
  const keep = async (add: (database: Database) => Promise<unknown>) => {
    const added = await add(database);
    return { added, message: await messageToReset(database, `kept_${kept.size}`) };
  };
  const resetTo = async <World>(add: (database: Database) => Promise<World>): Promise<World> => {
    if (!kept.has(add)) {
      if (add !== addNothing) await resetTo(addNothing);
      kept.set(add, keep(add));
      return (await kept.get(add)!).added as World;
    }
    const [{ added, message }, connection] = [await kept.get(add)!, await withoutTriggers.acquire()];
    const { error } = await connection.send(message);
    connection.giveBack();
    if (error) throw error;
    return added as World;
  };
  return { reset: async () => void (await resetTo(addNothing)), resetTo };
}

/** A new database of the cluster, its URL, and `drop`. */
export const newPostgres = (
  made: Made = 'migrated',
  name = `courtside_test_${randomUUID().replaceAll('-', '')}`,
): Promise<TestPostgres> =>
  onCluster(async (client) => {
    const withClock = made === 'with a clock';
    return copyIn(client, made === 'bare' ? 'template1' : await ensureTemplate(client, withClock), withClock, name);
  });

/** How the names of databases begin that files share in this run of Vitest. */
const sharedBy = (runner: number): string => `courtside_shared_${runner}_`;

let shared: Promise<TestDatabase> | undefined;
/**
 * One database for all files of this worker whose tests `reset` it: its connections have already planned their statements. Nobody
 * closes it; the end of the run removes it.
 */
export const sharedTestDatabase = (): Promise<TestDatabase> =>
  (shared ??= openTestDatabase({ name: `${sharedBy(process.ppid)}${process.pid}` }));

/** For the process that has started the workers, once they have ended. */
export const dropShared = (): Promise<void> =>
  onCluster(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [sharedBy(process.pid)],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  });

/** The database of this test file. Its `close` also removes it. Connections wait longer than a server’s: a busy machine is no failure. */
export async function openTestDatabase({
  pool = 5,
  made,
  name,
}: { pool?: number; made?: Made; name?: string } = {}): Promise<TestDatabase> {
  const { fastUrl, drop } = await newPostgres(made, name);
  const database = openPostgresDatabase(fastUrl, { pool, prepare: true, patient: true });
  // Without triggers and foreign keys, nothing is recorded or sent as an event, and the order of the tables doesn't matter. Changing this
  // setting makes a connection plan all its statements again, so resets have a connection of their own.
  const withoutTriggers = openPostgresDatabase(`${fastUrl}?options=-c%20session_replication_role%3Dreplica`, {
    pool: 1,
    patient: true,
  });
  return {
    ...database,
    ...resets(database, withoutTriggers),
    fastUrl,
    close: async () => {
      await Promise.all([database.close(), withoutTriggers.close()]);
      await drop();
    },
  };
}

/** After a restore, which ends the connections of a pool of this size: the next call on each fails, unless its end has been noticed. */
export async function noticeEndedConnections({ owner }: Pick<Database, 'owner'>, pool: number): Promise<void> {
  await Promise.allSettled(Array.from({ length: pool }, () => sql`select 1`.execute(owner)));
}
