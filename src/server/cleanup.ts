// The cleanup job: soon after the start, and then every few minutes, it deletes what has expired, everywhere but in older backups.
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { everyTenMinutes } from './every-ten-minutes.ts';
import { deleteOutdatedBooks, today } from './season/keep-until.ts';
import type { Settings } from './settings.ts';
import { deleteCounts } from './sign-in/attempts.ts';
import { isCurrent } from './sign-in/sessions.ts';

/** By table, which rows have expired. */
const expired = (settings: Settings): Record<string, RawBuilder<boolean>> => ({
  'sessions s': sql`not (${isCurrent(settings)})`,
  invitations: sql`expires_at < now()`,
  password_resets: sql`expires_at < now()`,
  student_links: sql`expires_at < now()`,
  sign_on_attempts: sql`expires_at < now()`,
  // Known for a while after it has ended, so that people see why.
  access_tokens: sql`expires_at < now() - interval '30 days'`,
  session_ends: sql`ended_at < now() - interval '7 days'`,
  webhook_deliveries: sql`created_at < now() - interval '30 days'`,
  try_outs: sql`delete_after < ${today}`,
});

/** Soft delete: for 30 days, deleted records can be restored. */
const DAYS_ARE_OVER = sql<boolean>`deleted_at < now() - interval '30 days'`;

/**
 * Each record is forgotten by a statement of its own, because it also changes what is kept of others, and PostgreSQL refuses to change
 * rows that the same statement deletes. It holds the season, because what is restored meanwhile would bring a forgotten student's name
 * back. The record may have been restored and deleted again since it was listed.
 */
const forget = ({ owner }: Database, id: string): Promise<unknown> =>
  sql`with held as (
      select from season_books join deleted_records using (school_id) where record_id = ${id} for update of season_books)
    delete from deleted_records where record_id = ${id} and ${DAYS_ARE_OVER} and (select count(*) from held) >= 0`.execute(
    owner,
  );

/** Deletes what has expired. What fails is logged, and the rest is deleted all the same. The next round finds what is left. */
export async function cleanUp(
  database: Database,
  settings: Settings,
  log: Logger,
  stopping?: AbortSignal,
): Promise<void> {
  const { owner } = database;
  const attempt = async (step: () => Promise<unknown>): Promise<void> => {
    if (stopping?.aborted) return;
    await step().catch((error: unknown) => log.warn({ err: error }, 'Could not delete what has expired'));
  };
  for (const [table, isOver] of Object.entries(expired(settings)))
    await attempt(() => sql`delete from ${sql.raw(table)} where ${isOver}`.execute(owner));
  await attempt(() => deleteCounts(owner, sql`window_ends < now()`));
  await attempt(async () => {
    const toForget = sql<{ id: string }>`select record_id as id from deleted_records
      where ${DAYS_ARE_OVER} order by deleted_at`;
    for (const { id } of (await toForget.execute(owner)).rows) await attempt(() => forget(database, id));
  });
  await attempt(() => deleteOutdatedBooks(database));
}

/** Cleans up now and then, and returns a function that stops this. `wake` makes deliveries look for messages whose event was lost. */
export function startCleanup(
  database: Database,
  settings: Settings,
  log: Logger,
  wake: () => void,
): () => Promise<void> {
  return everyTenMinutes((stopping) => {
    wake();
    return cleanUp(database, settings, log, stopping);
  });
}
