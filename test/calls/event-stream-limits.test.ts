// The limits of event streams: how many a session may have open, what happens to a tab that has stopped reading, and the
// heartbeat.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { eventStream } from '#server/events/event-stream.ts';
import { openListeners, type Listeners } from '#server/events/listeners.ts';
import { readSettings } from '#server/settings.ts';
import { hashOfToken } from '#server/sign-in/sessions.ts';
import { openTestDatabase } from '#test/database.ts';
import { addPerson, addSchool, addSession } from '#test/people.ts';
import { untilBlocked } from '#test/until-blocked.ts';

const MAX_STREAMS_PER_SESSION = 30;
const HEARTBEAT_MS = 25_000;
const ENDED = 'event: ended\ndata: {}\n\n';
const EVERYTHING = 'event: everything\ndata: {}\n\n';
const BEAT = 'event: beat\ndata: {}\n\n';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let listeners: Listeners;
let person: Awaited<ReturnType<typeof addPerson>>;
beforeEach(async () => {
  // Before anybody listens: otherwise the event about a new person reaches that person's tab.
  person = await addPerson(database);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  listeners = openListeners(database, readSettings({ NODE_ENV: 'test' }), pino({ level: 'silent' }));
  await listeners.start();
});
afterEach(async () => {
  await listeners.stop();
  vi.useRealTimers();
});

type Tab = { next(): Promise<string | undefined>; abort(): void };
/** A tab whose stream is read one message at a time, after its first line. */
async function open(token = person.token): Promise<Tab> {
  const gone = new AbortController();
  const reader = eventStream(listeners, token, gone.signal).body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader.read()).value;
  const tab = { next, abort: () => gone.abort() };
  if (listeners.countOf(hashOfToken(token ?? '')) > 0) expect(await next()).toBe(': listening\n\n');
  return tab;
}

test('a session has at most 30 streams at once; another session has its own', async () => {
  const tabs = [];
  for (let count = 0; count < MAX_STREAMS_PER_SESSION; count += 1) tabs.push(await open());
  expect(listeners.size()).toBe(MAX_STREAMS_PER_SESSION);
  const refused = eventStream(listeners, person.token, new AbortController().signal);
  expect([refused.status, await refused.text()]).toEqual([200, ENDED]);
  await open(await addSession(database, person.userId));
  expect(listeners.size()).toBe(MAX_STREAMS_PER_SESSION + 1);
  tabs[0]?.abort();
  await open();
  expect(listeners.size()).toBe(MAX_STREAMS_PER_SESSION + 1);
});

test('a tab that closes while its rights are read is gone', async () => {
  const other = await database.owner.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx);
    const tabs = [await open(), await open()] as const;
    await untilBlocked(database);
    tabs[0].abort();
    return tabs[1];
  });
  database.announce(JSON.stringify(['everything', null, null]));
  expect(await other.next()).toBe(EVERYTHING);
  expect(listeners.size()).toBe(1);
});

test('every 25 seconds a stream gets a heartbeat, so that no proxy closes it', async () => {
  const tab = await open();
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await tab.next()).toBe(BEAT);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await tab.next()).toBe(BEAT);
});

test('the first heartbeat after a session has expired ends its streams', async () => {
  const tab = await open();
  // What is sent to the tab shows that its session has been read, and was valid.
  database.announce(JSON.stringify(['everything', null, null]));
  expect(await tab.next()).toBe(EVERYTHING);
  const expired = { expiresAt: new Date(Date.now() - 1000) };
  await database.owner.updateTable('sessions').set(expired).where('userId', '=', person.userId).execute();
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await tab.next()).toBe(BEAT);
  expect(await tab.next()).toBe(ENDED);
  expect(await tab.next()).toBeUndefined();
  expect(listeners.size()).toBe(0);
});

test('a tab with 64 unread events is disconnected, and one that reads is not', async () => {
  const asleep = eventStream(listeners, person.token, new AbortController().signal);
  const reading = await open();
  // The first line of the stream is one of them.
  for (let beat = 1; beat < 64; beat += 1) {
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(await reading.next()).toBe(BEAT);
  }
  expect(listeners.size()).toBe(2);
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await reading.next()).toBe(BEAT);
  expect(listeners.size()).toBe(1);
  // What it had not read is still there, and then its stream has ended.
  expect(await asleep.text()).toBe(`: listening\n\n${BEAT.repeat(63)}`);
});

test('a heartbeat while rights are being read takes no change away from other tabs', async () => {
  const { owner } = database;
  const school = await addSchool(database, 'Home School');
  const [reader, other] = [await addPerson(database, { roles: { [school.id]: 'viewer' } }), await addPerson(database)];
  const tab = await open(reader.token);
  await open(other.token);
  database.announce(JSON.stringify(['everything', null, null]));
  // The events about what was added come first.
  for (let seen: string | undefined; seen !== EVERYTHING;) seen = await tab.next();
  let teamId = '';
  await owner.transaction().execute(async (held) => {
    await sql`lock table sessions in access exclusive mode`.execute(held);
    // Somebody's rights change together with something that the first tab shows.
    await owner.transaction().execute(async (tx) => {
      await tx
        .insertInto('usersSchools')
        .values({ userId: other.userId, schoolId: school.id, role: 'viewer' })
        .execute();
      ({ id: teamId } = await tx
        .insertInto('teams')
        .values({ schoolId: school.id, name: 'New' })
        .returning('id')
        .executeTakeFirstOrThrow());
    });
    await untilBlocked(database);
    vi.advanceTimersByTime(HEARTBEAT_MS);
  });
  expect(await tab.next()).toBe(BEAT);
  expect(await tab.next()).toContain(teamId);
});
