// A school's webhooks, for its Primary Admins. The messages are written by the database (022-webhooks.sql).
import { sql } from 'kysely';
import { api } from '../api.ts';
import { currentUser, type Tx } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { newSecret } from '../sign-in/sessions.ts';
import { writtenSecret } from '../webhooks/post.ts';

const MAX_SHOWN = 20;
const MAX_WAITING_TESTS = 3;
const newKey = (): Buffer => Buffer.from(newSecret(), 'base64url');

export const ofSchool = api.webhooks.ofSchool.handler(({ input: { schoolId }, context: { tx } }) =>
  tx
    .selectFrom('webhooks as w')
    .leftJoin('users', 'users.id', 'w.madeBy')
    .select(['w.id', 'w.url', 'users.name as madeBy', 'w.createdAt', 'w.offSince', 'w.offReason', 'w.previousUntil'])
    .where('schoolId', '=', schoolId)
    .orderBy('w.createdAt')
    .orderBy('w.id')
    .execute(),
);

export const deliveries = api.webhooks.deliveries.handler(({ input: { schoolId, id }, context: { tx } }) =>
  tx
    .selectFrom('webhookDeliveries')
    .select(['id', 'type', 'createdAt', 'state', 'attempts', 'nextAttemptAt', 'attemptedAt'])
    .select(['status', 'answer', 'problem', 'tookMs'])
    .where('webhookId', '=', id)
    .where('schoolId', '=', schoolId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute(),
);

export const make = api.webhooks.make.handler(async ({ input, context: { tx, webhookTargets }, errors }) => {
  const { schoolId, url } = input;
  const refusal = webhookTargets.refusal(url);
  if (refusal !== undefined) throw errors.BAD_ADDRESS({ message: refusal });
  const secret = newKey();
  const { id } = await tx
    .insertInto('webhooks')
    .values({ schoolId, url: new URL(url).href, secret, madeBy: currentUser })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret: writtenSecret(secret) };
});

const one = (tx: Tx, schoolId: string, id: string) =>
  tx.updateTable('webhooks').where('id', '=', id).where('schoolId', '=', schoolId).returning('id');

export const renewSecret = api.webhooks.renewSecret.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, id } = input;
  const secret = newKey();
  const { previousUntil } = await one(tx, schoolId, id)
    .set({ secret })
    .returning('previousUntil')
    .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
  return { secret: writtenSecret(secret), previousUntil };
});

export const turn = api.webhooks.turn.handler(async ({ input: { schoolId, id, on }, context: { tx }, errors }) => {
  const state = on ? { offSince: null, offReason: null } : { offSince: sql<Date>`now()`, offReason: 'person' as const };
  await one(tx, schoolId, id)
    .set(state)
    .executeTakeFirstOrThrow(() => errors.NOT_FOUND());
});

export const test = api.webhooks.test.handler(async ({ input: { schoolId, id }, context: { tx }, errors }) => {
  const { rows } = await sql<{ tests: number }>`
    select count(d.id)::integer as tests
      from webhooks w left join webhook_deliveries d on d.webhook_id = w.id and d.type = 'test' and d.state = 'waiting'
      where w.id = ${id} and w.school_id = ${schoolId} and w.off_since is null group by w.id`.execute(tx);
  const [found] = rows;
  if (!found) throw errors.NOT_FOUND();
  if (found.tests >= MAX_WAITING_TESTS) throw errors.TOO_MANY_REQUESTS();
  await tx
    .insertInto('webhookDeliveries')
    .values({ webhookId: id, schoolId, type: 'test', about: 'test', data: { schoolId } })
    .execute();
});

export const remove = api.webhooks.remove.handler(deletes('webhooks'));
