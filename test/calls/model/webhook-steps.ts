// Webhooks: made, turned off and on, with a new secret, and removed. And what waits is sent.
import fc from 'fast-check';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { MAX_WEBHOOKS } from '#contract/words.ts';
import { openDeliveries } from '#server/webhooks/deliveries.ts';
import { openTargets } from '#server/webhooks/targets.ts';
import { eventually } from '#test/eventually.ts';
import type { Received } from '#test/receiver.ts';
import { refused } from '../refused.ts';
import { NAMED } from './season.ts';
import { commandOf, pick } from './step.ts';
import { canOwn, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);
const hasWebhook = (truth: Truth): boolean => canOwn(truth) && truth.webhooks.length > 0;

export const makeWebhook = commandOf({
  picks: fc.constant(null),
  when: canOwn,
  recorded: ['create webhook'],
  does: async ({ world, truth, say }) => {
    say('Kim adds a webhook');
    const { schoolId, receiver } = world;
    const making = callsBy(world, truth, 'Kim').webhooks.make({ schoolId, url: receiver.url });
    if (truth.webhooks.length === MAX_WEBHOOKS) {
      expect((await refused(making)).code).toBe('FULL');
      return;
    }
    const { id, secret } = await making;
    truth.webhooks.push({ id, secret, previous: null, isOn: true });
  },
});

export const turnWebhook = commandOf({
  picks: fc.record({ webhook: nat, on: fc.boolean() }),
  when: hasWebhook,
  recorded: ['update webhook'],
  does: async ({ world, truth, say }, { on, ...picks }) => {
    const webhook = pick(truth.webhooks, picks.webhook);
    say(`Kim turns a webhook ${on ? 'on' : 'off'}`);
    await callsBy(world, truth, 'Kim').webhooks.turn({ schoolId: world.schoolId, id: webhook.id, on });
    webhook.isOn = on;
  },
});

export const renewSecret = commandOf({
  picks: fc.record({ webhook: nat }),
  when: hasWebhook,
  recorded: ['update webhook'],
  does: async ({ world, truth, say }, picks) => {
    const webhook = pick(truth.webhooks, picks.webhook);
    say('Kim renews the secret of a webhook');
    const { schoolId } = world;
    const { secret } = await callsBy(world, truth, 'Kim').webhooks.renewSecret({ schoolId, id: webhook.id });
    Object.assign(webhook, { secret, previous: { secret: webhook.secret, until: truth.now + 24 } });
  },
});

export const removeWebhook = commandOf({
  picks: fc.record({ webhook: nat }),
  when: hasWebhook,
  recorded: ['delete webhook'],
  does: async ({ world, truth, say }, picks) => {
    const { id } = pick(truth.webhooks, picks.webhook);
    say('Kim removes a webhook');
    await callsBy(world, truth, 'Kim').webhooks.remove({ schoolId: world.schoolId, id });
    truth.webhooks = truth.webhooks.filter((webhook) => webhook.id !== id);
  },
});

const waiting = ({ database }: World) =>
  database.owner.selectFrom('webhookDeliveries').select(['id', 'webhookId']).where('state', '=', 'waiting').execute();

/** The latest secret signs, and for a day the one before it. */
function signaturesOf(truth: Truth, webhookId: string, { id, headers, body }: Received): string {
  const { secret, previous } = truth.webhooks.find((webhook) => webhook.id === webhookId)!;
  const secrets = [secret, ...(previous !== null && previous.until > truth.now ? [previous.secret] : [])];
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return secrets.map((each) => new Webhook(each).sign(id, at, body)).join(' ');
}

export const sendMessages = commandOf({
  picks: fc.constant(null),
  does: async ({ world, truth, say }) => {
    say('The server sends what waits for webhooks');
    const { database, product, receiver } = world;
    const due = await waiting(world);
    const before = receiver.received.length;
    const log = pino({ level: 'silent' });
    const deliveries = openDeliveries({ database, log, targets: openTargets(product.settings) });
    deliveries.wake();
    await eventually(async () => expect(await waiting(world)).toEqual([]));
    await deliveries.stop();
    const received = receiver.received.slice(before);
    expect(received.map(({ id }) => id).toSorted(), 'each message is sent once').toEqual(
      due.map(({ id }) => id).toSorted(),
    );
    for (const each of received) {
      const { webhookId } = due.find(({ id }) => id === each.id)!;
      expect(each.headers['webhook-signature']).toBe(signaturesOf(truth, webhookId, each));
      for (const name of NAMED) expect(each.body).not.toContain(name);
    }
  },
});
