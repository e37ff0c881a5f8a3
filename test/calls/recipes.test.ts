// The recipes of docs/api.md: run with curl as they are printed, and with a client that is generated from the API's document.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serve, type ServerType } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import { makeApp } from '#server/http/app.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { makeTarget } from '../permissions/target.ts';
import { addToken } from '../programs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const RECIPES = [...readFileSync(join(ROOT, 'docs/api.md'), 'utf8').matchAll(/^### (.+?)$.*?^```sh\n(.*?)^```/gms)].map(
  ([, name = '', script = '']) => ({ name, script: script.replaceAll('2026-27', seasonOf(new Date())) }),
);
const run = promisify(execFile);

let product: InProcess;
let server: ServerType;
let url: string;
const home = mkdtempSync(join(tmpdir(), 'courtside-recipes-'));
beforeAll(async () => {
  product = await startInProcess();
  const { database, settings } = product;
  const { fetch } = makeApp({ database, settings, log: pino({ level: 'silent' }) });
  await new Promise<void>((listening) => {
    server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => listening());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await product.close();
  rmSync(home, { recursive: true });
});

async function coach(canWrite = false) {
  const target = await makeTarget(product.database);
  const person = await addPerson(product.database, { roles: { [target.schoolId]: 'admin' } });
  const token = await addToken(product, person, { schoolId: target.schoolId, canWrite });
  return { ...target, token, calls: callsAs(product, person) };
}

type Coach = Awaited<ReturnType<typeof coach>>;
/** Runs the recipe whose name has these words, and returns what it printed. */
async function recipe(words: string, { token, schoolId, tournamentId, teamId }: Coach, roundId = ''): Promise<string> {
  const { script } = RECIPES.find(({ name }) => name.includes(words))!;
  const { PATH = '' } = process.env;
  const env = { PATH, COURTSIDE: url, TOKEN: token, SCHOOL: schoolId };
  const { stdout } = await run('sh', ['-e', '-c', script], {
    cwd: home,
    env: { ...env, TOURNAMENT: tournamentId, TEAM: teamId, ROUND: roundId },
  });
  return stdout;
}
const written = (file: string): string => readFileSync(join(home, file), 'utf8');

test('a spreadsheet reads a season as CSV', async () => {
  await recipe('spreadsheet', await coach());
  const [header, ...scores] = written('season.csv').trim().split('\n');
  expect(header).toMatch(/^season,tournament,round,side,ballot,judge,part,student,kind,score/);
  expect(scores).toHaveLength(28);
});

test('a script adds a round, and once if it runs twice', async () => {
  const own = await coach(true);
  const roundId = randomUUID();
  for (const time of [1, 2]) {
    expect([time, JSON.parse(await recipe('round', own, roundId))]).toMatchObject([
      time,
      { id: roundId, opponent: '1715' },
    ]);
  }
  const { rounds } = await own.calls.seasonBook.season({ schoolId: own.schoolId, season: seasonOf(new Date()) });
  expect(rounds.filter(({ id }) => id === roundId)).toHaveLength(1);
});

test('a script with a read-only token is refused, and prints why', async () => {
  const refusal: unknown = await recipe('round', await coach(), randomUUID()).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ stdout: expect.stringContaining('This access token can only read.') as string });
});

test('a backup has the school’s lists and ballots', async () => {
  const own = await coach();
  await recipe('backup', own);
  expect(JSON.parse(written('backup/schools.json'))).toMatchObject({ id: own.schoolId });
  expect(JSON.parse(written('backup/students.json'))).toMatchObject([{ id: own.studentId }]);
  expect(JSON.parse(written('backup/seasonBook.json'))).toMatchObject({ keepsBallots: true });
  expect(written('backup/ballots.json')).toContain('Rowe');
});

test('a client that is generated from the document does the same', async () => {
  const { generateSource } = await import('oazapfts');
  const folder = join(ROOT, 'dist/api-client');
  mkdirSync(folder, { recursive: true });
  const document = join(folder, `openapi-${process.pid}.json`);
  writeFileSync(document, await (await fetch(`${url}/api/openapi.json`)).text());
  const file = join(folder, `client-${process.pid}.ts`);
  writeFileSync(file, await generateSource(document));
  type Call = (input: object) => Promise<{ status: number; data: unknown }>;
  type Client = { defaults: { baseUrl: string; headers: object } } & Record<string, Call>;
  const client = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Client;
  const own = await coach(true);
  Object.assign(client.defaults, { baseUrl: `${url}/api/v1`, headers: { Authorization: `Bearer ${own.token}` } });
  const { schoolId, tournamentId, teamId } = own;
  const round = { schoolId, tournamentId, teamId, id: randomUUID(), number: 3, side: 'p', opponent: '', caseId: null };
  expect(await client['roundsAdd']!({ ...round, outcome: 'played' })).toMatchObject({
    status: 200,
    data: { id: round.id },
  });
  expect(await client['studentsInSchool']!({ schoolId })).toMatchObject({ status: 200, data: [{ id: own.studentId }] });
  expect(await client['roundsAdd']!({ ...round, outcome: 'won' })).toMatchObject({
    status: 400,
    data: { code: 'BAD_REQUEST' },
  });
  Object.assign(client.defaults, { headers: { Authorization: `Bearer ${own.token}0` } });
  expect(await client['studentsInSchool']!({ schoolId })).toMatchObject({
    status: 401,
    data: { code: 'UNAUTHORIZED' },
  });
  rmSync(folder, { recursive: true });
});
