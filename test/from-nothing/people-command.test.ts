// `npm run people` beside a running server and without one, on one embedded database that only one process may open.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startProduct, withDataDir } from '../../scripts/tools/product.ts';

const SCRIPT = resolve(import.meta.dirname, '../../scripts/people.ts');

test('people can be managed while the server runs, after it was killed, and after it stopped', async () => {
  await withDataDir(async (dataDir) => {
    const people = (...args: string[]) => {
      const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
      const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { env, encoding: 'utf8' });
      return { status, said: stdout + stderr };
    };
    const product = await startProduct({ dataDir });
    expect(people('add', 'first@example.test', 'First').said).toMatch(/First password: \S{16}\n/);
    expect(people('add', 'first@example.test', 'First')).toEqual({
      status: 1,
      said: 'There is already a user with the email first@example.test.\n',
    });
    expect(statSync(join(dataDir, 'commands.sock')).mode & 0o777).toBe(0o600);
    await product.kill();
    expect(people('list', 'first@').said).toMatch(/1 users/);
    const again = await startProduct({ dataDir });
    expect(people('end-sessions', 'first@example.test').said).toMatch(/Ended 0 sessions/);
    expect(await again.stop()).toBe(0);
    expect(people('remove', 'first@example.test', '--yes')).toEqual({
      status: 0,
      said: 'Removed first@example.test.\n',
    });
  });
});
