// PostgreSQL's main process: started, found again after a kill of the product, and stopped.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../port.ts';
import { CannotStart } from '../settings.ts';
import type { Runner } from './runner.ts';

const PORT = '5432';
// The name of the socket is appended. Systems allow 104 or 108 bytes in all.
const MAX_SOCKET_FOLDER_BYTES = 80;
const STOP_MS = 30_000;

/** What `postmaster.pid` says about the running server. */
export type Running = { pid: number; host: string; port: number };

/** The running server's process and address. Undefined: there is none, or it has not opened its socket yet. */
export function readPidFile(directory: string): Partial<Running> | undefined {
  try {
    const lines = fs.readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, socket, address] = lines;
    const host = socket || address || undefined;
    return { pid: Number(pid), ...(host === undefined ? {} : { host, port: Number(port) }) };
  } catch {
    return undefined;
  }
}

/** Whether the process is this database's PostgreSQL, and not another program that has got its number since. */
export function isPostmaster(pid: number, directory: string): boolean {
  if (process.platform === 'win32') return isAlive(pid);
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    return /postgres/.test(stdout) && !stdout.trim().startsWith('Z');
  }
  try {
    // A killed process whose parent hasn't collected its exit status is a zombie.
    const runs = / \(postgres\) [^ZX]/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return runs && fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(directory);
  } catch {
    return false;
  }
}

/**
 * Whether the database's PostgreSQL runs. Another container that has the same folder has processes of its own, which can't be seen from
 * here, but its socket answers.
 */
export async function isRunning(pid: number, directory: string): Promise<boolean> {
  if (isPostmaster(pid, directory)) return true;
  // The path may be too long for a socket. This one isn't.
  const opened = isLong(directory) && process.platform === 'linux' ? fs.openSync(directory, 'r') : undefined;
  const socket = connect(path.join(opened === undefined ? directory : `/proc/self/fd/${opened}`, `.s.PGSQL.${PORT}`));
  const isThere = await once(socket, 'connect').then(
    () => Boolean(socket.destroy()),
    () => false,
  );
  if (opened !== undefined) fs.closeSync(opened);
  return isThere;
}

const isLong = (directory: string): boolean => Buffer.byteLength(directory) > MAX_SOCKET_FOLDER_BYTES;

function isAlive(pid: number): boolean {
  try {
    // Sends nothing.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * PostgreSQL doesn't start while the process in `postmaster.pid` runs, whatever program it is: after a kill or a power cut, its
 * number may be another program's.
 */
export function forgetDeadPostmaster(directory: string): void {
  const { pid, host } = readPidFile(directory) ?? {};
  if (pid === undefined || isPostmaster(pid, directory)) return;
  fs.rmSync(path.join(directory, 'postmaster.pid'), { force: true });
  for (const folder of host === undefined ? [] : [host, directory])
    fs.rmSync(path.join(folder, `.s.PGSQL.${PORT}.lock`), { force: true });
}

/**
 * The folders of the socket: the database's own, and before it, if its path is too long for a socket, a private one in the folder for temporary
 * files.
 */
function socketFolders(directory: string, { user }: Runner): string[] {
  if (!isLong(directory)) return [directory];
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const folder = path.join(tmpdir(), `courtside-${name}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) fs.chownSync(folder, user.uid, user.gid);
  const owner = user?.uid ?? process.getuid?.();
  const { uid, mode } = fs.lstatSync(folder);
  // Anybody can make a folder there, and would then receive what is meant for the database.
  if (uid !== owner || (mode & 0o077) !== 0) {
    throw new CannotStart(
      `The folder ${folder} belongs to somebody else. Set DATA_DIR to a shorter path, or delete that folder.`,
    );
  }
  // PostgreSQL works in the database's folder.
  return [folder, '.'];
}

const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

/** Small buffers, enough for a few dozen people: `npm start` runs on 512 MB of memory. */
const settings = (address: Record<string, string>, connections: number): Record<string, string> => ({
  ...address,
  max_connections: String(Math.max(100, connections + 20)),
  shared_buffers: '32MB',
  // The number of processes: no workers for reading ahead or for replication.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  // Courtside starts it again. PostgreSQL 18, when it recovers by itself and its disk is full, can wait forever for a recovery that has ended.
  restart_after_crash: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log names no statement and no row.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
});

/** On Windows, where it listens on the loopback address. After a restart it is the same: connections know it. */
let port: Promise<number> | undefined;

export type Started = { hasEnded(): boolean; log(): string };

/** Starts PostgreSQL in a session of its own: Ctrl+C in a terminal must end the product first, and this after it. */
export async function startPostmaster(directory: string, runner: Runner, connections: number): Promise<Started> {
  const place = fs.realpathSync(directory);
  const address: Record<string, string> =
    process.platform === 'win32'
      ? { listen_addresses: '127.0.0.1', port: String(await (port ??= freePort())), unix_socket_directories: '' }
      : {
          listen_addresses: '',
          port: PORT,
          unix_socket_directories: socketFolders(place, runner).map(quoted).join(),
          unix_socket_permissions: '0700',
        };
  const args = Object.entries(settings(address, connections)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, all] = runner.command('postgres', ['-D', place, ...args]);
  const child = spawn(program, all, {
    ...runner.options,
    cwd: place,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  let ended = false;
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
  child.once('close', () => (ended = true));
  child.once('error', (error) => {
    log += error.message;
    ended = true;
  });
  // A product that has stopped, and left PostgreSQL to a command, ends.
  child.unref();
  (child.stderr as Socket).unref();
  return { hasEnded: () => ended, log: () => log };
}

/** Stops PostgreSQL cleanly. Connections are closed. */
export async function stopPostmaster(directory: string, runner: Runner): Promise<void> {
  const running = readPidFile(directory);
  if (running?.pid === undefined || !isPostmaster(running.pid, directory)) return;
  if (process.platform === 'win32') {
    spawnSync(...runner.command('pg_ctl', ['stop', '-D', directory, '-m', 'fast']), runner.options);
    return;
  }
  process.kill(running.pid, 'SIGINT');
  const deadline = performance.now() + STOP_MS;
  while (isPostmaster(running.pid, directory) && performance.now() < deadline) await delay(10);
}
