// Rows that a test begins with, added in one message and one transaction: one statement after the other takes three times as long.
import type { Compilable } from 'kysely';
import type { Database } from '#server/database/database.ts';

const BEGIN = { sql: 'begin', parameters: [] };
const COMMIT = { sql: 'commit', parameters: [] };

export async function together({ acquire }: Pick<Database, 'acquire'>, statements: Compilable[]): Promise<void> {
  const connection = await acquire();
  const { error } = await connection.send([BEGIN, ...statements.map((statement) => statement.compile()), COMMIT]);
  connection.giveBack();
  if (error) throw error;
}
