// `npm test -- …`: which checks and files it runs.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const npmTest = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/launch.js', 'scripts/test.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return { status, stdout, stderr };
};

test('npm test with a file runs only this file, with the check that it belongs to', () => {
  const { status, stdout } = npmTest('test/units/nav-size.test.ts');
  expect(stdout).toContain('test/units/nav-size.test.ts');
  expect(stdout).toMatch(/── summary\nok {6}units +[1-9]\d* passed +0 failed .*\nIn /);
  expect(stdout).not.toContain('launch.test.ts');
  expect(status).toBe(0);
});

test.each(['unit', 'src/server/main.ts', 'test/nowhere/names.test.ts', 'test/units/no-such.test.ts'])(
  'npm test refuses %s with what it could be',
  (word) => {
    const { status, stderr } = npmTest('types', word);
    expect(stderr).toMatch(/^There is no check "[^\n]+, ballots\.\n$/);
    expect(status).toBe(1);
  },
);
