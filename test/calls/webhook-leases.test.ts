// What a server takes from the webhook queue: one message at a time, of no school too many. The others stay due.
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { untilBlocked } from '../until-blocked.ts';
import { hookedSchool, product, queue, receiver, startDelivering, webhookTests } from './webhook-world.ts';

webhookTests();

test('a server takes one message, even if PostgreSQL expects no other in the queue', async () => {
  const silent = await receiver(() => () => {});
  const { schoolId, hook } = await hookedSchool(silent.url);
  const { owner } = product.database;
  const message = { schoolId, webhookId: hook.id, type: 'round.changed' as const, data: {} };
  const add = (...rounds: string[]) =>
    owner
      .insertInto('webhookDeliveries')
      .values(rounds.map((about) => ({ ...message, about })))
      .execute();
  await add('first');
  await sql`analyze webhook_deliveries`.execute(owner);
  await add('second', 'third', 'fourth');
  await startDelivering({ lastAnswerMs: 0 });
  await eventually(() => expect(silent.received).toHaveLength(1));
  const taken = (await queue()).filter(({ createdAt, nextAttemptAt }) => nextAttemptAt > createdAt);
  expect(taken).toHaveLength(1);
});

test('a message that another server took just after this one began to look is left to that server', async () => {
  const to = await receiver();
  const { hook, schoolId } = await hookedSchool(to.url);
  const server = await product.database.owner.transaction().execute(async (tx) => {
    await sql`lock table webhook_deliveries`.execute(tx);
    const waiting = await startDelivering();
    // Once it has the lock, it sees what is committed by then, but its `now()` is that of its beginning.
    await untilBlocked(product.database);
    const now = sql`clock_timestamp()`;
    await sql`insert into webhook_deliveries (webhook_id, school_id, type, about, data, created_at, next_attempt_at)
      values (${hook.id}, ${schoolId}, 'test', '', '{}', ${now}, ${now} + interval '1 minute')`.execute(tx);
    return waiting;
  });
  await server.stop();
  expect(to.received).toEqual([]);
  expect(await queue()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

test('slow receivers of some schools delay no other school', async () => {
  const held: ServerResponse[] = [];
  const slow = await receiver(() => (response) => void held.push(response));
  const quick = await receiver();
  const other = await hookedSchool(quick.url);
  for (const { schoolId, calls, one } of [await hookedSchool(slow.url), await hookedSchool(slow.url)]) {
    await calls.webhooks.test(one);
    for (let more = 0; more < 4; more += 1)
      await calls.webhooks.test({ schoolId, id: (await calls.webhooks.make({ schoolId, url: slow.url })).id });
  }
  await startDelivering();
  await eventually(() => expect(held).toHaveLength(4));
  await other.calls.webhooks.test(other.one);
  await eventually(() => expect(quick.received).toHaveLength(1));
  // None has given up waiting for its answer, which takes ten seconds.
  expect((await queue()).filter(({ attempts, webhookId }) => attempts > 0 && webhookId !== other.hook.id)).toEqual([]);
  await eventually(async () => {
    for (const response of held.splice(0)) response.writeHead(200).end();
    expect((await queue()).filter(({ state }) => state !== 'delivered')).toEqual([]);
  });
});
