// A restore beside connections of a running server, whose prepared statements don't fit the restored tables.
import pg from 'pg';
import { expect, test } from 'vitest';
import { backup } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { APPLICATION_NAME } from '#server/database/connections.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { newPostgresUrl } from './databases.ts';

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString, application_name: APPLICATION_NAME });
  const ended = new Promise<string>((resolve) => void client.on('error', () => resolve('ended')));
  await client.connect();
  return { client, ended };
}

test('a restore also ends a connection that a server opens after the restore has ended others', async () => {
  const url = await newPostgresUrl('migrated');
  const database = openPostgresDatabase(url, { pool: 1, prepare: true });
  let saved = '';
  for await (const text of backup(database)) saved += text;

  const first = await connect(url);
  await first.client.query('begin; lock table schools in access share mode');
  const opened = Promise.withResolvers<void>();
  async function* lines() {
    const [header = '', ...others] = saved.trimEnd().split('\n');
    yield header;
    // The restore needs the next line once it has all tables, and for that it ends the first connection.
    await opened.promise;
    yield* others;
  }
  const restoring = restore(database, lines(), { replace: true });
  expect(await first.ended).toBe('ended');
  const second = await connect(url);
  opened.resolve();
  await restoring;
  expect(
    await Promise.race([
      second.ended,
      second.client.query('select 1').then(
        () => 'still there',
        () => 'ended',
      ),
    ]),
  ).toBe('ended');
  await second.client.end().catch(() => {});
  await database.close();
});
