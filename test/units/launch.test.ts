// What npm's scripts start: an older Node says what to do instead of failing on code that it doesn't know.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LAUNCH = resolve(import.meta.dirname, '../../scripts/launch.js');
let folder: string;
let script: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtside-launch-'));
  script = join(folder, 'script.ts');
  writeFileSync(script, 'const words: string[] = process.argv.slice(2);\nconsole.log(words.join("+"));\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const launch = (node: string, flags: string[] = []) => {
  const { status, stdout, stderr } = spawnSync(node, [...flags, LAUNCH, script, 'one', 'two'], { encoding: 'utf8' });
  return { status, stdout, stderr };
};
const REFUSED = {
  status: 1,
  stdout: '',
  stderr: expect.stringMatching(
    /^Courtside needs Node 24\.7 or newer and this is Node [^\n]+\. Then start again with npm\.\n$/,
  ),
};
const withoutArgon2 = `data:text/javascript,import crypto from 'node:crypto'; delete crypto.argon2;`;

test('a script gets its arguments', () => {
  expect(launch(process.execPath)).toEqual({ status: 0, stdout: 'one+two\n', stderr: '' });
});

test.each([
  ['can’t run TypeScript', ['--no-strip-types']],
  ['has no argon2 to hash passwords with', ['--import', withoutArgon2]],
])('a Node that %s is refused with one sentence', (_what, flags) => {
  expect(launch(process.execPath, flags)).toEqual(REFUSED);
});

test('the machine’s own Node runs the script or says what to do', () => {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const options = { encoding: 'utf8', env: { PATH: path.join(delimiter) } } as const;
  const own = spawnSync('node', ['-p', 'process.execPath + " " + process.versions.node'], options).stdout.trim();
  const [node = '', version = ''] = own.split(' ');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  expect(major).toBeGreaterThan(0);
  const isNewEnough = major > 24 || (major === 24 && minor >= 7);
  expect(launch(node)).toEqual(isNewEnough ? { status: 0, stdout: 'one+two\n', stderr: '' } : REFUSED);
});
