// A client can abort a call at any time. That must not end the node or disturb another answer.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { addPerson, addSchool } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, ready, startNode } from './nodes.ts';

let node: Product;
let database: Database;
let cookie: string;
let schoolId: string;
beforeAll(async () => {
  const url = await newPostgresUrl('migrated');
  node = await startNode(url);
  database = openPostgresDatabase(url, { pool: 2, prepare: true });
  schoolId = (await addSchool(database, 'Aborts')).id;
  const { token = '' } = await addPerson(database);
  cookie = `courtside=${token}`;
});
afterAll(async () => {
  await database?.close();
  await node?.stop();
});

/** Starts a call and aborts it after a while, or when its first bytes arrive. Resolves when the connection is closed. */
const abort = (path: string, body: unknown, afterMs: number | undefined): Promise<void> =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', cookie };
    const asked = request(`${node.url}${path}`, { method: 'POST', headers, agent: false });
    asked.on('error', () => {}).on('close', resolve);
    asked.on('response', (answer) => {
      answer.on('error', () => {}).on('data', () => {});
      if (afterMs === undefined) asked.destroy();
    });
    asked.end(JSON.stringify(body));
    if (afterMs !== undefined) setTimeout(() => asked.destroy(), afterMs);
  });

const rpc = (input: unknown) => ({ json: input });
test.each([
  ['a download', '/api/rpc/seasonFiles/download', rpc, () => ({ schoolId, format: 'tidy' })],
  [
    'a download of the public API',
    '/api/v1/seasonFiles/download',
    (input: unknown) => input,
    () => ({ schoolId, format: 'tidy' }),
  ],
  ['a list', '/api/rpc/cases/overview', rpc, () => undefined],
  ['a whole season', '/api/rpc/seasonBook/season', rpc, () => ({ schoolId, season: '2026-27' })],
  ['a refresh of a session', '/api/rpc/session/refresh', rpc, () => undefined],
])('a node survives %s that is aborted two hundred times', async (_what, path, bodyOf, input) => {
  const body = bodyOf(input());
  const { status } = await fetch(`${node.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
  for (let round = 0; round < 25; round += 1) {
    const delays = [undefined, 0, 1, 2, 4, 6, 9, 14];
    await Promise.all(delays.map((afterMs) => abort(path, body, afterMs)));
  }
  expect((await ready(node)).status).toBe(200);
  expect((await call(node, 'status/services')).status).toBe(200);
});
