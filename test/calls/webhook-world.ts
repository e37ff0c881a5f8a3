// World: a school with a webhook, the program that receives its messages, and servers that deliver them.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openDeliveries, TIMING } from '#server/webhooks/deliveries.ts';
import { openTargets } from '#server/webhooks/targets.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { startReceiver, type Behavior, type Received } from '../receiver.ts';
import { keepingSchool } from './season-school.ts';

/** As long as a test can wait: the same number of attempts, and short pauses. No slow attempt is mistaken for a dead server’s. */
const FAST: typeof TIMING = { ...TIMING, pausesMs: TIMING.pausesMs.map(() => 30) };

export let product: InProcess;
const toClose: (() => Promise<unknown>)[] = [];

/** Call it once per test file. */
export function webhookTests(): void {
  beforeAll(async () => {
    product = await startInProcess({ WEBHOOKS_TO: 'any' });
  });
  afterAll(() => product.close());
  afterEach(async () => {
    for (const close of toClose.splice(0).toReversed()) await close();
    await product.database.owner.deleteFrom('webhooks').execute();
  });
}

export async function receiver(answer?: (received: Received) => Behavior) {
  const started = await startReceiver(answer);
  toClose.push(() => started.close());
  return started;
}

/** A server that delivers. As the real one, it looks at its start and after each change of the queue. */
export async function startDelivering(timing: Partial<typeof TIMING> = {}): Promise<ReturnType<typeof openDeliveries>> {
  const { database, settings } = product;
  const deliveries = openDeliveries({
    database,
    log: pino({ level: 'silent' }),
    targets: openTargets(settings),
    timing: { ...FAST, ...timing },
  });
  const stopListening = await database.listen({
    change: (payload) => payload.startsWith('["webhookDelivery"') && deliveries.wake(),
    gap: deliveries.wake,
  });
  deliveries.wake();
  toClose.push(async () => {
    await stopListening();
    await deliveries.stop();
  });
  return deliveries;
}

/** A school that keeps ballots, with a webhook to the receiver. */
export async function hookedSchool(url: string) {
  const school = await keepingSchool(product);
  const hook = await school.calls.webhooks.make({ schoolId: school.schoolId, url });
  return { ...school, hook, one: { schoolId: school.schoolId, id: hook.id } };
}

/** Every message in the queue, oldest first. */
export const queue = () =>
  product.database.owner.selectFrom('webhookDeliveries').selectAll().orderBy('createdAt').orderBy('id').execute();
