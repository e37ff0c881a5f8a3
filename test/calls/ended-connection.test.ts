// A connection that PostgreSQL ends while a call waits on it: that call fails, and no other.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ pool: 1 });
});
afterAll(() => database.close());

test('the next call gets another connection', async () => {
  for (let times = 0; times < 20; times += 1) {
    const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.owner);
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.owner);
    expect(rows).toEqual([{ one: 1 }]);
  }
});

test('a transaction of a server whose network is gone holds its locks for a minute, not until PostgreSQL notices', async () => {
  const server = openPostgresDatabase(database.fastUrl, { pool: 1 });
  const limit = sql<{ limit: string }>`select current_setting('idle_in_transaction_session_timeout') as limit`;
  const within = await server.owner.transaction().execute((tx) => limit.execute(tx));
  expect(within.rows).toEqual([{ limit: '1min' }]);
  // The server's own long work may wait for a slow disk.
  const long = await database.owner.transaction().execute((tx) => limit.execute(tx));
  expect(long.rows).toEqual([{ limit: '15min' }]);
  // Behind a pooler, nothing may stay set.
  expect((await limit.execute(server.owner)).rows).toEqual([{ limit: '0' }]);
  await server.close();
});
