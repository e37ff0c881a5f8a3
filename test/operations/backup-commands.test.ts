// The commands that an operator types: backup and restore beside a running server, and from one database to another.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from '../../scripts/tools/product.ts';
import { newPostgresUrl } from './databases.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { call } from './nodes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** As npm runs commands: with code that Node has compiled before. */
const LAUNCH = path.join(ROOT, 'scripts/launch.js');
const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-commands-'));
const dataDir = path.join(folder, 'data');
const file = path.join(folder, 'mine.jsonl.gz');
let product: Product;

beforeAll(async () => {
  copyDemoWorld(dataDir);
  product = await startProduct({ dataDir });
});
afterAll(async () => {
  await product?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const run = async (name: string, args: string[], settings: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [LAUNCH, path.join(ROOT, `scripts/${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
};
const allIn = (text: string): string | undefined => /^all +([\da-f]{64})$/m.exec(text)?.[1];

test('a backup and a restore work while the server runs, and both print the same hash', async () => {
  const made = await run('backup', [file]);
  expect(made).toMatchObject({ code: 0 });
  const refused = await run('restore', [file]);
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/^Database: [^\n]*\n[^\n]*--replace\.\n$/);
  const restored = await run('restore', [file, '--replace']);
  expect(restored).toMatchObject({ code: 0 });
  expect(allIn(restored.text)).toBe(allIn(made.text));
  expect((await call(product, 'status/services')).status).toBe(200);
});

test('a backup moves everything from the private PostgreSQL to another one and back', async () => {
  await product.stop();
  const url = await newPostgresUrl('bare');
  const there = await run('restore', [file], { DATABASE_URL: url });
  expect(there, there.text).toMatchObject({ code: 0 });
  const again = path.join(folder, 'again.jsonl.gz');
  expect(await run('backup', [again], { DATABASE_URL: url })).toMatchObject({ code: 0 });
  const second = path.join(folder, 'second');
  const back = await run('restore', [again], { DATA_DIR: second });
  expect(back, back.text).toMatchObject({ code: 0 });
  expect(allIn(back.text)).toBe(allIn(there.text));
  product = await startProduct({ dataDir: second });
  expect((await call(product, 'status/services')).status).toBe(200);
});

test('a restore into a PostgreSQL whose disk is full says so in a sentence', async () => {
  const url = await newPostgresUrl('bare');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema disk; create function disk.is_full() returns event_trigger language plpgsql
      as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create event trigger is_full on ddl_command_start when tag in ('CREATE SCHEMA') execute function disk.is_full()`);
  await client.end();
  const { code, text } = await run('restore', [file], { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(text).toMatch(/^Database: [^\n]*\nThe database’s disk is full\. Nothing was restored\. [^\n]*\n$/);
});

test.each([
  ['backup', ['--help'], 'Usage: npm run backup [-- FILE]'],
  ['backup', ['one.gz', 'two.gz'], 'Usage: npm run backup [-- FILE]'],
  ['restore', ['--help'], 'Usage: npm run restore -- FILE [--replace]'],
  ['restore', [], 'Usage: npm run restore -- FILE [--replace]'],
  ['restore', ['no-such.gz'], 'There is no file no-such.gz.'],
])('%s with the arguments %j explains itself and opens no database', async (name, args, text) => {
  const nowhere = path.join(folder, 'nowhere');
  expect(await run(name, args, { DATA_DIR: nowhere })).toEqual({ code: 1, text: `${text}\n` });
  expect(fs.existsSync(nowhere)).toBe(false);
});

test.each([
  ['/proc/nowhere/mine.gz', "ENOENT: no such file or directory, mkdir '/proc/nowhere'"],
  [path.join(file, 'mine.gz'), `EEXIST: file already exists, mkdir '${file}'`],
  [folder, `${folder} is not a file. Nothing was backed up.`],
  ['/dev/fd/1', '/dev/fd/1 is not a file. Nothing was backed up.'],
])('a backup to %s ends with a sentence', async (target, sentence) => {
  const { code, text } = await run('backup', [target]);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^Database: [^\n]*\n[^\n]*\n$/) as string });
  expect(text).toContain(sentence);
});

test('a data directory that cannot be created is named in a sentence', async () => {
  const { code, text } = await run('restore', [file], { DATA_DIR: '/proc/nowhere' });
  expect(code).toBe(1);
  expect(text).toMatch(/^This user can't write to the data directory \/proc\/nowhere \(ENOENT\)\. [^\n]*\n$/);
});
