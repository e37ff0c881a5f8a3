// What the database lets the application's role do with each table, column and function, for everybody alike.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asPerson } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson } from '../people.ts';
import { CLOSED_TABLES, COLUMN_GRANTS } from '../permissions/column-grants.ts';
import { TABLES } from '../permissions/rows.ts';
import { makeTarget } from '../permissions/target.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

test('users can be deleted only through delete_auth_user', async () => {
  const { userId } = await addPerson(product.database, { dbManager: true });
  const target = await makeTarget(product.database);
  const bare = asPerson(product.database, userId, (tx) =>
    tx.deleteFrom('users').where('id', '=', target.userId).execute(),
  );
  await expect(bare).rejects.toMatchObject({ code: '42501' });
});

test('every table has a row in the matrix test and row security, and closed tables have no grants', async () => {
  const { rows: tables } = await sql<{ name: string; secured: boolean; writable: boolean }>`
    select relname as name, relrowsecurity as secured,
      has_table_privilege('courtside_app', oid, 'insert, update, delete, truncate') as writable
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    product.database.owner,
  );
  expect(tables.map(({ name }) => name).toSorted()).toEqual([...Object.keys(TABLES), ...CLOSED_TABLES].toSorted());
  const unsecured = tables.filter(({ name, secured }) => !secured && name !== 'migrations');
  expect(unsecured).toEqual([]);
  expect(tables.filter(({ name, writable }) => writable && CLOSED_TABLES.includes(name))).toEqual([]);
});

test('the application’s role can read and write exactly the listed columns', async () => {
  const { rows: columns } = await sql<{ table: string; column: string; privilege: string; granted: boolean }>`
    select relname as table, attname as column, privilege,
      has_column_privilege('courtside_app', c.oid, attnum, privilege) as granted
    from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped,
      unnest(array['select', 'insert', 'update', 'references']) as privilege
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relname, privilege, attname collate "C"`.execute(product.database.owner);
  const grants: Record<string, Record<string, string>> = {};
  for (const [table, ofTable] of Map.groupBy(columns, (row) => row.table)) {
    for (const [privilege, all] of Map.groupBy(ofTable, (row) => row.privilege)) {
      const granted = all.filter((row) => row.granted).map(({ column }) => column);
      if (granted.length === 0) continue;
      (grants[table] ??= {})[privilege] = granted.length === all.length ? '*' : granted.join(' ');
    }
  }
  expect(grants).toEqual(COLUMN_GRANTS);
});

test('a security-definer function never searches a temporary schema first', async () => {
  const { rows: functions } = await sql<{ name: string; path: string | null }>`
    select proname as name, (select string_agg(c, ' ') from unnest(proconfig) c where c like 'search_path=%') as path from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef`.execute(product.database.owner);
  expect(functions.map(({ name }) => name)).toContain('delete_auth_user');
  expect(functions.filter(({ path }) => path !== 'search_path=public, pg_temp')).toEqual([]);
});

test.each(CLOSED_TABLES.filter((table) => table !== 'super_admins'))(
  'the application’s role can’t read %s',
  async (table) => {
    const { userId } = await addPerson(product.database, { dbManager: true });
    const bare = asPerson(product.database, userId, (tx) => sql`select 1 from ${sql.table(table)}`.execute(tx));
    await expect(bare).rejects.toMatchObject({ code: '42501' });
  },
);
