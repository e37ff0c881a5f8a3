// `npm run seed` fills a database with invented people, and never a production one by accident.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SEED = resolve(import.meta.dirname, '../../scripts/seed.ts');
const DATA_DIR = join(tmpdir(), `courtside-seed-${process.pid}`);

const seed = (args: string[], settings: Record<string, string> = {}) => {
  const env = { PATH: process.env['PATH'], DATA_DIR, ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SEED, ...args], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

test.each([
  [
    'a production database',
    ['--users', '10'],
    { NODE_ENV: 'production' },
    'This is a production database (NODE_ENV). Add --force to fill it with invented people.\n',
  ],
  ['too few users', ['--users', '9'], {}, '--users must be a whole number from 10 to 1000000.\n'],
  ['an unknown option', ['--people', '10'], {}, expect.stringMatching(/^Unknown option '--people'[^\n]*\n$/) as string],
])('%s is refused with one sentence, and no database is made', (_what, args, settings, stderr) => {
  expect(seed(args, settings)).toEqual({ status: 1, stdout: '', stderr });
  expect(existsSync(DATA_DIR)).toBe(false);
});
