// The embedded database's directory: it is never created over other files, a killed first start leaves nothing
// incomplete, and the message about a damaged database says how to restore it.
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, launch, startProduct } from '../../scripts/tools/product.ts';
import { openEmbedded } from '#server/database/embedded.ts';
import { CannotStart } from '#server/settings.ts';
import { copyDemoWorld } from '../setup/demo-world.ts';
import { call } from './nodes.ts';

/** How often a first start is killed. The long run does it more often. */
const FIRST_STARTS = Number(process.env['TEST_FIRST_STARTS'] ?? 2);

let folder: string;
let directory: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-directory-'));
  directory = path.join(folder, 'database');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const refusalOf = async (): Promise<string> => {
  const error: unknown = await openEmbedded(directory).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CannotStart);
  return (error as Error).message;
};
const filesIn = (where: string): string[] => fs.readdirSync(where, { recursive: true }).map(String).toSorted();

test('a folder with other files is refused and left unchanged', async () => {
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'thesis.txt'), 'the only copy');
  const refusal = await refusalOf();
  expect(refusal).toContain(`The folder ${directory} is not empty and not a whole database`);
  expect(refusal).toContain('set DATA_DIR to another folder');
  expect(filesIn(folder)).toEqual(['database', 'database/thesis.txt']);
});

test.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
  'a copy of a database without its %s is refused and stays as it is',
  async (part) => {
    copyDemoWorld(folder);
    fs.rmSync(path.join(directory, part), { recursive: true });
    const before = filesIn(folder);
    expect(await refusalOf()).toContain(`not a whole database (${part} missing)`);
    expect(filesIn(folder)).toEqual(before);
  },
);

const firstWal = (): string =>
  path.join(
    directory,
    'pg_wal',
    fs.readdirSync(path.join(directory, 'pg_wal')).find((name) => /^[\dA-F]{24}$/.test(name)) ?? '',
  );
test.each([
  ['control file', () => path.join(directory, 'global/pg_control')],
  ['write-ahead log', firstWal],
])('the message about a damaged %s names the folder, the backups and the restore command', async (_what, file) => {
  copyDemoWorld(folder);
  fs.writeFileSync(file(), Buffer.alloc(8192, 7));
  const refusal = await refusalOf();
  expect(refusal).toContain(`The database in ${directory} is damaged`);
  expect(refusal).toContain(`Backups are in ${path.join(folder, 'backups')}.`);
  expect(refusal).toMatch(/move \S+ away, then run: npm run restore -- FILE$/);
});

test(
  'a first start that is killed at any moment doesn’t prevent the next one',
  async () => {
    const dataDir = path.join(folder, 'data');
    const first = performance.now();
    await (await startProduct({ dataDir })).kill();
    const duration = performance.now() - first;
    for (let index = 0; index < FIRST_STARTS; index += 1) {
      fs.rmSync(dataDir, { recursive: true });
      // Spread evenly over the start. The first kill hits the creation of the database.
      const moment = (duration * (index + 0.5)) / FIRST_STARTS;
      const { child, ended } = launch({ dataDir });
      await new Promise((resolve) => setTimeout(resolve, moment));
      child.kill('SIGKILL');
      await ended;
      const product = await startProduct({ dataDir });
      const answer = await call(product, 'session/signIn', { email: 'super@demo.test', password: DEMO_PASSWORD });
      expect([moment, answer.status]).toEqual([moment, 200]);
      expect(fs.existsSync(path.join(dataDir, 'database.new'))).toBe(false);
      await product.kill();
    }
  },
  180_000 + FIRST_STARTS * 60_000,
);
