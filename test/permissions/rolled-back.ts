// A statement that somebody sends past the API, whose effect is rolled back.
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/database/database.ts';

/** Returns how many rows the statement reads or changes, in a transaction that begins with `enter`. All of it is one message. */
export async function rolledBack(
  { acquire, owner }: Pick<Database, 'acquire' | 'owner'>,
  enter: RawBuilder<unknown>,
  statement: RawBuilder<unknown>,
): Promise<number> {
  const all = [sql`begin`, enter, statement, sql`rollback`].map((each) => each.compile(owner));
  const connection = await acquire();
  const { answers, error } = await connection.send(all);
  connection.giveBack();
  if (error) throw error;
  return answers[2]!.rowCount!;
}
