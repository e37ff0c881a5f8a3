// Waits until calls wait for a lock that the test holds, so that what it does next happens in the middle of them.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { eventually } from './eventually.ts';

export const untilBlocked = ({ owner }: Pick<Database, 'owner'>, statements = 1): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
    expect(rows).toHaveLength(statements);
  });
