// A node can reach PostgreSQL through a pooler in transaction mode and through TLS.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { launch } from '../../scripts/tools/product.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { addPerson, addSchool } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { call, startNode } from './nodes.ts';
import { type Pooler, startTransactionPooler } from './outside/transaction-pooler.ts';
import { openTab } from './tab.ts';
import { eventually } from '#test/eventually.ts';

const CONNECTIONS = 3;
// Created with openssl only for these tests: an authority, its certificate for localhost, and another authority.
const certificate = (name: string): string => fileURLToPath(new URL(`outside/certificates/${name}`, import.meta.url));
const secured = {
  key: readFileSync(certificate('localhost.key'), 'utf8'),
  cert: readFileSync(certificate('localhost.pem'), 'utf8'),
};

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).toReversed()) await end();
});

const startPooler = async (url: string, withTls = false): Promise<Pooler> => {
  const pooler = await startTransactionPooler(url, { connections: CONNECTIONS, ...(withTls ? { secured } : {}) });
  toEnd.push(() => pooler.close());
  return pooler;
};

test('behind a pooler in transaction mode, people see only their own data and receive change events', async () => {
  const url = await newPostgresUrl('bare');
  const pooler = await startPooler(url);
  const node = await startNode(pooler.url, { DATABASE_DIRECT_URL: url, DATABASE_PREPARE: 'off' });
  toEnd.push(() => node.stop());
  const database = openPostgresDatabase(url, { pool: 2, prepare: true });
  toEnd.push(() => database.close());
  const admin = await addPerson(database, { superAdmin: true });
  const viewers: { token: string | undefined; schoolName: string }[] = [];
  for (const schoolName of ['Home School', 'Away School']) {
    const { id } = await addSchool(database, schoolName);
    const { token } = await addPerson(database, { roles: { [id]: 'viewer' } });
    viewers.push({ token, schoolName });
  }
  const cookie = (token: string | undefined) => ({ cookie: `courtside=${token}` });
  const tab = await openTab(node, admin.token ?? '');
  toEnd.push(() => tab.close());

  const ids: string[] = [];
  const write = async (): Promise<void> => {
    const id = randomUUID();
    const input = { id, name: `Case ${id}`, year: 2026, type: 'civil', area: null, isActive: true };
    expect((await call(node, 'cases/add', input, cookie(admin.token))).status).toBe(200);
    ids.push(id);
  };
  const read = async ({ token, schoolName }: (typeof viewers)[number]): Promise<void> => {
    const { status, body } = await call(node, 'assignments/mine', undefined, cookie(token));
    expect(status).toBe(200);
    expect(JSON.stringify(body).match(/\w+ School/g)).toEqual([schoolName]);
  };
  const often = async (act: () => Promise<void>): Promise<void> => {
    for (let index = 0; index < 20; index += 1) await act();
  };
  await Promise.all(
    [...viewers, ...viewers].map((viewer) => often(() => read(viewer))).concat(often(write), often(write)),
  );
  const kept = await database.owner.selectFrom('cases').select('id').where('id', 'in', ids).execute();
  expect(kept).toHaveLength(ids.length);
  await tab.until(({ data }) => JSON.stringify(data).includes(ids.at(-1) ?? ''));
  // Otherwise the test would prove nothing.
  expect(pooler.moved()).toBeGreaterThan(ids.length);
});

test('a node connects by TLS only to a database with a trusted certificate', async () => {
  const url = await newPostgresUrl('bare');
  const pooler = await startPooler(url, true);
  const by = (authority: string): string =>
    `${pooler.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate(authority))}`;
  const settings = { DATABASE_PREPARE: 'off', DATABASE_DIRECT_URL: url };
  const node = await startNode(by('authority.pem'), settings);
  toEnd.push(() => node.stop());
  expect((await call(node, 'status/services')).status).toBe(200);

  const stranger = launch({
    dataDir: '/nonexistent',
    settings: { ...settings, DATABASE_URL: by('stranger.pem') },
  });
  toEnd.push(() => stranger.child.kill('SIGKILL'));
  await eventually(() => expect(stranger.printed()).toMatch(/certificate/));
  expect(stranger.printed()).not.toContain('ready');
});
