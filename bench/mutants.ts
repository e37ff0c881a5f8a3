// `node scripts/launch.js bench/mutants.ts [--area contract] [--sample 30] [--seed 1]`: makes one change to the source at a
// time and counts how many changes the tests detect. Works in a copy, and prints the undetected changes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');
const AREAS: Record<string, { sources: string[]; tests: string[] }> = {
  contract: {
    sources: readdirSync(join(ROOT, 'src/contract')).map((file) => `src/contract/${file}`),
    tests: [
      'test/units/names.test.ts',
      'test/calls/{bad-input,search,concurrent-changes,roster-changes,admin-area,sign-in,own-password,school-limits,matrix}.test.ts',
    ],
  },
  api: {
    sources: ['src/server/api.ts'],
    tests: ['test/calls/{own-password,bad-input,ballots,matrix}.test.ts'],
  },
  'sign-in': {
    sources: ['attempts', 'cookies', 'credentials', 'devices', 'passwords', 'sessions', 'upkeep'].map(
      (file) => `src/server/sign-in/${file}.ts`,
    ),
    tests: ['test/calls/{sign-in,sign-in-limits,sessions,own-password,clock}.test.ts'],
  },
  calls: {
    sources: readdirSync(join(ROOT, 'src/server/calls')).map((file) => `src/server/calls/${file}`),
    tests: [
      'test/calls/{bad-input,search,concurrent-changes,roster-changes,schools,admin-area,deleting-users,sessions,own-password,matrix}.test.ts',
    ],
  },
};

type Mutant = { file: string; start: number; end: number; text: string };
type Node = { type: string; start: number; end: number; [field: string]: unknown };

const OPERATORS: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};
/** Chained calls whose removal changes the meaning of a statement or a schema. */
const LINKS = new Set([
  'where',
  'orderBy',
  'limit',
  'use',
  'check',
  'errors',
  'trim',
  'toLowerCase',
  'normalize',
  'replaceAll',
]);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The possible changes to this node of the syntax tree. */
function changesAt(node: Node, source: string): Omit<Mutant, 'file'>[] {
  const { start, end } = node;
  const textOf = (part: unknown): string => (isNode(part) ? source.slice(part.start, part.end) : '');
  const replace = (text: string) => [{ start, end, text }];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OPERATORS[String(node['operator'])];
      return other === undefined ? [] : replace(`${textOf(node['left'])} ${other} ${textOf(node['right'])}`);
    }
    case 'Literal':
      if (typeof node['value'] === 'boolean') return replace(String(!node['value']));
      return typeof node['value'] === 'number' ? replace(String(node['value'] + 1)) : [];
    case 'UnaryExpression':
      return node['operator'] === '!' ? replace(textOf(node['argument'])) : [];
    case 'IfStatement': {
      const { start: from, end: to } = node['test'] as Node;
      return ['true', 'false'].map((text) => ({ start: from, end: to, text }));
    }
    case 'ConditionalExpression':
      return replace(`${textOf(node['test'])} ? ${textOf(node['alternate'])} : ${textOf(node['consequent'])}`);
    case 'ExpressionStatement':
      return replace(';');
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      const name = isNode(callee['property']) ? String(callee['property']['name']) : '';
      return LINKS.has(name) ? replace(textOf(callee['object'])) : [];
    }
    default:
      return [];
  }
}

function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const found: Mutant[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value) || value.type.startsWith('TS')) return;
    found.push(...changesAt(value, source).map((change) => ({ file, ...change })));
    for (const [field, part] of Object.entries(value)) if (field !== 'type') visit(part);
  };
  visit(parseAst(source, { lang: 'ts' }).body);
  return found;
}

/** A shuffle that is the same for the same seed. */
function shuffled<Item>(items: Item[], seed: number): Item[] {
  let state = seed;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: 'contract' },
    sample: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
const area = AREAS[values.area];
if (!area) throw new Error(`Unknown area. Choose ${Object.keys(AREAS).join(', ')}.`);

const copy = mkdtempSync(join(tmpdir(), 'courtside-mutants-'));
for (const part of ['src', 'test', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
  cpSync(join(ROOT, part), join(copy, part), { recursive: true });
}
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const expand = (pattern: string): string[] => {
  const [, before = '', list, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((name) => before + name + after);
};
const tests = area.tests.flatMap(expand);
// PostgreSQL is several times faster than an embedded database per test file: TEST_POSTGRES_URL names one.
const onPostgres = process.env['TEST_POSTGRES_URL'] !== undefined;
const projects = ['--project', 'units', '--project', onPostgres ? 'calls-postgres' : 'calls-pglite'];
/** Whether the tests pass in the current copy. */
const passes = (): boolean =>
  spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...projects, ...tests], { cwd: copy, timeout: 600_000 })
    .status === 0;

console.log(`seed ${values.seed}`);
if (!passes()) throw new Error('The tests fail without any change.');
const mutants = shuffled(area.sources.flatMap(mutantsOf), Number(values.seed)).slice(0, Number(values.sample));
let noticed = 0;
for (const [index, { file, start, end, text }] of mutants.entries()) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end));
  const survived = passes();
  writeFileSync(join(copy, file), source);
  if (!survived) noticed += 1;
  const line = source.slice(0, start).split('\n').length;
  if (survived)
    console.log(`not noticed: ${file}:${line} ${source.slice(start, end).slice(0, 120)} -> ${text.slice(0, 120)}`);
  if (index % 10 === 9) console.log(`${noticed} of ${index + 1} noticed`);
}
console.log(
  `${values.area}: ${noticed} of ${mutants.length} noticed (${((100 * noticed) / mutants.length).toFixed(0)} %)`,
);
rmSync(copy, { recursive: true });
