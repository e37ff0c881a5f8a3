// Restoring a school with very many records.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asPerson } from '#server/database/database.ts';
import { deletableWorld, manager, product, remove, restore, target } from './deletable-world.ts';

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

test('deleting a school and restoring it may take longer than other calls', async () => {
  const { owner } = product.database;
  await sql`create function take_long() returns trigger language plpgsql as 'begin perform pg_sleep(6.5); return null; end';
    create trigger take_long after insert or delete on season_books execute function take_long()`.execute(owner);
  await remove('school');
  await restore('school');
});
