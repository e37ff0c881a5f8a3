// `npm run people` beside a running server and without one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { peopleCommand } from '#server/people/people.ts';
import { startProduct, withDataDir } from '../../scripts/tools/product.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';

const SCRIPTS = resolve(import.meta.dirname, '../../scripts');
const run = (dataDir: string, command: string, ...args: string[]) => {
  const [launch = '', script = ''] = ['launch.js', `${command}.ts`].map((name) => resolve(SCRIPTS, name));
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [launch, script, ...args], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test('people can be managed while the server runs, after it was killed, and after it stopped', async () => {
  await withDataDir(async (dataDir) => {
    const people = (...args: string[]) => run(dataDir, 'people', ...args);
    copyDemoWorld(dataDir);
    const product = await startProduct({ dataDir });
    expect(people('add', 'first@example.test', 'First').said).toMatch(/First password: \S{16}\n/);
    expect(people('add', 'first@example.test', 'First')).toEqual({
      status: 1,
      said: `Database: ${dataDir}\nThere is already a user with the email first@example.test.\n`,
    });
    await product.kill();
    expect(people('list', 'first@').said).toMatch(/1 users/);
    const again = await startProduct({ dataDir });
    expect(people('end-sessions', 'first@example.test').said).toMatch(/Ended 0 sessions/);
    expect(await again.stop()).toBe(0);
    expect(people('remove', 'first@example.test', '--yes')).toEqual({
      status: 0,
      said: `Removed first@example.test.\nDatabase: ${dataDir}\n`,
    });
  });
});

test.each([['people', 'add', 'first@example.test', 'First'], ['backup']])(
  '%s never makes a database',
  async (command, ...args) => {
    await withDataDir(async (dataDir) => {
      expect(run(dataDir, command, ...args)).toEqual({
        status: 1,
        said: `There is no database in ${dataDir}. Set DATA_DIR to the folder that the server uses.\n`,
      });
      expect(existsSync(dataDir)).toBe(false);
    });
  },
);

test.each([
  [['frobnicate'], 'There is no command "frobnicate". Run the command without arguments for help.'],
  [['assign', 'first@example.test'], 'Usage: assign EMAIL SCHOOL [viewer|admin|primary]'],
  [['list', '--all'], "Unknown option '--all'. Run the command without arguments for help."],
])('%j is a mistake, said in one sentence', (args, sentence) => expect(() => peopleCommand(args)).toThrow(sentence));

test('a mistake is refused before any database is opened', async () => {
  const said = 'There is no command "frobnicate". Run the command without arguments for help.\n';
  await withDataDir(async (dataDir) => expect(run(dataDir, 'people', 'frobnicate')).toEqual({ status: 1, said }));
});
