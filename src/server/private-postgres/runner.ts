// Chooses the user that runs PostgreSQL's programs. PostgreSQL refuses to run as root. Root runs it in a user namespace, where root's files
// belong to an ordinary user; or, where that is forbidden, as the user `postgres` or `nobody`, who can't enter every folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../settings.ts';
import { cannotRun, VERSION } from './programs.ts';

type User = { uid: number; gid: number };

export type Runner = ReturnType<typeof runnerOf>;

/** Where root keeps what other users can't reach in the folders of its own. */
const SHARED_HOME = '/var/lib/courtside';
// Of the environment nothing is passed on: PostgreSQL would take its language and defaults from it.
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };
const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534', '--'];

const isRoot = (): boolean => process.getuid?.() === 0;

function runnerOf(programs: string, user?: User, inNamespace = false) {
  return {
    /** The folder that contains `bin`. */
    programs,
    /** Whom files must belong to, if not to this process's user. */
    user,
    /** The program and its arguments, as this process can start them. */
    command: (name: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): [string, string[]] => {
      const program = path.join(programs, 'bin', name);
      return inNamespace ? ['unshare', [...NAMESPACE, program, ...args]] : [program, args];
    },
    options: { env: ENVIRONMENT, ...user },
  };
}

/** Why the programs don't run, or null if they do. */
function problemOf(runner: Runner): string | null {
  const [program, args] = runner.command('postgres', ['--version']);
  const { error, status, stderr } = spawnSync(program, args, { ...runner.options, cwd: '/', encoding: 'utf8' });
  if (error) return (error as NodeJS.ErrnoException).code ?? error.message;
  return status === 0 ? null : stderr.trim() || `exit code ${status}`;
}

/** The ids of a user who isn't root. */
function ordinaryUser(): User {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout));
    if (uid && gid) return { uid, gid };
  }
  throw new CannotStart(
    'PostgreSQL can’t run as root, and this machine has no user "nobody" to run it as. Start Courtside as another user, or set DATABASE_URL.',
  );
}

const canEnter = (folder: string, user: User): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;

/** A copy of the programs that everybody can run. After an update of the programs it is another one. */
function sharedCopy(programs: string): string {
  const { stdout } = spawnSync(path.join(programs, 'bin/postgres'), ['--version'], {
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  const copy = path.join(SHARED_HOME, `postgresql-${/[\d.]+/.exec(stdout)?.[0] ?? VERSION}`);
  if (fs.existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  fs.cpSync(programs, draft, { recursive: true, verbatimSymlinks: true });
  fs.renameSync(draft, copy);
  return copy;
}

/** Who runs PostgreSQL on the database in `directory`, which may not exist yet. */
export function findRunner(packaged: string, directory: string): Runner {
  if (!isRoot()) return checked(runnerOf(packaged));
  const owner = fs.existsSync(directory) ? fs.statSync(directory) : undefined;
  // A database keeps the owner that it was made with.
  if (owner === undefined || owner.uid === 0) {
    const inNamespace = runnerOf(packaged, undefined, true);
    if (problemOf(inNamespace) === null) return inNamespace;
  }
  const user = owner === undefined || owner.uid === 0 ? ordinaryUser() : { uid: owner.uid, gid: owner.gid };
  const asUser = runnerOf(packaged, user);
  return problemOf(asUser) === null ? asUser : checked(runnerOf(sharedCopy(packaged), user));
}

function checked(runner: Runner): Runner {
  const problem = problemOf(runner);
  if (problem !== null) throw cannotRun(runner.programs, problem);
  return runner;
}

/**
 * Gives the runner's user a folder for the database. If that user can't enter the data directory, the database is made in
 * /var/lib/courtside, and `directory` becomes a link to it.
 */
export function preparePlace(directory: string, { user }: Runner, say: (line: string) => void): void {
  // Copied from elsewhere, it may be open to others, which PostgreSQL refuses.
  if (process.platform !== 'win32' && fs.existsSync(directory)) fs.chmodSync(directory, 0o700);
  if (user === undefined) return;
  const parent = path.dirname(directory);
  // Through the data directory to the database, and no further.
  // oxlint-disable-next-line no-bitwise -- A file’s mode is a set of bits.
  if (canEnter(path.dirname(parent), user)) fs.chmodSync(parent, fs.statSync(parent).mode | 0o011);
  if (!fs.existsSync(directory) && !canEnter(parent, user)) {
    const name = createHash('sha256').update(directory).digest('hex').slice(0, 12);
    const place = path.join(SHARED_HOME, name);
    fs.mkdirSync(place, { recursive: true });
    say(`PostgreSQL, which can’t run as root, has no access to ${parent}. The database is in ${place}.`);
    fs.symlinkSync(path.join(place, 'database'), directory);
  }
  // The database was created in a user namespace, which the system no longer allows.
  if (fs.existsSync(directory) && fs.statSync(directory).uid === 0) chownAll(fs.realpathSync(directory), user);
}

function chownAll(folder: string, { uid, gid }: User): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    fs.lchownSync(path.join(entry.parentPath, entry.name), uid, gid);
  }
  fs.chownSync(folder, uid, gid);
}
