// The database's directory: made whole or not at all, and never over anything else.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../settings.ts';
import { VERSION } from './programs.ts';
import type { Runner } from './runner.ts';

/** The superuser of the private PostgreSQL. */
export const USER = 'courtside';

/** What every database directory holds. A foreign folder or a copy that was cut off lacks some of it. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];
/** Tells Courtside's own directory from that of another PostgreSQL, or of a version before this one. */
const MARK = 'made-by-courtside';

export const howToRestore = (directory: string): string =>
  `Backups are in ${path.join(path.dirname(directory), 'backups')}. To restore one, move ${directory} away, then run: npm run restore -- FILE`;

export const isFullDisk = (text: string): boolean =>
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(text);

export const diskIsFull = (directory: string): CannotStart =>
  new CannotStart(
    `The disk of ${directory} is full, so the database can’t run. Everything acknowledged is saved. Free some space and start again.`,
  );

/** Whether there is a database. Refuses a directory that holds something else. */
export function hasCluster(directory: string): boolean {
  // A link to nothing is a database that a first start didn't finish.
  if (!fs.existsSync(directory) || fs.readdirSync(directory).length === 0) return false;
  const missing = [MARK, ...PARTS].filter((part) => !fs.existsSync(path.join(directory, part)));
  if (missing.length === 0) {
    refuseOtherVersion(directory);
    return true;
  }
  if (missing.length === 1 && missing[0] === MARK) {
    throw new CannotStart(
      `The database in ${directory} was made by an earlier Courtside or by another program, so nothing was changed in it. To take over its data, make a backup with the program that made it. ${howToRestore(directory)}`,
    );
  }
  throw new CannotStart(
    `The folder ${directory} is not empty and not a whole database (${missing.filter((part) => part !== MARK).join(', ')} missing), so nothing was changed in it. If it is not Courtside's, set DATA_DIR to another folder. ${howToRestore(directory)}`,
  );
}

function refuseOtherVersion(directory: string): void {
  const version = fs.readFileSync(path.join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version === VERSION) return;
  throw new CannotStart(
    `The database in ${directory} was made by PostgreSQL ${version}, and this Courtside has PostgreSQL ${VERSION}, so nothing was changed in it. Make a backup with the Courtside that made it. ${howToRestore(directory)}`,
  );
}

const passwordFileIn = (dataDir: string): string => path.join(dataDir, 'database-password');

/**
 * On Windows, PostgreSQL listens on the loopback address, which every user of the machine can reach, so it asks for a password.
 * Elsewhere it has a socket in a folder that only one user can enter.
 */
function makePasswordFile(dataDir: string): string | null {
  if (process.platform !== 'win32') return null;
  const file = passwordFileIn(dataDir);
  fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  return file;
}

export const readPassword = (dataDir: string): string =>
  process.platform === 'win32' ? fs.readFileSync(passwordFileIn(dataDir), 'utf8') : '';

/** Makes the database. If another start makes one at the same time, theirs is kept. */
export async function makeCluster(directory: string, runner: Runner): Promise<void> {
  // Where the directory is a link, the real place.
  const place = realPlace(directory);
  const draft = `${place}.new-${process.pid}`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  if (runner.user) fs.chownSync(draft, runner.user.uid, runner.user.gid);
  try {
    await initialize(draft, runner, makePasswordFile(path.dirname(directory)));
    fs.writeFileSync(path.join(draft, MARK), 'Courtside made this database. Keep this file with it.\n', {
      flush: true,
    });
    if (fs.existsSync(place)) fs.rmdirSync(place);
    fs.renameSync(draft, place);
    syncFolder(path.dirname(place));
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!hasCluster(directory)) throw isFullDisk(String(error)) ? diskIsFull(directory) : error;
  }
}

function realPlace(directory: string): string {
  try {
    return fs.readlinkSync(directory);
  } catch {
    return directory;
  }
}

async function initialize(draft: string, runner: Runner, passwordFile: string | null): Promise<void> {
  // Names sort by their bytes (the lists sort by keys of their own), but letters of all alphabets have their small forms.
  const args = ['-D', draft, '-U', USER, '--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  args.push('--builtin-locale=C.UTF-8', '--no-instructions');
  // A socket in this directory lets nobody in but its owner.
  args.push(...(passwordFile === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]));
  const [program, all] = runner.command('initdb', args);
  try {
    await promisify(execFile)(program, all, { ...runner.options, cwd: draft });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = /^initdb: error: .*$|^.*FATAL: .*$/m.exec(stderr)?.[0] ?? (stderr.trim() || message);
    throw new CannotStart(`PostgreSQL could not make a database in ${path.dirname(draft)}: ${reason}`);
  }
}

/**
 * Deletes drafts that killed first starts have left behind. A slower start may still be writing one: it gives up, and
 * deletes the rest itself. The next start deletes anything that is left.
 */
export function deleteDrafts(directory: string): void {
  const place = realPlace(directory);
  const isDraft = (name: string): boolean => name.startsWith(`${path.basename(place)}.new-`);
  for (const name of fs.readdirSync(path.dirname(place)).filter(isDraft)) {
    try {
      fs.rmSync(path.join(path.dirname(place), name), { recursive: true, force: true });
    } catch {
      // Not important enough to stop the start.
    }
  }
}

function syncFolder(folder: string): void {
  // Windows can't open a directory to sync it.
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
