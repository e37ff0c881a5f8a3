// Runs the TypeScript file named first on its command line, once it is sure that this Node can read TypeScript.
// It is plain JavaScript so that an older Node can still read it and say what to do.
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [node, , script, ...rest] = process.argv;

if (process.features.typescript === undefined || process.features.typescript === false) {
  console.error(
    `Courtside needs Node 22.18 or newer and this is Node ${process.versions.node}: run "npm ci" without --omit=optional, ` +
      'which brings the right one along on Linux, Windows and Intel Macs, or install Node 24 from https://nodejs.org (an ' +
      'Apple silicon Mac always needs that), and start again through npm.',
  );
  process.exit(1);
}

// The second start need not read all the TypeScript again. Where the folder cannot be written, each start does.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

const file = resolve(script);
// The script finds its own arguments where it would find them had Node been given it directly.
process.argv = [node, file, ...rest];
await import(pathToFileURL(file).href);
