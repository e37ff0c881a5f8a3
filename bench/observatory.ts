// `node scripts/launch.js bench/observatory.ts [FOLDER]`: checks the pages' headers with Mozilla's HTTP Observatory, behind
// TLS as in production. Its analyzer is installed only for this benchmark, or found in FOLDER.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { startProduct } from '../scripts/tools/product.ts';

const PACKAGE = '@mdn/mdn-http-observatory@1.4.8';
const GOAL = 125;

const home = mkdtempSync(join(tmpdir(), 'courtside-observatory-'));
const must = (program: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: home });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${stderr}`);
};

const [, , given] = process.argv;
const folder = given === undefined ? home : resolve(given);
if (given === undefined) must('npm', 'install', '--ignore-scripts', '--no-audit', '--prefix', home, PACKAGE);
// The HSTS preload list that its installation would download. It doesn't contain this machine.
const preloaded = join(folder, 'node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json');
if (!existsSync(preloaded)) writeFileSync(preloaded, '{}');
const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')];
const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
must(
  'openssl',
  'req',
  '-x509',
  '-newkey',
  'rsa:2048',
  '-nodes',
  '-days',
  '2',
  '-keyout',
  key,
  '-out',
  certificate,
  ...names,
);

const postgres = await startPostgres();
const settings = { DATABASE_URL: postgres.url, PUBLIC_URL: 'https://localhost' };
const product = await startProduct({ dataDir: join(home, 'unused'), settings });
const secured = https
  .createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, ({ method, url, headers }, response) => {
    const onward = http.request(`${product.url}${url}`, { method, headers } as http.RequestOptions, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end();
  })
  .listen(0, 'localhost');
await once(secured, 'listening');
const { port: httpsPort } = secured.address() as AddressInfo;
const plain = http
  .createServer(({ url }, response) =>
    response.writeHead(301, { location: `https://localhost:${httpsPort}${url}` }).end(),
  )
  .listen(0, 'localhost');
await once(plain, 'listening');
const { port: httpPort } = plain.address() as AddressInfo;

// Its own scan supports only the default ports. This does the same with other ports.
const scan = `
  const from = (file) => import(${JSON.stringify(join(folder, 'node_modules/@mdn/mdn-http-observatory/src/'))} + file);
  const { retrieve } = await from('retriever/retriever.js');
  const { ALL_TESTS } = await from('constants.js');
  const { getScoreModifier } = await from('grader/grader.js');
  const answers = await retrieve('localhost', { httpPort: ${httpPort}, httpsPort: ${httpsPort} });
  let score = 100;
  for (const test of ALL_TESTS) {
    const { result, constructor } = test(answers);
    const points = getScoreModifier(result);
    score += points;
    console.log(constructor.name.padEnd(34), String(points).padStart(4), '', result);
  }
  console.log(score);`;
const child = spawn(process.execPath, ['--input-type=module', '--eval', scan], {
  stdio: ['ignore', 'pipe', 'inherit'],
  cwd: folder,
  env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
});
let text = '';
child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
await once(child, 'close');
const lines = text.trim().split('\n');
const score = Number(lines.pop());
console.log(`${lines.join('\n')}\nMozilla HTTP Observatory: ${score} (goal ${GOAL})`);
secured.close().closeAllConnections();
plain.close().closeAllConnections();
await product.stop();
await postgres.stop();
rmSync(home, { recursive: true, force: true });
process.exitCode = score >= GOAL ? 0 : 1;
