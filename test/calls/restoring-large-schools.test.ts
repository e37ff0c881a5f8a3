// Restoring a school with very many records.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPerson } from '#server/database/database.ts';
import { eventually } from '../eventually.ts';
import { addPerson, callsAs } from '../people.ts';
import { deletableWorld, manager, product, remove, restore, target } from './deletable-world.ts';
import { refused } from './refused.ts';

deletableWorld();

test('a restore reads no table once for each row, even after PostgreSQL has counted tables that the deletion left empty', async () => {
  const { owner } = product.database;
  const { schoolId, tournamentId } = target;
  await sql`with added as (
      insert into rounds (school_id, tournament_id, number, side)
        select ${schoolId}::uuid, ${tournamentId}::uuid, number, 'p' from generate_series(11, 15) number returning id)
    insert into round_parts (round_id, part, school_id)
      select id, part || number, ${schoolId}::uuid
        from added cross join unnest(array['direct', 'cross']) part cross join generate_series(4, 8) number`.execute(
    owner,
  );
  await owner.deleteFrom('schools').where('id', '!=', schoolId).execute();
  await remove('school');
  await sql`vacuum analyze`.execute(owner);
  const often = await asPerson(product.database, manager.userId, async (tx) => {
    await sql`select restore_deleted(${schoolId}::uuid)`.execute(tx);
    const read = sql<{ relname: string }>`select relname from pg_stat_xact_user_tables where seq_scan >= 50`;
    return (await read.execute(tx)).rows.map(({ relname }) => relname);
  });
  expect(often).toEqual([]);
  expect(await owner.selectFrom('roundParts').select('part').where('part', '=', 'cross8').execute()).toHaveLength(5);
});

test('deleting a school and restoring it may take longer than other calls, which go on, and two people restore it once', async () => {
  const { owner } = product.database;
  await sql`create function take_long() returns trigger language plpgsql as 'begin perform pg_sleep(6.5); return null; end';
    create trigger take_long after insert or delete on season_books execute function take_long()`.execute(owner);
  await remove('school');
  const restoring = restore('school');
  await eventually(async () => expect(await running()).toHaveLength(1));
  const second = await addPerson(product.database, { dbManager: true });
  await callsAs(product, second).schools.add({
    id: randomUUID(),
    name: 'Elsewhere',
    shortName: 'E',
    isPremium: false,
  });
  // It waits for a while. On a very busy machine, the first restore ends before.
  const { code, message } = await refused(restore('school', second));
  if (code !== 'none') expect(message).toBe('Someone else is making a large change. Please try again in a minute.');
  expect(await restoring).toEqual({ by: null });
  expect(await restore('school', second)).toEqual({ by: 'Dana Base' });
});

async function running(): Promise<unknown[]> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(product.database.owner);
  return rows;
}
