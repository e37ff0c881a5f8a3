// The allowed imports between the folders of src, and the only files that may use certain globals. The linter checks most
// of it; this test also follows relative paths and knows which page and which call a file belongs to. It also counts
// the lines of the files of tests, and knows how they wait.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, type Source } from './source.ts';

const SRC = resolve(import.meta.dirname, '../../src');

const sources = (existsSync(SRC) ? readdirSync(SRC, { recursive: true, withFileTypes: true }) : [])
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => readSource(relative(SRC, file).split(sep).join('/'), readFileSync(file, 'utf8')));

/** The folders, or parts of them, that each folder of src may import besides itself. */
const ARROWS: Record<string, string[]> = {
  ballot: [],
  metrics: ['ballot'],
  contract: ['ballot', 'metrics'],
  workers: [],
  recognizer: ['ballot', 'workers'],
  'season-files': ['ballot', 'metrics'],
  server: ['contract', 'ballot', 'metrics', 'recognizer', 'season-files', 'workers'],
  web: ['contract', 'ballot', 'metrics', 'recognizer/in-page'],
};

type Rule = (source: Source) => string[];

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** The page or call that a file belongs to: `pages/cases.tsx` and everything in `pages/cases/` are one. */
const memberOf = (path: string, folder: string): string | undefined =>
  path.startsWith(folder) ? path.slice(folder.length).split(/[/.]/)[0] : undefined;

const followsArrows: Rule = ({ path, imports }) =>
  imports
    .filter((to) => to !== '../package.json' && folderOf(to) !== folderOf(path))
    .filter((to) => !ARROWS[folderOf(path)]?.some((allowed) => to.startsWith(`${allowed}/`)))
    .map((to) => `${path} imports ${to}`);

const usesNoPackage: Rule = ({ path, packages }) =>
  ['ballot', 'metrics'].includes(folderOf(path)) ? packages.map((name) => `${path} imports the package ${name}`) : [];

const { dependencies } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** `npm prune --omit=dev` leaves only these packages. The web app is built by then, with the worker of its pages. */
const runsInProduction: Rule = ({ path, packages }) =>
  folderOf(path) === 'web' || path.startsWith('recognizer/in-page/')
    ? []
    : packages
        .filter((name) => !name.startsWith('node:'))
        .filter((name) => !Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`)))
        .map((name) => `${path} imports the package ${name}`);

const staysApart =
  (folder: string): Rule =>
  ({ path, imports }) => {
    const own = memberOf(path, folder);
    if (own === undefined) return [];
    const others = imports.filter((to) => (memberOf(to, folder) ?? own) !== own);
    return others.map((to) => `${path} imports ${to}`);
  };

const isPlain: Rule = ({ path, imports }) =>
  path.startsWith('web/components/')
    ? imports
        .filter((to) => /^(?:contract|web\/(?:pages|server|records|forms|support|bulk|shell|palette))\//.test(to))
        .map((to) => `${path} imports ${to}`)
    : [];

/** The recognizer's folders in the order of a photo's path. Each imports only the folders before it. */
const ROOMS = ['image', 'network', 'open', 'find', 'read', 'serve', 'in-page'];

const staysInOrder: Rule = ({ path, imports }) => {
  const roomOf = (file: string): number => ROOMS.indexOf(file.split('/')[1] ?? '');
  if (!path.startsWith('recognizer/') || roomOf(path) < 0) return [];
  return imports
    .filter((to) => to.startsWith('recognizer/') && roomOf(to) > roomOf(path))
    .map((to) => `${path} imports ${to}`);
};

const onlyIn =
  (file: string, name: string): Rule =>
  ({ path, mentions }) =>
    mentions.has(name) && path !== file ? [`${path} uses ${name}`] : [];

const rules: [string, Rule, broken: Source][] = [
  [
    'a folder of src imports only the folders that the architecture allows',
    followsArrows,
    readSource('web/calls.ts', `const open = () => import('../server/database/open.ts');`),
  ],
  [
    'the ballot form and the metrics use no package',
    usesNoPackage,
    readSource('metrics/normal.ts', `import { erf } from 'mathjs';`),
  ],
  [
    'the server imports only packages that production keeps',
    runsInProduction,
    readSource('server/http/pages.ts', `import { createElement } from 'react';`),
  ],
  [
    'a page never imports another page',
    staysApart('web/pages/'),
    readSource('web/pages/admin/users.tsx', `export * from '../cases/cases-page.tsx';`),
  ],
  [
    'a call never imports another call',
    staysApart('server/calls/'),
    readSource('server/calls/users.ts', `import type { A } from '#server/calls/schools.ts';`),
  ],
  [
    'a component knows neither the contract, nor a page, nor how to call the server',
    isPlain,
    readSource('web/components/table.tsx', `type A = import('#contract/users.ts').User;`),
  ],
  [
    'a room of the recognizer imports only the rooms before it',
    staysInOrder,
    readSource('recognizer/image/pixels.ts', `import type { Homography } from '#recognizer/find/homography.ts';`),
  ],
  [
    'only one file reads the environment',
    onlyIn('server/settings.ts', 'process.env'),
    readSource('server/app.ts', `const port = process['env'].PORT; // process.env`),
  ],
  [
    'only one file uses local storage',
    onlyIn('web/state/remembered.ts', 'localStorage'),
    readSource('web/theme/theme.ts', `const theme = window.localStorage.getItem('theme');`),
  ],
  [
    'a part that can’t be downloaded says so, because only lazily() downloads components',
    onlyIn('web/components/feedback/lazily.tsx', 'lazy'),
    readSource('web/pages/cases/page.tsx', `import { lazy } from 'react';`),
  ],
  [
    'a late answer only touches what is its own, because only useChange uses a mutation',
    onlyIn('web/server/use-change.ts', 'useMutation'),
    readSource('web/pages/cases/add.tsx', `import { useMutation } from '@tanstack/react-query';`),
  ],
];

