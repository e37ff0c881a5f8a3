// `npm run dev`: the server, started again at every change, and the web app from its sources, both at once.
import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
// Node is found by its full path: a watched server must be the pinned Node, not the machine's own.
const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } });

const both = [
  start('--watch', '--watch-preserve-output', join(root, 'src/server/main.ts')),
  start(join(root, 'node_modules/vite/bin/vite.js')),
];

const endAll = (): void => both.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
// One without the other only puzzles whoever looks at the browser.
for (const child of both) child.on('exit', endAll);
