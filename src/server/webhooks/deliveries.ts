// Delivers what waits in webhook_deliveries, at least once each. Any number of servers share the queue: `for update skip locked` gives
// each waiting message to one of them, which then has it for a while (a lease). No connection is held while the receiver thinks, and
// when a server dies, another one sends the message again after that time. The database wakes servers; nothing is polled while the
// queue is empty.
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { valueOf, type Database, type Owner } from '../database/database.ts';
import { post, type Message, type Outcome } from './post.ts';
import type { Targets } from './targets.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * How long a server has a message, how long one that stops waits for answers, and the pauses between attempts: 8 attempts within 21
 * hours.
 */
export const TIMING = {
  leaseMs: MINUTE,
  lastAnswerMs: 5 * SECOND,
  pausesMs: [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR],
};
const MAX_AT_ONCE = 8;
/** A receiver may take ten seconds for each message. Those of one school leave places for others. */
const MAX_PER_SCHOOL = 2;
const RETRY_MS = 5 * SECOND;
const RECORD_AGAIN_MS = SECOND;
/** Another server may be taking a message that is due. */
const MIN_TIMER_MS = 100;
const MAX_TIMER_MS = 12 * HOUR;

type Claimed = Message & { webhookId: string; schoolId: string; attempts: number };
type Parts = { database: Database; log: Logger; targets: Targets; timing?: typeof TIMING };

