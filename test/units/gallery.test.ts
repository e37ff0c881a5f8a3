// The gallery shows every component that the screens share.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const WEB = resolve(import.meta.dirname, '../../src/web');
const read = (pattern: string): string =>
  globSync(pattern, { cwd: WEB })
    .map((file) => readFileSync(resolve(WEB, file), 'utf8'))
    .join('\n');

const gallery = read('gallery/*.tsx');

test('every exported component is in the gallery, with when to use it', () => {
  const exported = [...read('components/**/*.tsx').matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(
    ([, name = '']) => name,
  );
  expect(exported.length).toBeGreaterThan(40);
  const described = [...gallery.matchAll(/name="([^"]+)"/g)].flatMap(([, names = '']) => names.split(', '));
  const missing = exported.filter((name) => !gallery.includes(`<${name}`) || !described.includes(name));
  expect(missing).toEqual([]);
});
