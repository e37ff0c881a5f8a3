// Failed sign-ins are counted in the database, so that every node sees them: per e-mail and address (a guesser is
// stopped), per address (one who tries many e-mails is stopped) and per e-mail (many addresses are slowed down, never
// stopped: else anyone could lock the right person out).
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

const WINDOW_MINUTES = 15;
const MOST_PER_EMAIL_AND_ADDRESS = 10;
const MOST_PER_ADDRESS = 100;
const FREE_PER_EMAIL = 20;
const LONGEST_WAIT_MS = 2000;

export type Attempt = { email: string; address: string };
type Keys = { pair: string; address: string; email: string };
const keysOf = ({ email, address }: Attempt): Keys => ({
  pair: `pair ${email} ${address}`,
  address: `address ${address}`,
  email: `email ${email}`,
});

const takeBack = (database: Database, key: string) =>
  sql`update sign_in_failures set failures = greatest(0, failures - 1) where key = ${key}`.execute(database.owner);

/**
 * May this attempt go on? Waits a little where many addresses try one e-mail; else the seconds to wait before the next.
 * It is counted before the answer and before the password is looked at, so that of many at the same moment no more go on
 * than may. `now()` would be the moment before this one waited for another to count, whose window then seemed to end later
 * than any can.
 */
export async function admitAttempt(database: Database, attempt: Attempt): Promise<{ retryAfter: number } | 'admitted'> {
  const keys = keysOf(attempt);
  // A window that ends later than any can is from before the database's clock was set back.
  const goesOn = sql`sign_in_failures.window_ends
    between clock_timestamp() and clock_timestamp() + make_interval(mins => ${WINDOW_MINUTES})`;
  const { rows } = await sql<{ key: string; failures: number; secondsLeft: number }>`
    insert into sign_in_failures (key, failures, window_ends)
    select unnest(${Object.values(keys)}::text[]), 1, now() + make_interval(mins => ${WINDOW_MINUTES})
    on conflict (key) do update set
      failures = case when ${goesOn} then sign_in_failures.failures + 1 else 1 end,
      window_ends = case when ${goesOn} then sign_in_failures.window_ends else excluded.window_ends end
    returning key, failures, extract(epoch from window_ends - now())::float8 as seconds_left`.execute(database.owner);
  const most: Record<string, number> = {
    [keys.pair]: MOST_PER_EMAIL_AND_ADDRESS,
    [keys.address]: MOST_PER_ADDRESS,
  };
  const full = rows.filter(({ key, failures }) => failures > (most[key] ?? Infinity));
  if (full.length > 0) {
    // What was not tried has not failed: else one person's refusals would use up the address that a whole school shares.
    for (const key of Object.values(keys)) await takeBack(database, key);
    return { retryAfter: Math.max(1, ...full.map(({ secondsLeft }) => Math.ceil(secondsLeft))) };
  }
  const before = (rows.find(({ key }) => key === keys.email)?.failures ?? 1) - 1;
  const wait = Math.min(LONGEST_WAIT_MS, Math.max(0, before - FREE_PER_EMAIL) * 100);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  return 'admitted';
}

/** The right password: this attempt is taken back, and the pair of e-mail and address starts afresh. */
export async function forgiveAttempt(database: Database, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt);
  await database.owner.deleteFrom('signInFailures').where('key', '=', keys.pair).execute();
  for (const key of [keys.address, keys.email]) await takeBack(database, key);
  await sql`delete from sign_in_failures where window_ends < now() - interval '1 day'`.execute(database.owner);
}
