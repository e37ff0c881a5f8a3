// The webhook queue under faults: each committed change arrives at least once, and none that was rolled back.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { asPerson } from '#server/database/database.ts';
import { addPerson } from '../people.ts';
import { verify, type Behavior } from '../receiver.ts';
import { hookedSchool, product, queue, receiver, startDelivering, webhookTests } from './webhook-world.ts';
import { eventually } from '../eventually.ts';
import { script } from '../script.ts';

webhookTests();

const LEASE_MS = 700;
const BEHAVIORS: Record<string, Behavior> = {
  takes: 200,
  fails: 500,
  redirects: 302,
  breaks: (response) => void response.destroy(),
  // Longer than the lease, so that another server takes over meanwhile.
  dawdles: (response) => void setTimeout(() => response.writeHead(200).end(), 2 * LEASE_MS),
};
/** Retries never end, as if each receiver were repaired in time. */
const PATIENT = { leaseMs: LEASE_MS, lastAnswerMs: 0, pausesMs: Array.from({ length: 1000 }, () => 30) };

const emptied = async (): Promise<void> => {
  const left = await eventually(async () => {
    const waiting = (await queue()).filter(({ state }) => state === 'waiting');
    expect(waiting).toEqual([]);
    return waiting;
  });
  expect(left).toEqual([]);
};

test('every committed change, and no other, arrives at least once with a valid signature, whatever receivers and servers do', async () => {
  const step = fc.oneof(
    fc.record({ commits: fc.boolean(), rounds: fc.integer({ min: 1, max: 3 }) }),
    fc.constantFrom('start' as const, 'stop' as const, 'pause' as const),
  );
  const behaviors = fc.array(fc.constantFrom(...Object.keys(BEHAVIORS)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), behaviors, async (steps, answers) => {
      let count = 0;
      const to = await receiver(() => BEHAVIORS[answers[count++] ?? 'takes'] ?? 200);
      const { schoolId, school, hook } = await hookedSchool(to.url);
      const { userId } = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
      const servers = [await startDelivering(PATIENT)];
      const committed: string[] = [];
      let number = 0;
      for (const each of steps) {
        if (each === 'start') servers.push(await startDelivering(PATIENT));
        else if (each === 'stop') await servers.pop()?.stop();
        else if (each === 'pause') await new Promise((resolve) => setTimeout(resolve, 40));
        else {
          const ids: string[] = [];
          const changing = asPerson(product.database, userId, async (tx) => {
            for (let round = 0; round < each.rounds && number < 20; round += 1) {
              number += 1;
              const { rows } = await sql<{ id: string }>`
                insert into rounds (school_id, tournament_id, team_id, number, side)
                  values (${schoolId}, ${school.tournamentId}, ${school.teamId}, ${number}, 'p') returning id`.execute(
                tx,
              );
              ids.push(rows[0]!.id);
            }
            if (!each.commits) throw new Error('Rolled back');
          });
          await changing.then(
            () => committed.push(...ids),
            () => {},
          );
        }
      }
      servers.push(await startDelivering(PATIENT));
      await emptied();
      for (const server of servers) await server.stop();
      const arrived = to.received.map(({ message: { data } }) => data['roundId']);
      expect(new Set(arrived)).toEqual(new Set(committed));
      for (const each of to.received) verify(hook.secret, each);
      // A message keeps its id when it is sent again, so that a receiver recognizes it.
      expect(new Set(to.received.map(({ id }) => id)).size).toBe(committed.length);
    }),
    { numRuns: Number(process.env['TEST_STEPS'] ?? 8), endOnFailure: true },
  );
});

test('four servers deliver each message once if none of them dies', async () => {
  const to = await receiver(() => (response) => void setTimeout(() => response.writeHead(200).end(), 5));
  const { schoolId, school } = await hookedSchool(to.url);
  const other = await hookedSchool(to.url);
  for (let count = 0; count < 4; count += 1) await startDelivering();
  for (const [index, of] of [{ schoolId, school }, other].entries()) {
    for (let number = 1; number <= 20; number += 1)
      await sql`insert into rounds (school_id, tournament_id, team_id, number, side)
        values (${of.schoolId}, ${of.school.tournamentId}, ${of.school.teamId}, ${number}, ${index === 0 ? 'p' : 'd'})`.execute(
        product.database.owner,
      );
  }
  await emptied();
  const ids = to.received.map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  expect((await queue()).every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true);
});

test('receivers that are away for long delay nobody’s first message', async () => {
  const [away, there] = [await receiver(() => () => {}), await receiver()];
  // As many as a server sends at once.
  for (let count = 0; count < 8; count += 1) {
    const { calls, one } = await hookedSchool(away.url);
    await calls.webhooks.test(one);
  }
  await sql`update webhook_deliveries set attempts = 1, next_attempt_at = now() - interval '1 minute'`.execute(
    product.database.owner,
  );
  const { calls, one } = await hookedSchool(there.url);
  await calls.webhooks.test(one);
  await startDelivering({ lastAnswerMs: 0 });
  await eventually(() => expect(there.received).toHaveLength(1));
  expect((await queue()).filter(({ attempts }) => attempts > 1)).toEqual([]);
});

