// The network to PostgreSQL is gone, and nothing says so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { eventually } from '#test/eventually.ts';
import { addPerson, addSchool } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode, untilStatus } from './nodes.ts';
import { startDelayingProxy } from './outside/delaying-proxy.ts';

let database: Database;
let network: Awaited<ReturnType<typeof startDelayingProxy>>;
let node: Product;
beforeAll(async () => {
  const url = await newPostgresUrl('migrated');
  database = openPostgresDatabase(url, { pool: 1, prepare: true });
  network = await startDelayingProxy(url);
  node = await startNode(network.url);
});
afterAll(async () => {
  await node.stop();
  network.close();
  await database.close();
});

test('a deletion does not wait for as long as it may take', async () => {
  const { id: schoolId } = await addSchool(database, 'Far Away');
  const { token = '' } = await addPerson(database, { dbManager: true });
  expect((await call(node, 'status/services')).status).toBe(200);
  network.delay(600_000);
  const { status } = await call(node, 'schools/remove', { schoolId }, { cookie: `courtside=${token}` });
  expect(status).toBe(503);
  await eventually(() => expect(node.printed()).toContain('The database did not answer'));
  // Another message says that half a minute has passed.
  expect(node.printed()).toContain('PostgreSQL can’t be reached.');
  network.delay(0);
  await untilStatus(() => call(node, 'status/services'), 200);
});
