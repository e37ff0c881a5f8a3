// The built web app in `dist/web`: is it what the sources would give, and if not, build it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { precompress } from './precompress.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** What the server serves. */
export const WEB_FOLDER = join(DIST, 'web');
/** Vite's own list of what it built from what. It lies beside the served folder, because nobody outside needs it. */
export const WEB_MANIFEST = join(DIST, 'web-manifest.json');
const BUILT_FROM = join(DIST, 'built-from.txt');
const STAGING = 'building-';

/** All that the built files depend on. */
const SOURCES = [
  'src/web',
  'src/contract',
  'src/ballot',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/tools/web-app.ts',
  'scripts/tools/precompress.ts',
];

const filesUnder = (path: string): string[] => {
  const whole = join(ROOT, path);
  if (!existsSync(whole)) return [];
  const entries = readdirSync(whole, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** A name for the state of all the sources. Contents, not dates: a fresh checkout has new dates and the same contents. */
const stateOfSources = (): string => {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((path) => (/\.\w+$/.test(path) ? [join(ROOT, path)] : filesUnder(path)));
  for (const file of files.toSorted()) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

const isBuiltFrom = (state: string): boolean =>
  existsSync(join(WEB_FOLDER, 'index.html')) && existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === state;

const runVite = async (outDir: string): Promise<void> => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  // A process of its own, so that the server does not keep the bundler's memory; NODE_ENV decides which React is built in.
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('The web app could not be built: the lines above say why.');
};

const removeUnfinishedBuilds = (): void => {
  for (const name of readdirSync(DIST)) {
    if (name.startsWith(STAGING)) rmSync(join(DIST, name), { recursive: true, force: true });
  }
};

/** Builds into a folder of its own and puts it in place whole, so that a build that is broken off leaves the old one. */
export const buildWebApp = async (): Promise<void> => {
  const started = Date.now();
  console.log('Building the web app. This is needed once, and again when its sources change …');
  mkdirSync(DIST, { recursive: true });
  removeUnfinishedBuilds();
  const state = stateOfSources();
  const staging = join(DIST, `${STAGING}${process.pid}`);
  await runVite(staging);
  console.log('Compressing it for the way …');
  const manifest = readFileSync(join(staging, '.vite/manifest.json'));
  rmSync(join(staging, '.vite'), { recursive: true });
  await precompress(staging);
  rmSync(BUILT_FROM, { force: true });
  rmSync(WEB_FOLDER, { recursive: true, force: true });
  renameSync(staging, WEB_FOLDER);
  writeFileSync(WEB_MANIFEST, manifest);
  writeFileSync(BUILT_FROM, state);
  console.log(`The web app is built, in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
};

const sentenceFor = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `The folder ${DIST} cannot be written by this user: give it to the user, or run "npm run build" once as its owner.`;
  }
  if (code === 'ENOSPC') return `The disk is full: make room for the web app in ${DIST} and start again.`;
  return error instanceof Error ? error.message : String(error);
};

/** Ends the process with one sentence, and no stack, when `work` fails. */
export const endWithSentence = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    console.error(sentenceFor(error));
    process.exit(1);
  }
};

/** Builds the web app unless `dist/web` already is what the sources give. An existing build costs a few milliseconds. */
export const ensureWebApp = (): Promise<void> =>
  endWithSentence(async () => {
    if (!isBuiltFrom(stateOfSources())) await buildWebApp();
  });
