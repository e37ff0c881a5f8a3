// What an older Courtside does on the database of a newer one: a start says so and changes nothing, and a server that runs isn't ready.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { migrate, migrationNames } from '#server/database/migrate.ts';
import { CannotStart } from '#server/settings.ts';
import { openTestDatabase } from '#test/database.ts';
import { startInProcess } from '#test/in-process.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const names = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database.owner);
  return rows.map(({ name }) => name);
};

test('a server whose database a newer one has updated says that it isn’t ready', async () => {
  const product = await startInProcess({}, database);
  const ready = async () => {
    const answer = await product.browser().request('/ready');
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await ready()).toMatchObject({ status: 200, body: { database: 'answers' } });
  await sql`insert into migrations (name) values ('9999-future.sql')`.execute(database.owner);
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'not ready', database: 'newer' } });
});

test.each(['also has every migration of this one', 'lacks one of this one’s migrations'])(
  'a newer database that %s is refused in one sentence',
  async (which) => {
    await sql`insert into migrations (name) values ('9999-future.sql') on conflict do nothing`.execute(database.owner);
    if (which.startsWith('lacks'))
      await sql`delete from migrations where name = ${migrationNames().at(-1)}`.execute(database.owner);
    const before = await names();
    const refusal: unknown = await migrate(database).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CannotStart);
    expect(String(refusal)).toBe(
      'Error: This database was made by a newer Courtside (9999-future.sql). Start that version, or restore a backup of this one.',
    );
    expect(await names()).toEqual(before);
  },
);
