// Starts recognize.ts with settings for reading one photo after the other.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { RECOGNIZE_ENVIRONMENT, RECOGNIZE_NODE } from './tools/product.ts';

const [node, ...options] = RECOGNIZE_NODE;
const files = ['launch.js', 'recognize.ts'].map((file) => resolve(import.meta.dirname, file));
const { status } = spawnSync(node!, [...options, ...files, ...process.argv.slice(2)], {
  env: { ...RECOGNIZE_ENVIRONMENT, ...process.env },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