test.each(rules)('%s', (_name, rule) => {
  expect(sources.flatMap(rule)).toEqual([]);
});

test.each(rules)('a violation is detected: %s', (_name, rule, broken) => {
  expect(rule(broken)).toHaveLength(1);
});

test('a page can import from its folder, and a comment can name anything', () => {
  const page = `import { Row } from './row.tsx'; import '#web/pages/cases.module.css'; // localStorage and process.env`;
  const source = readSource('web/pages/cases/cases-page.tsx', page);
  expect(rules.flatMap(([, rule]) => rule(source))).toEqual([]);
});

/** The files that lead from a file back to itself, or nothing. */
const circleFrom = (all: readonly Source[], start: string): string[] => {
  const seen = new Set<string>();
  const isBack = (path: string): boolean =>
    (all.find((one) => one.path === path)?.imports ?? []).some((to) => {
      if (to === start) return true;
      if (seen.has(to)) return false;
      seen.add(to);
      return isBack(to);
    });
  return isBack(start) ? [start] : [];
};

test('components don’t import each other in a circle', () => {
  const components = sources.filter(({ path }) => path.startsWith('web/components/'));
  expect(components.flatMap(({ path }) => circleFrom(components, path))).toEqual([]);
  const circle = [readSource('a/one.ts', `import '#a/two.ts';`), readSource('a/two.ts', `import './one.ts';`)];
  expect(circleFrom(circle, 'a/one.ts')).toEqual(['a/one.ts']);
});

const MAX_TEST_LINES = 250;

test(`a file of tests has at most ${MAX_TEST_LINES} lines, so that it has one subject and a name to find it by`, () => {
  const files = globSync('{test,src}/**/*.{test,spec}.{ts,tsx}', { cwd: join(SRC, '..') });
  expect(files.length).toBeGreaterThan(0);
  const lines = (file: string): number => readFileSync(join(SRC, '..', file), 'utf8').split('\n').length - 1;
  expect(files.filter((file) => lines(file) > MAX_TEST_LINES)).toEqual([]);
});

test('tests wait in one way, which leaves a busy machine its time', () => {
  const files = globSync('test/{calls,pages,late,operations,ballots,from-nothing,units,metrics}/**/*.{ts,tsx}', {
    cwd: join(SRC, '..'),
  });
  expect(files.length).toBeGreaterThan(0);
  const waits = (file: string): boolean =>
    /\bvi\s*\.wait(?:For|Until)\(|\bexpect\s*\.poll\(/.test(readFileSync(join(SRC, '..', file), 'utf8'));
  expect(files.filter(waits)).toEqual([]);
});
