// Files, npm scripts and linked headings that the documentation names exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', '{docs,src,test}/**/*.md', 'training/*.md', 'bench/*/*.md'], { cwd: ROOT }).filter(
  (path) => path !== 'CHANGELOG.md',
);
const CODE = '{src,scripts,test,bench,training}/**/*.{ts,tsx,js,sql,css,py,wasm,json,onnx,R}';
// The comparison with other products has packages of its own.
const exclude = (path: string): boolean => path.endsWith('node_modules');
const sources = globSync([CODE, '*.{md,ts,json,yaml}', 'docs/**/*.md', 'src/**/*.md'], { cwd: ROOT, exclude });
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

let all: string | undefined;
const code = (): string =>
  (all ??= sources
    .filter((path) => /\.(?:tsx?|js|yaml)$/.test(path) || path === 'Dockerfile')
    .map(read)
    .join('\n'));

const withoutBlocks = (text: string): string => text.replaceAll(/```.*?```/gs, '');
const withoutCode = (text: string): string => withoutBlocks(text).replaceAll(/`[^`\n]+`/g, '');
/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

describe.each(DOCUMENTS)('%s', (path) => {
  const text = read(path);

  test('links lead to files and headings that exist', () => {
    const dead = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        if (/^[a-z]+:/.test(link)) return false;
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? path : join(dirname(path), file);
        if (!existsSync(join(ROOT, target))) return true;
        return (
          anchor !== undefined &&
          ![...read(target).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
        );
      });
    expect(dead).toEqual([]);
  });

  test('scripts of npm that it names exist', () => {
    const named = [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

// Except decisions, which name the files and constants of their day.
describe.each(DOCUMENTS.filter((path) => !path.startsWith('docs/decisions/')))('%s', (path) => {
  const text = read(path);

  test('files that it names exist, in commands too', () => {
    const named = [...text.matchAll(/(?<![\w/.-])(?:src|test|scripts|bench|docs|training)\/[\w./{},*-]*[\w}/*]/g)].map(
      ([name]) => name,
    );
    expect(
      named.filter(
        (name) => !name.includes('.cache') && globSync([name, `${name}.*`, `${name}*`], { cwd: ROOT }).length === 0,
      ),
    ).toEqual([]);
  });

  test('files that it names without their folder exist', () => {
    const named = [...text.matchAll(/`(\w(?:(?!\.cache)[\w./-])*\.(?:tsx?|js|sql|css|py|wasm|json))`/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !sources.some((source) => `/${source}`.endsWith(`/${name}`)))).toEqual([]);
  });

  test('constants and settings that it names exist', () => {
    const named = [...withoutBlocks(text).matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b(?!\.)/g)].map(([name]) => name);
    expect(named.filter((name) => !code().includes(name))).toEqual([]);
  });
});
