// A statement waits while a restore replaces the schema, and its function is another one afterwards.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { databaseRefusal } from '#server/database/errors.ts';
import { untilBlocked } from '#test/until-blocked.ts';
import { newPostgresUrl } from './databases.ts';
import { script } from '../script.ts';

const SCHEMA = `create schema public; create table counted ();
  create function count_them() returns bigint language sql stable as 'select count(*) from counted'`;

test('a statement whose function was replaced while it waited is answered as unavailable, and works when it is sent again', async () => {
  const database = openPostgresDatabase(await newPostgresUrl('bare'), { pool: 3, prepare: true });
  await script(database, `drop schema public cascade; ${SCHEMA}`);
  const count = () => sql<{ count: number }>`select count_them() as count`.execute(database.owner);
  await count();
  const waiting = await database.owner.transaction().execute(async (tx) => {
    await sql`lock table counted in access exclusive mode`.execute(tx);
    const answer = count().catch((error: unknown) => error);
    await untilBlocked(database);
    await sql.raw(`-- Script\ndrop schema public cascade; ${SCHEMA}`).execute(tx);
    return { answer };
  });
  expect(databaseRefusal(await waiting.answer)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect((await count()).rows).toEqual([{ count: 0 }]);
  await database.close();
});
