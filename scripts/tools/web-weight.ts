// What the built web app weighs over the wire, in kB of 1000 bytes after gzip. Read from Vite's list of what it built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WEB_FOLDER, WEB_MANIFEST } from './web-app.ts';

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

export type WebWeight = {
  entries: number;
  signInScripts: number;
  signInStyles: number;
  allScripts: number;
};

/** In kB. Source: the budgets of the product, kept by a test. */
export const MOST = { signInScripts: 100, signInStyles: 10, allScripts: 220 } as const;

/** The sign-in page's sources, whether it is one file or a folder, in a chunk of its own or in the entry. */
const SIGN_IN = /^pages\/(?:auth|sign-in)[/.-]/;

/** Everything that the browser loads before it can run these chunks: they and all that they import, and so on. */
const closureOf = (manifest: Manifest, keys: string[]): Chunk[] => {
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

/** Each file once. */
const weightOf = (files: string[]): number => {
  const bytes = [...new Set(files)].map((file) => gzipSync(readFileSync(join(WEB_FOLDER, file))).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
};

export const weighWebApp = (): WebWeight => {
  const manifest = JSON.parse(readFileSync(WEB_MANIFEST, 'utf8')) as Manifest;
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const signInPage = Object.keys(manifest).filter((key) => SIGN_IN.test(manifest[key]?.src ?? ''));
  const signIn = closureOf(manifest, [...entries, ...signInPage]);
  return {
    entries: entries.length,
    signInScripts: weightOf(scriptsOf(signIn)),
    signInStyles: weightOf(stylesOf(signIn)),
    allScripts: weightOf(scriptsOf(Object.values(manifest))),
  };
};
