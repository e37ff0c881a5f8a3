// `npm ci` installs the same packages for everyone, from any registry.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

type Lock = { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> };
type Package = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const lock = read('package-lock.json') as Lock;
const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Package;

test('the lock file names no registry', () => {
  const packages = Object.entries(lock.packages);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('the lock file has an integrity hash for every package', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
});

test('every version is exact', () => {
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version))).toEqual([]);
});
