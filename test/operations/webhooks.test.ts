// Real servers deliver webhooks, are killed in the middle, and are replaced: every acknowledged change arrives.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { addPerson, addRoundWithBallots, addSchool } from '#test/people.ts';
import { startReceiver, verify, type Behavior } from '#test/receiver.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode } from './nodes.ts';
import { eventually } from '#test/eventually.ts';

/** How often servers are killed. A team has at most 20 rounds at a tournament. */
const ROUNDS = 2;

test('every acknowledged change arrives, although servers are killed while they deliver', async () => {
  const url = await newPostgresUrl('bare');
  const start = (): Promise<Product> => startNode(url, { WEBHOOKS_TO: 'any' });
  let nodes = [await start(), await start()];
  const database = openPostgresDatabase(url, { pool: 2, prepare: true });
  let behavior: Behavior = 200;
  const receiver = await startReceiver(() => behavior);
  try {
    const school = await addSchool(database, 'Home School');
    await addRoundWithBallots(database, school);
    const { token } = await addPerson(database, { roles: { [school.id]: 'primary' } });
    const headers = { cookie: `courtside=${token}` };
    const made = await call(nodes[0]!, 'webhooks/make', { schoolId: school.id, url: receiver.url }, headers);
    const { secret } = (made.body as { json: { secret: string } }).json;
    const acknowledged: string[] = [];
    const write = async (number: number, side: 'p' | 'd'): Promise<void> => {
      const id = randomUUID();
      const of = { schoolId: school.id, tournamentId: school.tournamentId, teamId: school.teamId };
      const round = { ...of, id, number, side, opponent: '', outcome: 'played', caseId: null };
      const answer = await call(nodes[number % 2]!, 'rounds/add', round, headers).catch(() => null);
      if (answer?.status === 200) acknowledged.push(id);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      // The receiver accepts messages and never answers, so both servers are killed in the middle of a delivery.
      const before = receiver.received.length;
      behavior = () => {};
      for (let each = 0; each < 4; each += 1) await write(2 + round * 8 + each, 'p');
      await eventually(() => expect(receiver.received.length).toBeGreaterThan(before));
      await Promise.all(nodes.map((node) => node.kill()));
      behavior = 200;
      nodes = await Promise.all([start(), start()]);
      for (let each = 4; each < 8; each += 1) await write(2 + round * 8 + each, 'd');
    }
    // The killed servers' leases of a minute expire.
    await sql`update webhook_deliveries set next_attempt_at = now() where state = 'waiting'`.execute(database.owner);
    database.announce('["webhookDelivery",null,null]');
    await eventually(async () => {
      const { rows } = await sql`select from webhook_deliveries where state <> 'delivered'`.execute(database.owner);
      expect(rows).toEqual([]);
    });
    const arrived = new Set(receiver.received.map(({ message }) => message.data['roundId']));
    expect(acknowledged.filter((id) => !arrived.has(id))).toEqual([]);
    const { rows } = await sql<{ id: string }>`select id from rounds`.execute(database.owner);
    const committed = new Set(rows.map(({ id }) => id));
    expect([...arrived].filter((id) => !committed.has(id as string))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 6);
    for (const each of receiver.received) verify(secret, each);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.close();
    await receiver.close();
  }
});
