// Webhooks of a school: what each message says, how a receiver checks it, and what the Primary Admin sees and does.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { backup } from '#server/backup/backup.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { startInProcess } from '../in-process.ts';
import { verify, type Behavior } from '../receiver.ts';
import { refused } from './refused.ts';
import { addRound, DETAILS, lineFor, smallFile } from './season-school.ts';
import { hookedSchool, product, queue, receiver, startDelivering, webhookTests } from './webhook-world.ts';
import { eventually } from '../eventually.ts';

webhookTests();

const arrived = (count: number, { received }: { received: unknown[] }) =>
  eventually(() => expect(received.length).toBeGreaterThanOrEqual(count));

test('messages about a saved ballot, a changed round and a new access request have ids and facts, but no names or scores', async () => {
  const { schoolId, calls, school } = await hookedSchool('http://127.0.0.1:9/hook');
  const { tournamentId, teamId, studentId } = school;
  const { id: roundId, version } = await addRound(calls, { schoolId, tournamentId, teamId });
  await calls.rounds.update({ schoolId, id: roundId, version, changed: { opponent: 'Secret Opponent' } });
  const parts = [{ part: 'open' as const, studentId, witnessId: null }];
  await calls.rounds.setLineUp({ schoolId, roundId, version: 2, parts });
  const ballotId = randomUUID();
  const ballot = { schoolId, id: ballotId, roundId, number: 1, judge: 'Judge Secret', ...DETAILS, scores: scoresOf(9) };
  await calls.keptBallots.keep(ballot);
  const asker = callsAs(product, await addPerson(product.database, { name: 'Asker Secret' }));
  await asker.accessRequests.ask({ schoolId, note: 'Secret note' });
  await calls.rounds.remove({ schoolId, id: roundId });
  const events = (await queue()).map(({ type, data }) => ({ type, ...data }));
  const round = { type: 'round.changed', schoolId, roundId, tournamentId };
  expect(events).toEqual([
    { ...round, change: 'added' },
    { ...round, change: 'changed' },
    { ...round, change: 'changed' },
    { type: 'ballot.kept', schoolId, ballotId, roundId, tournamentId, number: 1, source: 'typed' },
    { type: 'access_request.created', schoolId, requestId: expect.any(String) },
    { ...round, change: 'deleted' },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Secret/);
});

test('a receiver checks the signature with the secret that was shown once, and with either one for a day after a renewal', async () => {
  const to = await receiver();
  const { calls, hook, one } = await hookedSchool(to.url);
  await startDelivering();
  await calls.webhooks.test(one);
  await arrived(1, to);
  const [first] = to.received;
  expect(first).toMatchObject({ path: '/hook', message: { type: 'test', data: { schoolId: one.schoolId } } });
  expect(verify(hook.secret, first!)).toEqual(first!.message);
  expect(() => verify(hook.secret, { ...first!, body: first!.body.replace('test', 'tess') })).toThrow();
  const late = { ...first!.headers, 'webhook-timestamp': String(Number(first!.headers['webhook-timestamp']) + 1) };
  expect(() => verify(hook.secret, { ...first!, headers: late })).toThrow();
  const { secret } = await calls.webhooks.renewSecret(one);
  await calls.webhooks.test(one);
  await arrived(2, to);
  for (const each of [secret, hook.secret]) expect(verify(each, to.received[1]!)).toMatchObject({ type: 'test' });
  await sql`update webhooks set previous_until = now() where id = ${one.id}`.execute(product.database.owner);
  await calls.webhooks.test(one);
  await arrived(3, to);
  expect(verify(secret, to.received[2]!)).toMatchObject({ type: 'test' });
  expect(() => verify(hook.secret, to.received[2]!)).toThrow();
  const shown = JSON.stringify([
    await calls.webhooks.ofSchool({ schoolId: one.schoolId }),
    await calls.webhooks.deliveries(one),
    product.logged,
  ]);
  for (const each of [secret, hook.secret]) expect(shown).not.toContain(each.slice('whsec_'.length));
});

const SLOW = { leaseMs: 60_000, pausesMs: [60_000] };

test.each<[string, Behavior, object]>([
  [
    'text with control characters',
    (to) => void to.writeHead(200).end('Thanks\u0000 \u0007a lot'),
    { state: 'delivered', status: 200, answer: 'Thanks a lot', problem: null },
  ],
  ['no text', 204, { state: 'delivered', status: 204, answer: '' }],
  [
    'long text',
    (to) => void to.writeHead(200).end(`x${'é'.repeat(100_000)}`),
    { state: 'delivered', answer: `x${'é'.repeat(249)}` },
  ],
  [
    'half a text',
    (to) => void to.writeHead(202).write('half', () => to.destroy()),
    { state: 'delivered', status: 202, answer: 'half' },
  ],
  ['a failure', 500, { state: 'waiting', status: 500, answer: 'Answer 500', problem: null }],
  [
    'a redirect',
    (to) => void to.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
    { state: 'waiting', status: 302 },
  ],
  [
    'another protocol',
    (to) => void to.socket!.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: tcp\r\n\r\n'),
    { state: 'waiting', status: 101 },
  ],
  [
    'nothing',
    (to) => void to.destroy(),
    { state: 'waiting', status: null, answer: null, problem: 'The receiver ended the connection.' },
  ],
  [
    'headers without an end',
    (to) => void to.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end(),
    { state: 'waiting', status: null },
  ],
])('the screen shows an answer of %s', async (_, behavior, shown) => {
  const to = await receiver(() => behavior);
  const { calls, one } = await hookedSchool(to.url);
  await startDelivering(SLOW);
  await calls.webhooks.test(one);
  const delivery = await eventually(async () => {
    const [newest] = await calls.webhooks.deliveries(one);
    expect(newest?.attempts).toBe(1);
    return newest!;
  });
  expect(delivery).toMatchObject({ type: 'test', tookMs: expect.any(Number), attemptedAt: expect.any(Date), ...shown });
});

test('a receiver that never answers times out after ten seconds and delays no other; a status without an end of the text counts', async () => {
  const [hanging, endless, quick] = [
    await receiver(() => () => {}),
    await receiver(() => (to) => void to.writeHead(200).write('Thanks')),
    await receiver(),
  ];
  const slow = await hookedSchool(hanging.url);
  const [talking, other] = [await hookedSchool(endless.url), await hookedSchool(quick.url)];
  await startDelivering(SLOW);
  await slow.calls.webhooks.test(slow.one);
  await talking.calls.webhooks.test(talking.one);
  await arrived(1, hanging);
  await arrived(1, endless);
  await other.calls.webhooks.test(other.one);
  await arrived(1, quick);
  expect(await slow.calls.webhooks.deliveries(slow.one)).toMatchObject([{ attempts: 0 }]);
  await eventually(async () => {
    expect(await slow.calls.webhooks.deliveries(slow.one)).toMatchObject([{ problem: 'No answer within 10 seconds.' }]);
    expect(await talking.calls.webhooks.deliveries(talking.one)).toMatchObject([
      { attempts: 1, state: 'delivered', status: 200, answer: 'Thanks' },
    ]);
  });
});

test('after repeated failures the server turns it off, the history says so, and a person turns it on again', async () => {
  let status = 500;
  const to = await receiver(() => status);
  const { calls, one } = await hookedSchool(to.url);
  await startDelivering();
  await calls.webhooks.test(one);
  await eventually(async () =>
    expect(await calls.webhooks.ofSchool({ schoolId: one.schoolId })).toMatchObject([{ offReason: 'failures' }]),
  );
  expect(await calls.webhooks.deliveries(one)).toMatchObject([{ state: 'failed', attempts: 8, status: 500 }]);
  expect(new Set(to.received.map(({ id }) => id)).size).toBe(1);
  const { rows } = await sql<{ byName: string | null; label: string; after: object }>`
    select by_name, label, after from changes where record_id = ${one.id} order by id desc limit 1`.execute(
    product.database.owner,
  );
  expect(rows).toMatchObject([{ byName: null, after: { state: 'off after repeated failures' } }]);
  expect(rows[0]!.label).toMatch(/^127\.0\.0\.1:\d+ of School /);
  expect(await refused(calls.webhooks.test(one))).toMatchObject({ code: 'NOT_FOUND' });
  status = 200;
  await calls.webhooks.turn({ ...one, on: true });
  await calls.webhooks.test(one);
  await eventually(async () => expect((await calls.webhooks.deliveries(one))[0]).toMatchObject({ state: 'delivered' }));
});

test('one message that always fails turns nothing off while others arrive', async () => {
  const to = await receiver(({ message: { type } }) => (type === 'test' ? 500 : 200));
  const { schoolId, calls, school, one } = await hookedSchool(to.url);
  await startDelivering();
  await calls.webhooks.test(one);
  await addRound(calls, { schoolId, tournamentId: school.tournamentId, teamId: school.teamId });
  await eventually(async () =>
    expect((await calls.webhooks.deliveries(one)).map(({ state }) => state).toSorted()).toEqual([
      'delivered',
      'failed',
    ]),
  );
  expect(await calls.webhooks.ofSchool({ schoolId: one.schoolId })).toMatchObject([{ offSince: null }]);
});

test('an import, its undo and its restore send few events, however many records they change', async () => {
  const { schoolId, calls } = await hookedSchool('http://127.0.0.1:9/hook');
  const lines = Array.from({ length: 120 }, (_, index) =>
    lineFor(`R${(index % 20) + 1}`, Math.floor(index / 20) + 1, 'open', 'Ann', 8),
  );
  const file = smallFile(...lines, ...lines.map((line) => line.replace('Harvest', 'Thaw')));
  const id = randomUUID();
  await calls.seasonFiles.run({ schoolId, id, file, choices: {} });
  const imported = await queue();
  expect(imported.map(({ type, data }) => ({ type, ...data }))).toContainEqual({
    type: 'ballot.kept',
    schoolId,
    many: true,
  });
  expect(imported.length).toBeLessThan(10);
  await calls.seasonFiles.undo({ schoolId, id });
  await calls.deletedEntries.restore({ schoolId, id });
  expect((await queue()).length).toBeLessThan(30);
});

test('a backup has neither webhooks nor messages, and a restored school has no webhook', async () => {
  const { schoolId, calls, one } = await hookedSchool('http://127.0.0.1:9/hook');
  await calls.webhooks.test(one);
  let lines = '';
  for await (const line of backup(product.database)) lines += line;
  expect([lines.includes('/hook'), lines.includes('"webhook')]).toEqual([false, true]);
  const manager = callsAs(product, await addPerson(product.database, { dbManager: true }));
  await manager.schools.remove({ schoolId });
  await manager.deletedRecords.restore({ id: schoolId });
  expect(await calls.webhooks.ofSchool({ schoolId: one.schoolId })).toEqual([]);
});

test('refuses private and long addresses, a sixth webhook, and a fourth test that waits', async () => {
  const { schoolId, calls, one } = await hookedSchool('http://127.0.0.1:9/hook');
  const { token } = await addPerson(product.database, { roles: { [schoolId]: 'primary' } });
  const careful = await startInProcess({}, product.database);
  const make = (url: string) => refused(careful.browser({ token: token! }).calls.webhooks.make({ schoolId, url }));
  // Each é is six characters of the address.
  const long = `https://example.org/${'é'.repeat(400)}`;
  for (const url of ['http://example.org/', 'https://127.0.0.1/', 'https://[::1]/', 'no address', long])
    expect(await make(url)).toMatchObject({ code: 'BAD_ADDRESS', message: expect.stringMatching(/\.$/) });
  for (let count = 2; count <= 5; count += 1)
    expect(await make(` https://example.org/${count} `)).toEqual({ code: 'none' });
  expect(await make('https://example.org/6')).toMatchObject({ code: 'FULL' });
  for (let count = 1; count <= 3; count += 1) await calls.webhooks.test(one);
  expect(await refused(calls.webhooks.test(one))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
