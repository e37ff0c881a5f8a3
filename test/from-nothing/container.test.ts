// The Dockerfile and compose.yaml: what they name exists, and the image is built and started if a container engine runs.
// Without an engine this prints what was not tried.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings, settingNames } from '#server/settings.ts';
import { eventually } from '../eventually.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const { engines, scripts } = JSON.parse(read('package.json')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

/** The words after an instruction of the Dockerfile, line by line. */
const after = (instruction: string): string[] =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, words = '']) => words);

test('the Dockerfile copies and starts files that exist, on a Node that can run them', () => {
  const copied = after('COPY').flatMap((words) => (words.startsWith('--from') ? [] : words.split(' ').slice(0, -1)));
  expect(copied).toContain('package-lock.json');
  expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  const [command = '[]'] = after('CMD');
  expect((JSON.parse(command) as string[]).filter((word) => word.endsWith('.ts'))).toEqual(['src/server/main.ts']);
  const run = after('RUN').join(' ');
  expect([...run.matchAll(/node (scripts\/\S+)/g)].filter(([, name = '']) => !existsSync(join(ROOT, name)))).toEqual(
    [],
  );
  expect([...run.matchAll(/npm run (\S+)/g)].filter(([, name = '']) => scripts[name] === undefined)).toEqual([]);
  expect(after('FROM').map((words) => words.split(' ')[0])).toEqual(['node:24-slim', 'node:24-slim']);
  expect(engines.node).toMatch(/^>=/);
});

test('the image serves on its port, keeps its data in the volume, and doesn’t run as root', () => {
  const settings = Object.fromEntries(
    after('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=') as [string, string])),
  );
  const { NODE_ENV, HOST, DATA_DIR, PORT } = readSettings(settings);
  expect({ NODE_ENV, HOST, DATA_DIR }).toEqual({ NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' });
  expect(after('EXPOSE')).toEqual([String(PORT)]);
  expect(after('VOLUME')).toEqual([DATA_DIR]);
  expect(after('USER')).toEqual(['node']);
  expect(after('HEALTHCHECK')[0]).toContain(`fetch('http://127.0.0.1:${PORT}/health')`);
});

test('compose.yaml gives the server settings that it knows, and a database of a version that it can use', () => {
  const [, server = ''] = /^  courtside:\n(.*?)^  \w/ms.exec(compose) ?? [];
  const [, lines = ''] = /environment:\n((?: {6}.*\n)+)/.exec(server) ?? [];
  const given = [...lines.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name = '', value = '']): [string, string] => [
    name,
    value.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1'),
  ]);
  const names = given.map(([name]) => name);
  expect(names).toContain('DATABASE_URL');
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  const values = given.map(([name, value]) => [name, value.replaceAll(/\$\{\w+:\?.*?\}/g, 'a-password')]);
  expect(readSettings(Object.fromEntries(values)).DATABASE_URL).toBe(
    'postgres://courtside:a-password@postgres/courtside',
  );
  expect(Number(/image: postgres:(\d+)/.exec(compose)?.[1])).toBeGreaterThanOrEqual(15);
  expect(server).toContain(`'127.0.0.1:3000:${after('EXPOSE')[0]}'`);
});

const runs = (engine: string): boolean => spawnSync(engine, ['info'], { timeout: 20_000 }).status === 0;
const engine = ['podman', 'docker'].find(runs);
const say = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(engine ?? '', args, { cwd: ROOT, encoding: 'utf8', timeout: 900_000 });
  return { status, said: stdout + stderr, id: stdout.trim() };
};
let container = '';
afterAll(() => void (container && say('rm', '--force', container)));

test('the image is built and answers, if a container engine runs', async () => {
  if (engine === undefined) {
    console.log(
      'Not tried, because neither podman nor docker runs here: building the image, starting it, and compose.yaml.',
    );
    return;
  }
  const built = say('build', '--tag', 'courtside-test', '.');
  if (built.status !== 0 && /pull|registry|resolve|manifest/i.test(built.said)) {
    console.log(`Not tried, because the base image can’t be fetched: building and starting the image.\n${built.said}`);
    return;
  }
  expect(built.status, built.said).toBe(0);
  const started = say('run', '--detach', '--publish', '127.0.0.1::3000', 'courtside-test');
  expect(started.status, started.said).toBe(0);
  container = started.id;
  const address = say('port', container, '3000').id.split('\n')[0] ?? '';
  await eventually(async () =>
    expect(
      await fetch(`http://${address}/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
    ).toBe(200),
  );
  console.log('Not tried: compose.yaml as a whole.');
}, 1_200_000);
