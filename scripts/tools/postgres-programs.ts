// Finds the folder with PostgreSQL's programs: those that the product brings, or others to test with.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packagedPrograms } from '#server/private-postgres/programs.ts';
import { installDebianPackage } from './debian.ts';

/** The oldest version that the product supports. */
const MIN_VERSION = 15;

const versionIn = (folder: string): number => {
  const { stdout } = spawnSync(join(folder, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
};

type Programs = { folder: string; version: number };

/** The folder that contains `bin`. TEST_POSTGRES_PROGRAMS overrides it. */
export const findPostgresPrograms = (): string => process.env['TEST_POSTGRES_PROGRAMS'] ?? packagedPrograms();

/** For the long tests: the oldest supported version, and the one that the product brings. */
export const oldestAndNewestPostgres = (): Programs[] => {
  const debian = `/usr/lib/postgresql/${MIN_VERSION}`;
  if (!existsSync(join(debian, 'bin/initdb')) && !installDebianPackage(`postgresql-${MIN_VERSION}`)) {
    throw new Error(`The long tests need PostgreSQL ${MIN_VERSION} in ${dirname(debian)}.`);
  }
  return [debian, packagedPrograms()].map((folder) => ({ folder, version: versionIn(folder) }));
};
