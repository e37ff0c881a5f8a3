// When the private PostgreSQL can't start: it says why in a sentence, and is never made over anything else.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { cannotRun } from '#server/private-postgres/programs.ts';
import { dataDir, directory, folder, open, privatePostgresTests, PROGRAM, useCopy } from './private-postgres-folder.ts';

privatePostgresTests();

/** Each file, with the time of its last change, and each folder. PostgreSQL itself locks a folder by a file that it deletes again. */
const filesIn = (where: string): string[] =>
  fs
    .readdirSync(where, { recursive: true, withFileTypes: true })
    .map((entry) => [path.join(entry.parentPath, entry.name), entry.isDirectory()] as const)
    .map(([file, isFolder]) => (isFolder ? file : `${file} ${fs.lstatSync(file).mtimeMs}`))
    .toSorted();
const refusal = async (): Promise<string> => {
  const before = filesIn(folder);
  const error = await open().catch((reason: unknown) => reason);
  expect(filesIn(folder)).toEqual(before);
  return error instanceof Error ? error.message : 'It started.';
};

test('a folder with other files is refused and left unchanged', async () => {
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'thesis.txt'), 'the only copy');
  expect(await refusal()).toMatch(
    /^The folder .* is not empty and not a whole database .* set DATA_DIR to another folder/,
  );
});

test('a database of another version, of another program and an incomplete one are refused and left unchanged', async () => {
  useCopy();
  fs.writeFileSync(path.join(directory, 'PG_VERSION'), '17\n');
  expect(await refusal()).toMatch(
    /was made by PostgreSQL 17, .* Backups are in \S+backups\..* npm run restore -- FILE$/,
  );
  fs.writeFileSync(path.join(directory, 'PG_VERSION'), '18\n');
  fs.rmSync(path.join(directory, 'made-by-courtside'));
  expect(await refusal()).toMatch(
    /was made by an earlier Courtside or by another program, .* npm run restore -- FILE$/,
  );
  fs.rmSync(path.join(directory, 'pg_wal'), { recursive: true });
  expect(await refusal()).toMatch(/not a whole database \(pg_wal missing\)/);
});

test('a database of PGlite, which earlier versions used, is refused and left unchanged', async () => {
  useCopy();
  fs.rmSync(path.join(directory, 'made-by-courtside'));
  fs.writeFileSync(path.join(directory, 'PG_VERSION'), '17\n');
  // PGlite has no process, so it writes a number that none has.
  fs.writeFileSync(path.join(directory, 'postmaster.pid'), '-42\n/tmp/pglite/base\n1764181629\n5432\n');
  expect(await refusal()).toMatch(
    /was made by an earlier Courtside or by another program, so nothing was changed in it\. .* npm run restore -- FILE$/,
  );
});

test('the message about a damaged database names the folder, the backups and the restore command', async () => {
  useCopy();
  fs.writeFileSync(path.join(directory, 'global/pg_control'), Buffer.alloc(8192, 7));
  expect(await refusal()).toMatch(
    /^The database in \S+ is damaged and can't be opened \(.*\)\. Backups are in \S+\. To restore one, move \S+ away, then run: npm run restore -- FILE$/,
  );
});

test('a system without programs that run on it gets a sentence that names DATABASE_URL', () => {
  const report = vi.spyOn(process.report, 'getReport');
  report.mockReturnValue({ header: {} });
  expect(cannotRun('/programs', 'ENOENT').message).toMatch(/musl.* Set DATABASE_URL to a PostgreSQL 15 or newer\.$/);
  report.mockRestore();
  expect(cannotRun('/programs', 'ENOENT').message).toMatch(/ENOENT.* Set DATABASE_URL to a PostgreSQL 15 or newer\.$/);
});

test('a full disk at the first start is reported in a sentence', () => {
  // A mount namespace of its own gives the process a small disk.
  const script = `set -e
    mkdir -p "${dataDir}"; mount -t tmpfs -o size=10m none "${dataDir}"; "$0" "${PROGRAM}" "${dataDir}"; echo "exit $?"`;
  const { stdout, stderr } = spawnSync(
    'unshare',
    [
      '--mount',
      ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
      'bash',
      '-c',
      script.replace('set -e', ''),
      process.execPath,
    ],
    { encoding: 'utf8' },
  );
  expect(stdout + stderr).toBe(
    `SENTENCE The disk of ${directory} is full, so the database can’t run. Everything acknowledged is saved. Free some space and start again.\nexit 1\n`,
  );
});
