// Runs the TypeScript file named in its first argument, after checking that this Node can run Courtside.
// It is plain JavaScript without named imports that an older Node lacks, so that such a Node can say what to do.
import crypto from 'node:crypto';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [node, , script, ...rest] = process.argv;

// argon2, which hashes passwords, came with Node 24.7.
const isTooOld = !process.features.typescript || crypto.argon2 === undefined;
if (isTooOld) {
  console.error(
    `Courtside needs Node 24.7 or newer and this is Node ${process.versions.node}: run "npm ci" without --omit=optional, ` +
      'which installs the right one on Linux, Windows and Intel Macs, or install Node 24 from https://nodejs.org ' +
      '(required on Apple silicon Macs). Then start again with npm.',
  );
  process.exit(1);
}

// Later starts reuse the compiled code, if this folder is writable.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));

const file = resolve(script);
// Arguments are where the script would find them if Node had started it directly.
process.argv = [node, file, ...rest];
await import(pathToFileURL(file).href);
