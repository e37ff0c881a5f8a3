// What a server takes from the webhook queue: one message at a time. The others stay due.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
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
