// The server is killed during its migrations, at a different statement each time. All of them are rolled back, and the next
// start, or several at once, run them.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { launch, startProduct } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { migrationNames } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { readSettings } from '#server/settings.ts';
import { openTestDatabase } from '#test/database.ts';
import { newPostgresUrl } from './databases.ts';
import { startNode } from './nodes.ts';
import { serverWith } from './outside/server-with.ts';

/** The statements at which it is killed. The long run has more. */
const DEATHS = (process.env['TEST_DEATHS'] ?? '20').split(',');

/** The demo world is created after the migrations, and takes longer. */
const WITHOUT_DEMO = { NODE_ENV: 'production' };

const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-migrations-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const seen = async (database: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database.owner);
  return rows.map(({ name }) => name);
};
/** The name of everything in the database, to compare with one that was migrated without a kill. */
const shapeOf = async (database: Database): Promise<unknown> => {
  const { rows } = await sql`
    select 'column' as kind, table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns where table_schema = 'public'
    union all select 'policy', tablename || ' ' || policyname from pg_policies
    union all select 'trigger', tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal
    union all select 'index', indexname from pg_indexes where schemaname = 'public'
    union all select 'function', p.oid::regprocedure::text from pg_proc p where pronamespace = 'public'::regnamespace
    order by 1, 2`.execute(database.owner);
  return rows;
};

async function dies(settings: Record<string, string>, dataDir: string, at: string): Promise<void> {
  const dying = launch({
    dataDir,
    settings: { ...WITHOUT_DEMO, ...settings, DIE_AT: at },
    command: serverWith('die-at-statement.ts'),
  });
  // The expectation below catches a server that survives.
  const late = setTimeout(() => dying.child.kill('SIGKILL'), 60_000);
  await dying.ended;
  clearTimeout(late);
  expect(dying.child.signalCode, dying.printed()).toBe('SIGKILL');
  expect(dying.printed()).not.toContain('Courtside is ready');
}

test.each(DEATHS)(
  'migrations that were killed at statement %s are run by two servers that start at once',
  async (at) => {
    const url = await newPostgresUrl('bare');
    await dies({ DATABASE_URL: url }, '/nonexistent', at);
    const nodes = await Promise.all([startNode(url), startNode(url)]);
    for (const node of nodes) expect((await fetch(`${node.url}/ready`)).status).toBe(200);
    await Promise.all(nodes.map((node) => node.stop()));
    const [database, whole] = [url, await newPostgresUrl('migrated')].map((one) =>
      openPostgresDatabase(one, { pool: 1, prepare: true, patient: true }),
    ) as [Database, Database];
    expect(await seen(database)).toEqual(migrationNames());
    expect(await shapeOf(database)).toEqual(await shapeOf(whole));
    await database.close();
    await whole.close();
  },
);

test('the next start runs migrations that were killed repeatedly, on the private PostgreSQL', async () => {
  const dataDir = path.join(folder, 'data');
  for (const at of DEATHS) await dies({}, dataDir, at);
  const product = await startProduct({ dataDir, settings: WITHOUT_DEMO });
  expect((await fetch(`${product.url}/ready`)).status).toBe(200);
  await product.stop();
  const database = await openDatabase(readSettings({ DATA_DIR: dataDir }), { create: false });
  const whole = await openTestDatabase();
  expect(await seen(database)).toEqual(migrationNames());
  expect(await shapeOf(database)).toEqual(await shapeOf(whole));
  await database.close();
  await whole.close();
});
