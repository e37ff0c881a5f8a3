// Installs packages that only one benchmark needs into `.cache` on its first run, so that `npm ci` stays small for everyone
// else.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const CACHE = resolve(import.meta.dirname, '../.cache/bench');

/** Installs the packages, each as `name@version`, and returns their node_modules folder. */
export function installPackages(...packages: string[]): string {
  const home = join(CACHE, packages.join('+').replaceAll(/[^\w.@+-]/g, '-'));
  const modules = join(home, 'node_modules');
  if (existsSync(modules)) return modules;
  mkdirSync(home, { recursive: true });
  console.log(`Installing ${packages.join(' and ')} for this benchmark …`);
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', home];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${packages.join(' and ')} could not be installed.`);
  return modules;
}

/** Imports a module from such a folder, with the part of its type that the benchmark uses. */
export const importFrom = async (modules: string, file: string): Promise<unknown> =>
  (await import(pathToFileURL(join(modules, file)).href)) as unknown;
