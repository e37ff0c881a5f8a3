// Commands with wrong arguments say so in a sentence, and never with a stack trace.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const RECOGNIZE_USAGE = 'Usage: npm run recognize -- photo.jpg [more.jpg ...]\n';

test.each([
  [
    'recognize',
    ['--tmplate', 'photos'],
    2,
    expect.stringMatching(/^Unknown option '--tmplate'[^\n]*\nUsage: [^\n]*\n$/),
  ],
  ['recognize', [], 2, RECOGNIZE_USAGE],
  ['recognize', ['--template', 'no-such-folder'], 2, 'no-such-folder: There is no such folder.\n'],
  ['recognize', ['docs'], 1, 'docs: This is a folder. Name the photos in it.\n'],
  ['restore', ['docs', '--replace'], 1, 'There is no file docs.\n'],
])('%s %j is refused', (name, args, status, stderr: unknown) => {
  const [launch = '', script = ''] = ['launch.js', `${name}.ts`].map((file) => resolve(ROOT, 'scripts', file));
  const env = { PATH: process.env['PATH'], DATA_DIR: '/nonexistent' };
  const ended = spawnSync(process.execPath, [launch, script, ...args], { cwd: ROOT, env, encoding: 'utf8' });
  expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status, stderr });
});
