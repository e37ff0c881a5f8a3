// Runs nginx with the configuration of docs/production.md in front of nodes on this machine, with different addresses and
// without TLS. Uses the system's nginx or Debian's package.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { installDebianPackage } from './debian.ts';
import { freePort } from './free-port.ts';

const GUIDE = resolve(import.meta.dirname, '../../docs/production.md');

// On Debian, these folders are not on an ordinary user's PATH.
const withSystemFolders = { ...process.env, PATH: [process.env['PATH'], '/usr/sbin', '/sbin'].join(delimiter) };
const isInstalled = (): boolean => spawnSync('nginx', ['-v'], { env: withSystemFolders }).status === 0;

/** Installs Debian's nginx if this machine has none. */
function requireNginx(): void {
  if (isInstalled() || (installDebianPackage('nginx-light') && isInstalled())) return;
  throw new Error('nginx is missing and couldn’t be installed. Install it and try again.');
}

/** The guide's configuration with these ports, and without TLS because there is no certificate for the guide's host name. */
function guideConfiguration(port: number, nodes: number[]): string {
  const guide = /```nginx\n([^]*?)```/.exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
  const [, server] = /^( +server )10\.0\.0\.11:3000/m.exec(guide) ?? [];
  if (server === undefined) throw new Error('The nginx configuration in the guide lists no nodes.');
  const rest = /10\.0\.0\.11:3000(.*)/.exec(guide)?.[1] ?? '';
  return (
    guide
      .replace(
        /^( +server 10\.0\.0\.\d+:3000.*\n)+/m,
        nodes.map((node) => `${server}127.0.0.1:${node}${rest}\n`).join(''),
      )
      .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port};`)
      .replaceAll(/^ +ssl_.*\n/gm, '')
      // The second server only redirects http to https.
      .replace(/^server \{\n +listen 80;[^]*?^\}\n/m, '')
  );
}

export type Nginx = { url: string; stop(): Promise<void> };

export async function startNginx(nodes: number[]): Promise<Nginx> {
  requireNginx();
  const home = mkdtempSync(join(tmpdir(), 'courtside-nginx-'));
  const port = await freePort();
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  const file = join(home, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${home}/pid;
    events { worker_connections 1024; }
    http { access_log off; ${folders.join(' ')}
    ${guideConfiguration(port, nodes)} }\n`,
  );
  const child = spawn('nginx', ['-c', file, '-p', home, '-e', 'stderr'], {
    env: withSystemFolders,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const gone = once(child, 'close');
  const killNow = (): void => void child.kill('SIGTERM');
  process.once('exit', killNow);
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 30_000; !(await fetch(`${url}/health`).catch(() => undefined))?.ok;) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start: ${log}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    async stop() {
      process.off('exit', killNow);
      child.kill('SIGTERM');
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
