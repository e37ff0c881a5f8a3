// What a visitor's first minute costs over the wire, kept within a budget. Read from Vite's list of what it built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WEB_FOLDER, WEB_MANIFEST } from '../../scripts/tools/web-app.ts';

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };

const manifest = JSON.parse(readFileSync(WEB_MANIFEST, 'utf8')) as Record<string, Chunk>;

/** The sign-in page's sources, whether it is one file or a folder, in a chunk of its own or in the entry. */
const SIGN_IN = /^pages\/(?:auth|sign-in)[/.-]/;

/** Everything that the browser loads before it can run these chunks: they and all that they import, and so on. */
const closureOf = (keys: string[]): Chunk[] => {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...seen].map((key) => manifest[key]).filter((chunk) => chunk !== undefined);
};

const scriptsOf = (chunks: Chunk[]): string[] =>
  chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js'));
const stylesOf = (chunks: Chunk[]): string[] =>
  chunks.flatMap((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]);

/** In kB of 1000 bytes, each file once. */
const weight = (files: string[]): number => {
  const bytes = [...new Set(files)].map((file) => gzipSync(readFileSync(join(WEB_FOLDER, file))).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
};

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
const signInPage = Object.keys(manifest).filter((key) => SIGN_IN.test(manifest[key]?.src ?? ''));
const signIn = closureOf([...entries, ...signInPage]);

test('the sign-in screen needs at most 100 kB of scripts', () => {
  expect(weight(scriptsOf(signIn))).toBeLessThanOrEqual(100);
});

test('the sign-in screen needs at most 10 kB of styles', () => {
  expect(weight(stylesOf(signIn))).toBeLessThanOrEqual(10);
});

test('the whole app has at most 220 kB of scripts', () => {
  expect(weight(scriptsOf(Object.values(manifest)))).toBeLessThanOrEqual(220);
});

test('what was measured is the app: an entry, and no chunk that the list names but the folder lacks', () => {
  expect(entries).toHaveLength(1);
  expect(weight(scriptsOf(signIn))).toBeGreaterThan(0);
});
