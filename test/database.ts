// A migrated, empty database for one test file, of the kind that the variable DATABASE names. The migrations run once per
// schema; every later test file gets a copy, which is much faster.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { openEmbeddedDatabase, openPostgresDatabase, type Database } from '#server/database/database.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrate.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src/server/database');
const CACHE = join(ROOT, '.cache');

/** A name for the schema that the migrations create, so that no test runs on a copy of an older one. */
function shape(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'node_modules/@electric-sql/pglite/package.json')));
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(name).update(readFileSync(join(parentPath, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function makeSnapshot(file: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const data = join(CACHE, `making-${randomUUID()}`);
  // Migrated by the product's code in a directory, then opened again by the plain library, which can copy it.
  const database = await openEmbeddedDatabase(join(data, 'database'));
  await migrate(database);
  await database.close();
  const pglite = await openEmbedded(join(data, 'database'));
  const snapshot = await pglite.dumpDataDir('none');
  await pglite.close();
  rmSync(data, { recursive: true, force: true });
  for (const old of readdirSync(CACHE).filter((name) => name.startsWith('migrated-')))
    rmSync(join(CACHE, old), { force: true });
  // Several workers may create it at once; each moves a complete one into place.
  const draft = join(CACHE, `draft-${randomUUID()}`);
  writeFileSync(draft, new Uint8Array(await snapshot.arrayBuffer()));
  renameSync(draft, file);
}

async function openCopy(): Promise<Database> {
  const file = join(CACHE, `migrated-${shape()}.tar`);
  if (!existsSync(file)) await makeSnapshot(file);
  return openEmbeddedDatabase(null, new Blob([readFileSync(file)]));
}

/** The cluster of the tests on PostgreSQL, as a superuser. */
const clusterUrl = (): string => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('TEST_POSTGRES_URL names no PostgreSQL: run this through npm test.');
  return url;
};

const urlOf = (name: string): string => Object.assign(new URL(clusterUrl()), { pathname: `/${name}` }).href;

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

async function ensureTemplate(client: Client): Promise<string> {
  const template = `courtside_template_${shape()}`;
  // One worker creates it while the others wait. The lock ends with the connection.
  await client.query(`select pg_advisory_lock(hashtext('courtside template'))`);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount !== 0) return template;
  const making = `${template}_making`;
  await client.query(`drop database if exists ${making}`);
  await client.query(`create database ${making}`);
  const database = openPostgresDatabase(urlOf(making), { pool: 1, prepare: true });
  await migrate(database);
  await database.close();
  await client.query(`alter database ${making} rename to ${template}`);
  return template;
}

/** A new database of the cluster, its URL, and `drop`. Without a template it is empty. */
export async function newPostgres(bare = false): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `courtside_test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(async (client) => {
    const template = bare ? 'template1' : await ensureTemplate(client);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOf(name),
    drop: () => onCluster(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** The database of this test file, by default of the kind that DATABASE names. Its `close` also removes it. */
export async function openTestDatabase({
  kind = process.env['DATABASE'] === 'postgres' ? 'postgres' : 'embedded',
  pool = 5,
}: { kind?: Database['kind']; pool?: number } = {}): Promise<Database> {
  if (kind === 'embedded') return openCopy();
  const { url, drop } = await newPostgres();
  const database = openPostgresDatabase(url, { pool, prepare: true });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
