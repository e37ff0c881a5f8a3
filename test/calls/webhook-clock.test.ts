// The queue of webhooks while the database's clock is set back.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { hookedSchool, product, queue, receiver, startDelivering, webhookTests } from './webhook-world.ts';

webhookTests();

test('a message that was written while the clock was ahead is sent at once, and once', async () => {
  const to = await receiver();
  const { one, hook } = await hookedSchool(to.url);
  const ahead = sql`now() + interval '1 hour'`;
  await sql`insert into webhook_deliveries (webhook_id, school_id, type, about, data, created_at, next_attempt_at)
    values (${hook.id}, ${one.schoolId}, 'test', '', '{}', ${ahead}, ${ahead})`.execute(product.database.owner);
  await startDelivering();
  await eventually(async () => expect((await queue()).map(({ state }) => state)).toEqual(['delivered']));
  expect(to.received).toHaveLength(1);
});
