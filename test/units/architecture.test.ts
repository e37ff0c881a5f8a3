// The arrows between the folders of src, and the files that alone may touch the outside. The linter says most of it while
// one writes; this test also follows relative paths, and knows which page and which call a file belongs to.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, type Source } from './source.ts';

const SRC = resolve(import.meta.dirname, '../../src');

const sources = (existsSync(SRC) ? readdirSync(SRC, { recursive: true, withFileTypes: true }) : [])
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => readSource(relative(SRC, file).split(sep).join('/'), readFileSync(file, 'utf8')));

/** What each folder of src may import beside itself. */
const ARROWS: Record<string, string[]> = {
  ballot: [],
  metrics: ['ballot'],
  contract: ['ballot', 'metrics'],
  recognizer: ['ballot'],
  server: ['contract', 'ballot', 'metrics', 'recognizer'],
  web: ['contract', 'ballot', 'metrics'],
};

type Rule = (source: Source) => string[];

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** The page or call that a file belongs to: `pages/cases.tsx` and everything in `pages/cases/` are one. */
const memberOf = (path: string, folder: string): string | undefined =>
  path.startsWith(folder) ? path.slice(folder.length).split(/[/.]/)[0] : undefined;

const followsArrows: Rule = ({ path, imports }) =>
  imports
    .filter((to) => to !== '../package.json' && folderOf(to) !== folderOf(path))
    .filter((to) => !ARROWS[folderOf(path)]?.includes(folderOf(to)))
    .map((to) => `${path} imports ${to}`);

const usesNoPackage: Rule = ({ path, packages }) =>
  ['ballot', 'metrics'].includes(folderOf(path)) ? packages.map((name) => `${path} imports the package ${name}`) : [];

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
    ? imports.filter((to) => /^(?:contract|web\/pages)\//.test(to)).map((to) => `${path} imports ${to}`)
    : [];

const onlyIn =
  (file: string, name: string): Rule =>
  ({ path, mentions }) =>
    mentions.has(name) && path !== file ? [`${path} uses ${name}`] : [];

const rules: [string, Rule, broken: Source][] = [
  [
    'a folder of src imports only what the picture of the architecture lets it',
    followsArrows,
    readSource('web/calls.ts', `const open = () => import('../server/database/open.ts');`),
  ],
  [
    'the ballot form and the metrics use no package',
    usesNoPackage,
    readSource('metrics/normal.ts', `import { erf } from 'mathjs';`),
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
    'a component knows neither the contract nor a page',
    isPlain,
    readSource('web/components/table.tsx', `type A = import('#contract/users.ts').User;`),
  ],
  [
    'the environment is read in one file',
    onlyIn('server/settings.ts', 'process.env'),
    readSource('server/app.ts', `const port = process['env'].PORT; // process.env`),
  ],
  [
    'local storage is used in one file',
    onlyIn('web/state/remembered.ts', 'localStorage'),
    readSource('web/theme/theme.ts', `const theme = window.localStorage.getItem('theme');`),
  ],
];

test.each(rules)('%s', (_name, rule) => {
  expect(sources.flatMap(rule)).toEqual([]);
});

test.each(rules)('it would be noticed if not: %s', (_name, rule, broken) => {
  expect(rule(broken)).toHaveLength(1);
});

test('a page may import what lies in its own folder, and a comment may name anything', () => {
  const page = `import { Row } from './row.tsx'; import '#web/pages/cases.module.css'; // localStorage and process.env`;
  const source = readSource('web/pages/cases/cases-page.tsx', page);
  expect(rules.flatMap(([, rule]) => rule(source))).toEqual([]);
});
