// Files, npm scripts and linked headings that the documentation names exist.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: ROOT }).filter(
  (path) => path !== 'CHANGELOG.md',
);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const withoutCode = (text: string): string => text.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]+`/g, '');
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

// Except decisions, which name the files of their day.
describe.each(DOCUMENTS.filter((path) => !path.startsWith('docs/decisions/')))('%s', (path) => {
  test('files that it names exist', () => {
    const text = read(path);
    const named = [...text.matchAll(/`((?:src|test|scripts|bench|docs)\/[^`\s]*)`/g)].map(([, name = '']) => name);
    expect(
      named.filter((name) => !/…|\.cache/.test(name) && globSync([name, `${name}.*`], { cwd: ROOT }).length === 0),
    ).toEqual([]);
  });
});
