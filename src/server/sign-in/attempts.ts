// Rate limit for sign-in (throttling of password guesses). Failed sign-ins are counted in the database, so that every node sees them, in windows of 15 minutes:
// - a browser that has signed in as this person before has its own budget, and none of the limits below apply to it;
// - per email and address: refused when used up;
// - per address: when used up, one attempt a second, because a whole tournament may share an address;
// - per email: slowed down, never refused, or anybody could lock the right person out.
import { sql, type RawBuilder } from 'kysely';
import type { SessionContext } from '../api.ts';
import type { Database, Owner } from '../database/database.ts';

const WINDOW_MINUTES = 15;
const MAX_PER_BROWSER = 10;
const MAX_PER_EMAIL_AND_ADDRESS = 10;
const MAX_FREE_PER_ADDRESS = 100;
const MAX_FREE_PER_EMAIL = 20;
const MAX_WAIT_MS = 2000;
/** At most this many seconds' worth of attempts wait per address, because each holds a connection. */
const MAX_QUEUE_SECONDS = 5;

/** `device`: what identifies a browser that has signed in with this email before. */
export type Attempt = { email: string; address: string; device?: string | undefined };
type Waiting = Pick<SessionContext, 'database' | 'pause'>;

class TooMany extends Error {
  readonly retryAfter: number;
  constructor(seconds: number) {
    super();
    this.retryAfter = Math.max(1, Math.ceil(seconds));
  }
}

const keysOf = ({ email, address, device }: Attempt) => ({
  device: device === undefined ? undefined : `device ${device}`,
  pair: `pair ${email} ${address}`,
  address: `address ${address}`,
  email: `email ${email}`,
});

/** Where the failures of `email` are counted; support forgets them with a new password. */
export const countedFor = (email: string) =>
  sql<boolean>`key = ${`email ${email}`} or starts_with(key, ${`pair ${email} `})`;

/** Wrong codes of a second factor are counted per person, wherever they come from. */
export const codesOf = (userId: string): Attempt => ({ email: `code ${userId}`, address: `code ${userId}` });
export const countedForCodes = (userId: string) =>
  sql<boolean>`key in (${sql.join(Object.values(keysOf(codesOf(userId))))})`;

// A window that ends impossibly late was started before the database's clock was set back.
const windowIsOpen = sql`sign_in_failures.window_ends
  between clock_timestamp() and clock_timestamp() + make_interval(mins => ${sql.lit(WINDOW_MINUTES)})`;

type Count = { key: string; failures: number; secondsLeft: number };

/**
 * Counts one more failure for each key. This happens before the password is looked at, so that of many attempts at the same
 * moment no more go on than the limit. `now()` would be the moment before this statement waited for another's count.
 */
async function count(database: Database, keys: string[]): Promise<Count[]> {
  const { rows } = await sql<Count>`
    insert into sign_in_failures (key, failures, window_ends)
    select unnest(${keys}::text[]), 1, now() + make_interval(mins => ${WINDOW_MINUTES})
    on conflict (key) do update set
      failures = case when ${windowIsOpen} then sign_in_failures.failures + 1 else 1 end,
      next_turn = case when ${windowIsOpen} then sign_in_failures.next_turn end,
      window_ends = case when ${windowIsOpen} then sign_in_failures.window_ends else excluded.window_ends end
    returning key, failures, extract(epoch from window_ends - now())::float8 as seconds_left`.execute(database.owner);
  return rows;
}

/** Locks counts in the order of `count`. A change alone would lock them in the order in which they are stored. */
const locked = (which: RawBuilder<boolean>) =>
  sql`key in (select key from sign_in_failures where ${which} order by key for update)`;

const uncount = (database: Database, keys: string[]) =>
  sql`update sign_in_failures set failures = greatest(0, failures - 1) where ${locked(sql`key = any(${keys}::text[])`)}`.execute(
    database.owner,
  );

export const deleteCounts = (owner: Owner, which: RawBuilder<boolean>) =>
  sql`delete from sign_in_failures where ${locked(which)}`.execute(owner);

/** Counts the attempt, and refuses it when a key has had more than `max` of them. */
async function countUpTo(database: Database, max: number, limited: string, keys: string[]): Promise<Count[]> {
  const counts = await count(database, keys);
  const full = counts.find(({ key, failures }) => key === limited && failures > max);
  if (!full) return counts;
  // A refused attempt doesn't count as a failure, or one person's refusals would use up the budget of a whole school.
  await uncount(database, keys);
  throw new TooMany(full.secondsLeft);
}

/** Waits for the address's turn when it has used up its free attempts; nothing is written when the queue is full. */
async function takeTurn({ database, pause }: Waiting, key: string): Promise<void> {
  const isFull = sql`key = ${key} and failures >= ${MAX_FREE_PER_ADDRESS} and ${windowIsOpen}`;
  const full = await sql`select from sign_in_failures where ${isFull}`.execute(database.owner);
  if (full.rows.length === 0) return;
  const turn = await sql<{ seconds: number }>`
    update sign_in_failures set next_turn = greatest(next_turn, clock_timestamp()) + interval '1 second'
    where ${isFull}
      and coalesce(next_turn, '-infinity') < clock_timestamp() + make_interval(secs => ${MAX_QUEUE_SECONDS})
    returning extract(epoch from next_turn - clock_timestamp())::float8 - 1 as seconds`.execute(database.owner);
  const [taken] = turn.rows;
  if (!taken) throw new TooMany(2 * MAX_QUEUE_SECONDS);
  await pause(Math.max(0, taken.seconds) * 1000);
}

async function takeAttempt(context: Waiting, attempt: Attempt): Promise<void> {
  const { database, pause } = context;
  const { device, pair, address, email } = keysOf(attempt);
  if (device !== undefined) return void (await countUpTo(database, MAX_PER_BROWSER, device, [device]));
  await takeTurn(context, address);
  // Sorted, as `uncount` locks them: two attempts that lock them in different orders would be a deadlock.
  const counted = await countUpTo(database, MAX_PER_EMAIL_AND_ADDRESS, pair, [address, email, pair]);
  const before = (counted.find(({ key }) => key === email)?.failures ?? 1) - 1;
  const waitMs = Math.min(MAX_WAIT_MS, Math.max(0, before - MAX_FREE_PER_EMAIL) * 100);
  if (waitMs > 0) await pause(waitMs);
}

/** Lets an attempt go on, perhaps after a wait, or refuses it with the time to wait. */
export async function admit(
  context: SessionContext,
  attempt: Attempt,
  refuse: (options: { message: string }) => Error,
  what = 'failed sign-ins',
): Promise<void> {
  const { log, address, resHeaders } = context;
  await takeAttempt(context, attempt).catch((error: unknown) => {
    if (!(error instanceof TooMany)) throw error;
    log.warn({ event: 'sign-in refused', address }, `Too many ${what}`);
    resHeaders.set('retry-after', String(error.retryAfter));
    const minutes = Math.ceil(error.retryAfter / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw refuse({ message: `Too many ${what}. Please try again in ${wait}.` });
  });
}

/** The password was right: the attempt is no failure, and what is counted for this person here starts afresh. */
export async function forgiveAttempt(database: Database, attempt: Attempt): Promise<void> {
  const { device, pair, address, email } = keysOf(attempt);
  await database.owner
    .deleteFrom('signInFailures')
    .where('key', '=', device ?? pair)
    .execute();
  if (device === undefined) await uncount(database, [address, email]);
}
