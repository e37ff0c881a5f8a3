// A webhook that is turned off while messages wait or are on their way.
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { addRound } from './season-school.ts';
import { hookedSchool, queue, receiver, startDelivering, webhookTests } from './webhook-world.ts';

webhookTests();

test('while it is off, nothing is queued for it, and what was queued is not sent later', async () => {
  const { schoolId, calls, school, one } = await hookedSchool('http://127.0.0.1:9/hook');
  const of = { schoolId, tournamentId: school.tournamentId, teamId: school.teamId };
  await addRound(calls, of);
  await calls.webhooks.turn({ ...one, on: false });
  await addRound(calls, { ...of, number: 2 });
  await calls.webhooks.turn({ ...one, on: true });
  await addRound(calls, { ...of, number: 3 });
  expect((await queue()).map(({ state }) => state)).toEqual(['failed', 'waiting']);
});

test('a message that arrives although the webhook was turned off meanwhile is shown as delivered', async () => {
  let answer = (): void => {};
  const to = await receiver(() => (response) => void (answer = () => response.writeHead(204).end()));
  const { calls, one } = await hookedSchool(to.url);
  await startDelivering();
  await calls.webhooks.test(one);
  await eventually(() => expect(to.received).toHaveLength(1));
  await calls.webhooks.turn({ ...one, on: false });
  expect(await queue()).toMatchObject([{ state: 'failed', problem: 'The webhook was turned off.' }]);
  answer();
  await eventually(async () =>
    expect(await queue()).toMatchObject([{ state: 'delivered', status: 204, problem: null, attempts: 1 }]),
  );
});
