// `npm ci` installs the same packages for everyone, from any registry, and every start uses the same options.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_NODE } from '../../scripts/tools/product.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

type Lock = { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> };
type Package = Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'scripts', Record<string, string>>;

const lock = read('package-lock.json') as Lock;
const { dependencies, devDependencies, optionalDependencies, scripts } = read('package.json') as Package;

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

test('npm start, the reader’s service, the container and the tests start Node with the same options', () => {
  const [, ...options] = SERVER_NODE;
  expect(scripts['recognizer-service']).toBe(
    ['node', ...options, 'scripts/launch.js scripts/recognizer-service.ts'].join(' '),
  );
  expect(scripts['start']).toBe(['node', ...options, 'scripts/launch.js scripts/start.ts'].join(' '));
  expect(readFileSync(join(ROOT, 'docs/production.md'), 'utf8')).toContain(
    ['node_modules/.bin/node', ...options, 'scripts/launch.js scripts/start.ts\n'].join(' '),
  );
  expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain(
    `CMD ${JSON.stringify(['node', ...options, 'src/server/main.ts']).replaceAll(',', ', ')}`,
  );
});
