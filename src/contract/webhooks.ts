// A school's webhooks: addresses of other programs that the server notifies of changes. docs/webhooks.md describes the messages.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { id } from './fields.ts';
import { WEBHOOKS_FULL } from './words.ts';

const ofSchool = z.strictObject({ schoolId: id });
const one = z.strictObject({ schoolId: id, id });

/** Until when messages are also signed with the previous secret, which the last renewal decided. Null: none was renewed. */
const previousUntil = z.nullable(z.date());
const webhook = z.object({
  id,
  url: z.string(),
  /** Null: the person's account was deleted. */
  madeBy: z.nullable(z.string()),
  createdAt: z.date(),
  /** Null: it is on. */
  offSince: z.nullable(z.date()),
  offReason: z.nullable(z.enum(['person', 'failures'])),
  previousUntil,
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  /** The id of the message, the same in every attempt. */
  id,
  type: z.enum(['ballot.kept', 'round.changed', 'access_request.created', 'test']),
  createdAt: z.date(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  nextAttemptAt: z.date(),
  /** The result of the last attempt: the answer's status and first bytes, or the problem. Null: none was made. */
  attemptedAt: z.nullable(z.date()),
  status: z.nullable(z.int()),
  answer: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  tookMs: z.nullable(z.int()),
});
export type Delivery = z.infer<typeof delivery>;

/** Shown once. */
const secret = z.object({ secret: z.string() });

export const webhooks = {
  ofSchool: reads('webhook').input(ofSchool).output(z.array(webhook)),
  /** The last messages, newest first. */
  deliveries: reads('webhookDelivery').input(one).output(z.array(delivery)),
  make: changes('webhook', 'create')
    .input(
      z.strictObject({
        schoolId: id,
        url: z.string().check(z.trim(), z.maxLength(2000, 'Please enter a shorter address.')),
      }),
    )
    .output(z.extend(secret, { id }))
    .errors({
      BAD_ADDRESS: { status: 400, message: 'This address can’t be used.' },
      ...WEBHOOKS_FULL,
    }),
  /** For a day, messages are also signed with the previous secret. */
  renewSecret: changes('webhook', 'update').input(one).output(z.extend(secret, { previousUntil })),
  /** While it is off, nothing is sent or queued. */
  turn: changes('webhook', 'update')
    .input(z.extend(one, { on: z.boolean() }))
    .output(z.void()),
  /** Sends a message of the type `test`. */
  test: changes('webhookDelivery', 'create').input(one).output(z.void()),
  remove: changes('webhook', 'delete').input(one).output(z.void()),
};
