// A node that is stopped while a large deletion runs.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { eventually } from '#test/eventually.ts';
import { addPerson, addSchool } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode } from './nodes.ts';

test('a node that is stopped does not wait for a deletion that takes longer than it may take to end', async () => {
  const url = await newPostgresUrl('migrated');
  const database = openPostgresDatabase(url, { pool: 1, prepare: true, patient: true });
  const { owner } = database;
  const { id: schoolId } = await addSchool(database, 'Very Large');
  const { token = '' } = await addPerson(database, { dbManager: true });
  await sql`create function take_long() returns trigger language plpgsql as 'begin perform pg_sleep(29); return null; end';
    create trigger take_long after delete on schools execute function take_long()`.execute(owner);
  const node = await startNode(url);
  const deletion = call(node, 'schools/remove', { schoolId }, { cookie: `courtside=${token}` }).catch(() => 'cut off');
  const running = async () =>
    (await sql`select from pg_stat_activity where wait_event = 'PgSleep'`.execute(owner)).rows;
  await eventually(async () => expect(await running()).toHaveLength(1));
  expect(await node.stop()).toBe(0);
  expect(await deletion).toBe('cut off');
  // PostgreSQL notices before the end of the statement that nobody waits for it.
  const kept = await owner.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '10s'`.execute(tx);
    return tx.selectFrom('schools').select('id').forUpdate().execute();
  });
  expect(kept).toEqual([{ id: schoolId }]);
  await database.close();
});
