// Every class of a style sheet is used, and every class that a component takes from one is in it.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const WEB = resolve(import.meta.dirname, '../../src/web');
const read = (file: string): string => readFileSync(join(WEB, file), 'utf8');
const sources = globSync('**/*.tsx', { cwd: WEB }).map((file) => ({ file, text: read(file) }));

/** The components that import a style sheet, by the name that they give it. */
const importersOf = (sheet: string) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(/import (\w+) from '(\S+\.module\.css)'/g)]
      .filter(([, , path = '']) => join(WEB, sheet) === resolve(WEB, dirname(file), path.replace('#web/', `${WEB}/`)))
      .map(([, name = '']) => ({ text, name })),
  );
const classesIn = (css: string): string[] => [
  ...new Set(
    [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\.([a-zA-Z]\w*)(?=[^{}]*\{)/g)].map(([, name = '']) => name),
  ),
];

const sheets = globSync('**/*.module.css', { cwd: WEB });

test('every class of a style sheet is used', () => {
  expect(sheets.length).toBeGreaterThan(50);
  const unused = sheets.flatMap((sheet) => {
    const importers = importersOf(sheet);
    const taken = importers.flatMap(({ text, name }) => [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]);
    // A class that is chosen by a value, as in `classes[color]`, can be any of them.
    if (importers.some(({ text, name }) => text.includes(`${name}[`))) return [];
    // Global classes of theme/ may stand in a selector, too.
    const local = classesIn(read(sheet).replaceAll(/:global\([^)]*\)/g, ''));
    const names = new Set(taken.map(([, name]) => name));
    return local.filter((name) => !names.has(name) && !name.startsWith('mantine')).map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('every class that a component takes from a style sheet is in it', () => {
  const missing = sheets.flatMap((sheet) => {
    const local = classesIn(read(sheet));
    return importersOf(sheet)
      .flatMap(({ text, name }) => [
        ...text.replaceAll(/from '[^']*'/g, '').matchAll(new RegExp(`\\b(?<!\\/)${name}\\.(?!tsx|module)(\\w+)`, 'g')),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !local.includes(name))
      .map((name) => `${sheet}: ${name}`);
  });
  expect(missing).toEqual([]);
});