export function openDeliveries({ database, log, targets, timing = TIMING }: Parts) {
  const { owner } = database;
  let isStopping = false;
  /** Ends the attempts that have no answer yet. */
  const cutOff = new AbortController();
  /** What this server is sending, by webhook: one message at a time, so that a slow receiver delays no other. */
  const running = new Map<string, { schoolId: string; sent: Promise<void> }>();
  let looking: Promise<void> = Promise.resolve();
  let isAwake = false;
  let timer: NodeJS.Timeout | undefined;

  /** Looks for messages that are due. */
  function wake(): void {
    if (isAwake || isStopping) return;
    isAwake = true;
    looking = looking.then(look);
  }

  /** Waits for the answers to what was sent, so that no other server sends it again, but not for long. */
  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(timer);
    const cut = setTimeout(() => cutOff.abort(), timing.lastAnswerMs);
    await looking;
    await Promise.all([...running.values()].map(({ sent }) => sent));
    clearTimeout(cut);
  }

  async function look(): Promise<void> {
    isAwake = false;
    clearTimeout(timer);
    try {
      while (running.size < MAX_AT_ONCE) {
        const claimed = isStopping ? undefined : await claim();
        if (!claimed) break;
        running.set(claimed.webhookId, { schoolId: claimed.schoolId, sent: deliver(claimed) });
      }
      // With no place left, the end of a message looks again.
      if (running.size < MAX_AT_ONCE) wakeIn(await nextDueMs());
    } catch (error) {
      // The database may be away for a while.
      log.warn({ err: error }, 'Could not look for webhook messages');
      wakeIn(RETRY_MS);
    }
  }

  function wakeIn(ms: number | null): void {
    if (ms === null || isStopping) return;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(ms, MIN_TIMER_MS), MAX_TIMER_MS)).unref();
  }

  /**
   * A message that failed comes after all first attempts, so that receivers that are away for long delay no other. One from the future was
   * written before the clock was set back; one from a moment later than this statement began may be taken by another server already.
   * Without `materialized`, PostgreSQL may look again for each row, and all messages would be taken.
   */
  async function claim(): Promise<Claimed | undefined> {
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select q.id, w.url, array[w.secret] || case when w.previous_until > now() then array[w.previous_secret] end as secrets
          from webhook_deliveries q join webhooks w on w.id = q.webhook_id and w.off_since is null
          where q.state = 'waiting' and (q.next_attempt_at <= now() or q.created_at > now() + interval '1 minute') and ${hasPlace()}
          order by q.attempts, q.next_attempt_at, q.created_at limit 1 for update of q skip locked)
      update webhook_deliveries d
        set next_attempt_at = now() + make_interval(secs => ${timing.leaseMs / SECOND}), created_at = least(d.created_at, now())
        from due
        where d.id = due.id
        returning d.id, d.webhook_id, d.school_id, d.attempts, due.url, due.secrets, extract(epoch from now())::bigint::text as timestamp,
          json_build_object('type', d.type, 'timestamp', d.created_at, 'data', d.data)::text as body`.execute(owner);
    return rows[0];
  }

  /** Whether a message of the queue `q` can be sent now. The end of another one looks again. */
  function hasPlace(): RawBuilder<boolean> {
    const bySchool = Map.groupBy(running.values(), ({ schoolId }) => schoolId);
    const full = [...bySchool].flatMap(([schoolId, { length }]) => (length < MAX_PER_SCHOOL ? [] : [schoolId]));
    return sql`q.webhook_id <> all (${[...running.keys()]}::uuid[]) and q.school_id <> all (${full}::uuid[])`;
  }

  /** In how many milliseconds the next message is due, which may be one that another server has. */
  function nextDueMs(): Promise<number | null> {
    const due = sql<number | null>`(
      select extract(epoch from min(q.next_attempt_at) - now())::float8 * 1000
        from webhook_deliveries q join webhooks w on w.id = q.webhook_id and w.off_since is null
        where q.state = 'waiting' and ${hasPlace()})`;
    return valueOf(owner, due);
  }

  async function deliver(message: Claimed): Promise<void> {
    const leaseEnds = performance.now() + timing.leaseMs;
    try {
      const outcome = await post(message, targets, cutOff.signal);
      const { id, attempts } = message;
      log.info({ event: 'webhook sent', id, status: outcome.status, attempts: attempts + 1 }, 'Sent a webhook message');
      await recordBy(leaseEnds, message, outcome);
    } catch (error) {
      if (cutOff.signal.aborted) await giveBack(message).catch(() => {});
      // The lease ends, and the message is sent again.
      else log.warn({ err: error }, 'Could not record a webhook message');
    } finally {
      running.delete(message.webhookId);
      wake();
    }
  }

  /** The database may be away for a while, for which nothing should be sent twice. */
  async function recordBy(leaseEnds: number, message: Claimed, outcome: Outcome): Promise<void> {
    try {
      await record(message, outcome);
    } catch (error) {
      if (isStopping || performance.now() + RECORD_AGAIN_MS > leaseEnds) throw error;
      await new Promise((resolve) => setTimeout(resolve, RECORD_AGAIN_MS));
      await recordBy(leaseEnds, message, outcome);
    }
  }

  async function record({ id, webhookId, attempts }: Claimed, outcome: Outcome): Promise<void> {
    const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const pause = timing.pausesMs[attempts];
    const isLast = !isDelivered && pause === undefined;
    // Also what arrived after somebody had turned the webhook off is delivered.
    const note = (by: Owner) =>
      sql`update webhook_deliveries set attempts = ${attempts} + 1, attempted_at = now(), status = ${outcome.status},
        answer = ${outcome.answer}, problem = ${outcome.problem}, took_ms = ${outcome.tookMs},
        state = ${isDelivered ? 'delivered' : isLast ? 'failed' : 'waiting'},
        next_attempt_at = now() + make_interval(secs => ${(pause ?? 0) / SECOND})
      where id = ${id} and (state = 'waiting' or ${isDelivered})`.execute(by);
    if (!isLast) return void (await note(owner));
    const isTurnedOff = await owner.transaction().execute(async (tx) => {
      // Somebody who turns it off locks the webhook first, too, and then its messages.
      await sql`select from webhooks where id = ${webhookId} for no key update`.execute(tx);
      await note(tx);
      return turnOffAfterFailure(tx, id, webhookId);
    });
    if (isTurnedOff)
      log.warn({ event: 'webhook turned off', webhookId }, 'Turned a webhook off after repeated failures');
  }

  /** The server stops before an answer has come: another one need not wait for the lease to end. */
  async function giveBack({ id }: Claimed): Promise<void> {
    await sql`with given as (
        update webhook_deliveries set next_attempt_at = now() where id = ${id} and state = 'waiting' returning school_id, webhook_id)
      select pg_notify('courtside_changes', json_build_array('webhookDelivery', school_id, webhook_id)::text) from given`.execute(
      owner,
    );
  }

  return { wake, stop };
}

/** Unless another message has arrived since: then only this message is to blame. */
async function turnOffAfterFailure(tx: Owner, id: string, webhookId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update webhooks w set off_since = now(), off_reason = 'failures'
    from webhook_deliveries d
    where w.id = ${webhookId} and d.id = ${id} and w.off_since is null and not exists (
      select from webhook_deliveries o where o.webhook_id = w.id and o.state = 'delivered' and o.attempted_at > d.created_at)`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}
