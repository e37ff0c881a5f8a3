// `npm run dev`: runs the server, restarted at every change, and the web app from its sources on port 5173.
// `npm run dev -- --port 5180` serves the web app on another port; PORT is the server's.
import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { endWithNpm } from './tools/end-with-npm.ts';

const root = resolve(import.meta.dirname, '..');
// The full path makes the watched server run on the pinned Node instead of the system's.
const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } });

endWithNpm();
const both = [
  start('--watch', '--watch-preserve-output', join(root, 'src/server/main.ts')),
  start(join(root, 'node_modules/vite/bin/vite.js'), ...process.argv.slice(2)),
];

const endAll = (): void => both.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
// One without the other only causes confusing errors in the browser.
for (const child of both) child.on('exit', endAll);
