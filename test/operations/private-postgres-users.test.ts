// Who can run the private PostgreSQL: root, wherever its folder is, and an ordinary user.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import {
  dataDir,
  directory,
  folder,
  open,
  privatePostgresTests,
  PROGRAM,
  query,
  useCopy,
} from './private-postgres-folder.ts';

privatePostgresTests();

const isRoot = process.getuid?.() === 0;
const NO_NAMESPACES = 'mount --bind /bin/false "$(command -v unshare)" && exec "$@"';
const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const READ_ONLY = `mount --bind "${CHECKOUT}" "${CHECKOUT}" && mount -o remount,bind,ro "${CHECKOUT}" && cd / && exec "$@"`;
// Nobody else can enter the checkout, so the programs are copied. The copy of an earlier PostgreSQL 18 doesn't run.
const HIDDEN = `mount -t tmpfs none /var/lib && mkdir -p /var/lib/courtside/postgresql-18/bin && mount -t tmpfs -o mode=700 none /mnt &&
  mkdir /mnt/checkout && mount --bind "${CHECKOUT}" /mnt/checkout && mount --bind /bin/false "$(command -v unshare)" &&
  exec "$1" "/mnt/checkout\${2#${CHECKOUT}}" "$3"`;
/** How to start processes with fewer rights than root has. */
const RIGHTS: [who: string, command: string[]][] = isRoot
  ? [
      ['root', []],
      ['root below a folder of mode 700', []],
      ['root where user namespaces are forbidden', ['unshare', '--mount', 'bash', '-c', NO_NAMESPACES, 'bash']],
      ['root with a checkout that nobody can write to', ['unshare', '--mount', 'bash', '-c', READ_ONLY, 'bash']],
      [
        'root with a checkout that nobody can enter, after an update',
        ['unshare', '--mount', 'bash', '-c', HIDDEN, 'bash'],
      ],
      ['an ordinary user', ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']],
    ]
  : [['an ordinary user', []]];

/**
 * Starts the product's process, looks at what it printed when PostgreSQL runs, and stops it. Only the process itself can stop a PostgreSQL
 * whose folder is in a mount namespace of its own.
 */
async function run(command: string[], look: (text: string) => unknown): Promise<void> {
  const [program, ...args] = [...command, process.execPath, PROGRAM, dataDir];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'] } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close');
  try {
    await eventually(() => expect(text).toMatch(/^URL \S+\n$/m));
    await look(text);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  expect(child.exitCode).toBe(0);
}

test.each(RIGHTS)('it runs for %s', async (who, command) => {
  if (who === 'an ordinary user' && isRoot) fs.chownSync(folder, 65_534, 65_534);
  else fs.chmodSync(folder, who.endsWith('700') ? 0o700 : 0o755);
  await run(command, async (text) => {
    expect(text).toMatch(/^URL \S+\n$/);
    expect(await query(text.slice('URL '.length).trim(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

// Nobody but root can enter the folder, so the database moves to /var/lib/courtside, here on a disk of its own.
const ELSEWHERE = `mount -t tmpfs none /var/lib && ${NO_NAMESPACES}`;
test.runIf(isRoot)('it runs for root below a folder of mode 700 where user namespaces are forbidden', async () => {
  const moved =
    /^PostgreSQL, which can’t run as root, has no access to \S+\. The database is in \/var\/lib\/courtside\/\w+\.\nURL /;
  await run(['unshare', '--mount', 'bash', '-c', ELSEWHERE, 'bash'], (text) => expect(text).toMatch(moved));
});

test('nobody else can connect: its socket is in a folder that only one user can enter', async () => {
  useCopy();
  const { url, leave } = await open();
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  // eslint-disable-next-line no-bitwise -- the permission bits of a file are bits
  expect(fs.statSync(directory).mode & 0o077).toBe(0);
  await leave();
});
