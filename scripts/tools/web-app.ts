// Builds the web app into `dist/web` if it is out of date.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { precompress } from './precompress.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** The folder that the server serves. */
export const WEB_FOLDER = join(DIST, 'web');
/** Vite's manifest, outside the served folder because browsers don't need it. */
export const WEB_MANIFEST = join(DIST, 'web-manifest.json');
const BUILT_FROM = join(DIST, 'built-from.txt');
const STAGING = 'building-';

/** Everything that the built files depend on; a test compares it with what Vite reads. */
export const WEB_INPUTS = [
  'src/web',
  'src/contract',
  'src/ballot',
  'src/metrics',
  'src/recognizer',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/tools/web-app.ts',
  'scripts/tools/precompress.ts',
];

const filesUnder = (path: string): string[] => {
  const folder = join(ROOT, path);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** A hash of all inputs. Based on contents, because a fresh checkout has new dates. */
const hashOfInputs = (): string => {
  const hash = createHash('sha256');
  const files = WEB_INPUTS.flatMap((path) => (/\.\w+$/.test(path) ? [join(ROOT, path)] : filesUnder(path)));
  for (const file of files.toSorted()) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

const isBuiltFrom = (state: string): boolean =>
  existsSync(join(WEB_FOLDER, 'index.html')) && existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === state;

const runVite = async (outDir: string): Promise<void> => {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  if (!existsSync(vite)) {
    throw new Error('The web app isn’t built, and the packages that build it are missing. Run: npm ci --include=dev');
  }
  // A separate process, so that the server doesn't keep the bundler's memory. NODE_ENV selects React's production build.
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('Building the web app failed. See the output above.');
};

/** Swagger UI, which only the page at /api loads (`src/web/public/api.html`). Its version is in the names, so they stay for ever. */
const copyApiViewer = (staging: string): void => {
  const require = createRequire(import.meta.url);
  const { version } = require('swagger-ui-dist/package.json') as { version: string };
  for (const [file, ending] of [
    ['swagger-ui-bundle.js', 'js'],
    ['swagger-ui.css', 'css'],
  ]) {
    copyFileSync(require.resolve(`swagger-ui-dist/${file}`), join(staging, `assets/api-viewer-${version}.${ending}`));
  }
  const page = join(staging, 'api.html');
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('api-viewer-VERSION', `api-viewer-${version}`));
};

const removeUnfinishedBuilds = (): void => {
  for (const name of readdirSync(DIST)) {
    if (name.startsWith(STAGING)) rmSync(join(DIST, name), { recursive: true, force: true });
  }
};

/** Builds into a staging folder and then moves it into place, so that an aborted build leaves the old one intact. */
export const buildWebApp = async (): Promise<void> => {
  const started = Date.now();
  console.log('Building the web app. This happens once, and again when its sources change …');
  mkdirSync(DIST, { recursive: true });
  removeUnfinishedBuilds();
  const state = hashOfInputs();
  const staging = join(DIST, `${STAGING}${process.pid}`);
  await runVite(staging);
  copyApiViewer(staging);
  console.log('Compressing the web app …');
  const manifest = readFileSync(join(staging, '.vite/manifest.json'));
  rmSync(join(staging, '.vite'), { recursive: true });
  await precompress(staging);
  rmSync(BUILT_FROM, { force: true });
  rmSync(WEB_FOLDER, { recursive: true, force: true });
  renameSync(staging, WEB_FOLDER);
  writeFileSync(WEB_MANIFEST, manifest);
  writeFileSync(BUILT_FROM, state);
  console.log(`Built the web app in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
};

const sentenceFor = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `This user can’t write to the folder ${DIST}. Change its owner, or run "npm run build" once as its owner.`;
  }
  if (code === 'ENOSPC') return `The disk is full. Make room for the web app in ${DIST} and try again.`;
  return error instanceof Error ? error.message : String(error);
};

/** If `work` fails, prints one sentence without a stack and exits. */
export const endWithSentence = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    console.error(sentenceFor(error));
    process.exit(1);
  }
};

/** Builds the web app unless `dist/web` is up to date. The check takes a few milliseconds. */
export const buildIfOutdated = async (): Promise<void> => {
  if (!isBuiltFrom(hashOfInputs())) await buildWebApp();
};

export const ensureWebApp = (): Promise<void> => endWithSentence(buildIfOutdated);
