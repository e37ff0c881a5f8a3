// The command that starts a server with a replaced environment: a file of this folder is loaded first.
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

export const serverWith = (file: string): string[] => [
  process.execPath,
  '--import',
  path.join(import.meta.dirname, file),
  path.join(ROOT, 'scripts/launch.js'),
  path.join(ROOT, 'src/server/main.ts'),
];
