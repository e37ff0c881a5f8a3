// Statements that a test runs at once, such as those of a trigger that fails.
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

export async function script({ owner }: Pick<Database, 'owner'>, statements: string): Promise<void> {
  // A text that begins with a comment is sent as it is. Others may be prepared, and then have one statement only.
  await sql.raw(`-- Script\n${statements}`).execute(owner);
}
