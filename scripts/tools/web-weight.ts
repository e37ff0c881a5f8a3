// Measures the download size of the built web app, in kB of 1000 bytes after gzip, from Vite's manifest.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WEB_FOLDER, WEB_MANIFEST } from './web-app.ts';

type Chunk = {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
};
type Manifest = Record<string, Chunk>;

export type WebWeight = {
  signInScripts: number;
  signInStyles: number;
  /** A student's card that somebody opens by a link, with everything that it needs. */
  cardScripts: number;
  cardStyles: number;
  /** The sign-in screen, the app around every page, and the dashboard. */
  firstScreenScripts: number;
  /** What each other page adds when it is first opened, by source file. */
  pageScripts: Record<string, number>;
  allScripts: number;
  /** The worker that reads photos and the codes on them, which only people load who switched that on. */
  photoReaderScripts: number;
};

/** The budgets in kB. */
export const MAX_WEIGHT = {
  signInScripts: 100,
  signInStyles: 10,
  cardScripts: 100,
  cardStyles: 10,
  firstScreenScripts: 200,
  pageScripts: 80,
  allScripts: 400,
  photoReaderScripts: 50,
} as const;

const APP = 'app.tsx';

/** The given chunks and everything the browser loads before it can run them. */
const closureOf = (manifest: Manifest, keys: string[]): Chunk[] => {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...seen].map((key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no chunk ${key}.`);
    return chunk;
  });
};

const scriptsOf = (chunks: Chunk[]): string[] =>
  chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js'));
const stylesOf = (chunks: Chunk[]): string[] =>
  chunks.flatMap((chunk) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]);

const kilobytesOf = (content: string | Buffer): number => gzipSync(content).length / 1000;

const weightOf = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + kilobytesOf(readFileSync(join(WEB_FOLDER, file))), 0);

/** What index.html has inside it. */
const stylesInPage = (): number => {
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(readFileSync(join(WEB_FOLDER, 'index.html'), 'utf8')) ?? [];
  return kilobytesOf(styles);
};

export const weighWebApp = (): WebWeight => {
  const manifest = JSON.parse(readFileSync(WEB_MANIFEST, 'utf8')) as Manifest;
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const signIn = closureOf(manifest, entries);
  // The sign-in screen downloads the app or a card, depending on the address.
  const card = closureOf(manifest, [
    ...entries,
    ...signIn.flatMap((chunk) => chunk.dynamicImports ?? []).filter((key) => key !== APP),
  ]);
  const firstScreenChunks = closureOf(manifest, [...entries, APP]);
  const firstScreen = scriptsOf(firstScreenChunks);
  const pages = new Set(firstScreenChunks.flatMap((chunk) => chunk.dynamicImports ?? []));
  pages.delete(APP);
  const pageScripts = [...pages].map((page): [string, number] => {
    const added = scriptsOf(closureOf(manifest, [page])).filter((file) => !firstScreen.includes(file));
    return [manifest[page]?.src ?? page, weightOf(added)];
  });
  return {
    signInScripts: weightOf(scriptsOf(signIn)),
    signInStyles: stylesInPage() + weightOf(stylesOf(signIn)),
    cardScripts: weightOf(scriptsOf(card)),
    cardStyles: stylesInPage() + weightOf(stylesOf(card)),
    firstScreenScripts: weightOf(firstScreen),
    pageScripts: Object.fromEntries(pageScripts),
    allScripts: weightOf(scriptsOf(Object.values(manifest))),
    // A worker is built by itself, and its files are not in the manifest. Nor is the viewer of the API page.
    photoReaderScripts: weightOf(
      readdirSync(join(WEB_FOLDER, 'assets'))
        .map((name) => `assets/${name}`)
        .filter((file) => file.endsWith('.js') && !file.startsWith('assets/api-viewer-'))
        .filter((file) => !Object.values(manifest).some((chunk) => chunk.file === file)),
    ),
  };
};