test('hundreds of waiting messages are each delivered once, and the newest are shown', async () => {
  const to = await receiver();
  const { schoolId, school, calls, one } = await hookedSchool(to.url);
  const { owner } = product.database;
  // More rounds at once would be one message.
  for (let number = 1; number <= 15; number += 1) {
    const entry = { schoolId, name: `Tournament ${number}` };
    const { id } = await owner.insertInto('tournaments').values(entry).returning('id').executeTakeFirstOrThrow();
    await sql`insert into rounds (school_id, tournament_id, team_id, number, side)
      select ${schoolId}, ${id}, ${school.teamId}, number, 'p' from generate_series(1, 20) number`.execute(owner);
  }
  expect(await queue()).toHaveLength(300);
  for (let count = 0; count < 2; count += 1) await startDelivering();
  await emptied();
  const ids = to.received.map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
  const shown = await calls.webhooks.deliveries(one);
  expect(shown.map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'delivered'));
});

test('a server that dies in the middle leaves its message to another one, once its time has passed', async () => {
  let isDead = true;
  const to = await receiver(() => (isDead ? () => {} : 200));
  const { calls, one } = await hookedSchool(to.url);
  await calls.webhooks.test(one);
  // As a killed server leaves it: leased, and without a result.
  await sql`update webhook_deliveries set next_attempt_at = now() + interval '1 second'`.execute(
    product.database.owner,
  );
  isDead = false;
  await startDelivering();
  await emptied();
  expect(to.received).toHaveLength(1);
});

test('a server that stops waits for the answer to its message, which is sent once', async () => {
  let answer = (): void => {};
  const to = await receiver(() => (response) => void (answer = () => response.writeHead(200).end()));
  const { calls, one } = await hookedSchool(to.url);
  const stopping = await startDelivering({ lastAnswerMs: 600_000 });
  await calls.webhooks.test(one);
  await eventually(() => expect(to.received).toHaveLength(1));
  await startDelivering();
  const stopped = stopping.stop();
  answer();
  await stopped;
  await emptied();
  expect(to.received).toHaveLength(1);
});

test('a server that stops without an answer leaves its message to another one at once', async () => {
  const told: string[] = [];
  const change = (payload: string) => void (payload.startsWith('["webhookDelivery"') && told.push(payload));
  const stopListening = await product.database.listen({ change, gap: () => {} });
  let isSilent = true;
  const to = await receiver(() => (isSilent ? () => {} : 200));
  const { calls, one } = await hookedSchool(to.url);
  const stopping = await startDelivering({ lastAnswerMs: 50 });
  await calls.webhooks.test(one);
  await eventually(() => expect([to.received.length, told.length]).toEqual([1, 1]));
  await stopping.stop();
  // The others wait for the end of the lease unless they are told.
  await eventually(() => expect(told).toHaveLength(2));
  await stopListening();
  isSilent = false;
  await startDelivering();
  await emptied();
  expect(to.received).toHaveLength(2);
});

test('what was sent while the database went away is noted once it is back, and not sent again', async () => {
  const { owner } = product.database;
  let answer = (): void => {};
  const to = await receiver(() => (response) => void (answer = () => response.writeHead(200).end()));
  const { calls, one } = await hookedSchool(to.url);
  await startDelivering();
  await calls.webhooks.test(one);
  await eventually(() => expect(to.received).toHaveLength(1));
  await owner.transaction().execute(async (tx) => {
    await sql`select from webhook_deliveries for update`.execute(tx);
    answer();
    await eventually(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'update webhook_deliveries%'`.execute(
        owner,
      );
      expect(rows).toHaveLength(1);
    });
  });
  await emptied();
  expect(to.received).toHaveLength(1);
});

test('a webhook is off once its last attempt is noted, also if the server dies in between', async () => {
  const { database } = product;
  const to = await receiver(() => 500);
  const { schoolId, calls, one } = await hookedSchool(to.url);
  await script(
    database,
    `create sequence refusals;
    create function refuse_off() returns trigger language plpgsql as
      $$ begin perform nextval('refusals'); raise 'The database is away.'; end $$;
    create trigger refuse_off before update on webhooks for each row execute function refuse_off()`,
  );
  const dying = await startDelivering({ leaseMs: LEASE_MS, pausesMs: [] });
  await calls.webhooks.test(one);
  await eventually(async () => {
    const { rows } = await sql`select from refusals where is_called`.execute(database.owner);
    expect(rows).toHaveLength(1);
  });
  await dying.stop();
  expect(await queue()).toMatchObject([{ state: 'waiting' }]);
  await script(database, 'drop function refuse_off cascade; drop sequence refusals');
  await startDelivering({ leaseMs: LEASE_MS, pausesMs: [] });
  await emptied();
  expect(await calls.webhooks.ofSchool({ schoolId })).toMatchObject([{ offReason: 'failures' }]);
});

test('a server whose clock is wrong sends messages that receivers accept', async () => {
  const to = await receiver();
  const { calls, hook, one } = await hookedSchool(to.url);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  await startDelivering();
  await calls.webhooks.test(one);
  await emptied();
  vi.useRealTimers();
  expect(verify(hook.secret, to.received[0]!)).toMatchObject({ type: 'test' });
});
