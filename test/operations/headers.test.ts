// The headers of each kind of answer: what a browser must forbid, how long it may keep the answer, and in which form it comes.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../scripts/tools/product.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { readSettings } from '#server/settings.ts';
import { newPostgresUrl } from './databases.ts';
import { startNode } from './nodes.ts';

let node: Product;
let page: string;
let script: string;
beforeAll(async () => {
  node = await startNode(await newPostgresUrl('migrated'), {
    PUBLIC_URL: 'https://courtside.example.org',
    METRICS_TOKEN: 'a token for the metrics',
  });
  page = await (await fetch(node.url)).text();
  script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'The page has no script.';
});
afterAll(() => node?.stop());

/** On every answer, whatever it is. */
const ALWAYS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
  'x-xss-protection': '0',
};

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';
const FOR_EVER = 'public, max-age=31536000, immutable';
const json = { 'content-type': JSON_TYPE };

type Row = [
  what: string,
  method: string,
  path: string,
  status: number,
  type: string,
  keeping: string,
  sent?: RequestInit,
];
const ANSWERS: Row[] = [
  ['the page', 'GET', '/', 200, HTML, 'no-cache'],
  ['the page of a link to a student’s card', 'GET', '/student-card', 200, HTML, 'no-store'],
  ['the page at any address', 'GET', '/season', 200, HTML, 'no-cache'],
  ['a script', 'GET', '(script)', 200, 'text/javascript; charset=utf-8', FOR_EVER],
  ['a script that is gone', 'GET', '/assets/gone.js', 404, 'text/plain; charset=UTF-8', 'no-store'],
  ['the icon', 'GET', '/favicon.svg', 200, 'image/svg+xml; charset=utf-8', 'no-cache'],
  ['an address for GET only', 'DELETE', '/', 404, 'text/plain; charset=UTF-8', 'no-store'],
  ['a call', 'POST', '/api/rpc/status/services', 200, JSON_TYPE, 'no-store'],
  ['a call of another program', 'POST', '/api/v1/status/services', 200, JSON_TYPE, 'no-store'],
  ['a refused call', 'POST', '/api/rpc/schools/list', 401, JSON_TYPE, 'no-store', { headers: json, body: '{"json":{}}' }],
  ['a call with a bad input', 'POST', '/api/rpc/session/signIn', 400, JSON_TYPE, 'no-store', { headers: json, body: '{"json":{}}' }],
  ['a call with bad JSON', 'POST', '/api/rpc/session/signIn', 400, JSON_TYPE, 'no-store', { headers: json, body: '{' }],
  ['a call from another site', 'POST', '/api/rpc/session/me', 403, JSON_TYPE, 'no-store', { headers: { origin: 'https://evil.example' } }],
  ['a call that does not exist', 'POST', '/api/rpc/nothing', 404, JSON_TYPE, 'no-store'],
  ['a call by GET', 'GET', '/api/rpc/session/me', 405, JSON_TYPE, 'no-store'],
  ['a body without a type', 'POST', '/api/rpc/session/me', 415, JSON_TYPE, 'no-store', { headers: { 'content-type': 'text/plain' }, body: '{}' }],
  ['a body that is too large', 'POST', '/api/rpc/session/me', 413, JSON_TYPE, 'no-store', { headers: json, body: 'x'.repeat(300_000) }],
  ['the events of nobody', 'GET', '/api/events', 200, 'text/event-stream', 'no-store'],
  ['the description of the calls', 'GET', '/api/openapi.json', 200, JSON_TYPE, 'no-store'],
  ['the health', 'GET', '/health', 200, JSON_TYPE, 'no-store'],
  ['the readiness', 'GET', '/ready', 200, JSON_TYPE, 'no-store'],
  ['the refused metrics', 'GET', '/metrics', 403, JSON_TYPE, 'no-store'],
  ['the metrics', 'GET', '/metrics', 200, 'text/plain; version=0.0.4', 'no-store', { headers: { authorization: 'Bearer a token for the metrics' } }],
]; // prettier-ignore

test.each(ANSWERS)('%s (%s %s) has all security headers and says how long it may be kept', async (...row) => {
  const [, method, path, status, type, keeping, sent = {}] = row;
  const answer = await fetch(node.url + (path === '(script)' ? script : path), { method, ...sent });
  await answer.body?.cancel();
  const headers = Object.fromEntries(answer.headers);
  expect({ status: answer.status, type: headers['content-type'] }).toEqual({ status, type });
  expect(headers).toMatchObject({ ...ALWAYS, 'cache-control': keeping });
  expect(headers['content-security-policy']).toBe(securityPolicy());
  for (const name of ['access-control-allow-origin', 'server', 'x-powered-by'])
    expect(headers).not.toHaveProperty(name);
});

test.each(['/api', '/api.html'])(
  'the page of the API (%s) has a policy of its own, which lets it reach this server alone',
  async (address) => {
    const answer = await fetch(node.url + address);
    const text = await answer.text();
    const [, code = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
    expect(answer.headers.get('content-security-policy')).toBe(
      [
        `default-src 'none'`,
        `script-src 'self' 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
        `style-src 'self' 'unsafe-inline'`,
        `img-src 'self' data:`,
        `connect-src 'self'`,
        `base-uri 'none'`,
        `form-action 'none'`,
        `frame-ancestors 'none'`,
      ].join('; '),
    );
    for (const [, path = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const asset = await fetch(node.url + path);
      await asset.body?.cancel();
      expect([path, asset.status, asset.headers.get('cache-control')]).toEqual([path, 200, FOR_EVER]);
    }
  },
);

/** The whole content security policy. The only inline code that it allows is in the built page, by its hash. */
const securityPolicy = (): string => {
  const hashes = (tag: string): string[] =>
    [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
      ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    );
  expect([hashes('script').length, hashes('style').length]).toEqual([1, 1]);
  return [
    `default-src 'none'`,
    `script-src 'self' ${hashes('script').join(' ')}`,
    `style-src 'self' ${hashes('style').join(' ')}`,
    `img-src 'self' blob: data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types photo-reader`,
  ].join('; ');
};

test('only the worker that reads photos may run WebAssembly', async () => {
  const assets = join(import.meta.dirname, '../../dist/web/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const policies = await Promise.all(
    scripts.map(async (name) => {
      const answer = await fetch(`${node.url}/assets/${name}`);
      await answer.body?.cancel();
      return [name, answer.headers.get('content-security-policy')] as const;
    }),
  );
  const others = policies.filter(([, policy]) => policy !== securityPolicy());
  expect(others).toEqual([
    [
      expect.stringMatching(/^photo-reader-/),
      `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`,
    ],
  ]);
});

test('the server asks browsers to stay on https only if its address is https', () => {
  const sentFor = (publicUrl?: string) =>
    securityHeaders(readSettings(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }))[
      'strict-transport-security'
    ];
  expect(sentFor()).toBeUndefined();
  expect(sentFor('http://localhost:3000')).toBeUndefined();
  expect(sentFor('https://courtside.example.org')).toBeDefined();
});

/** The answer as it comes over the network: fetch would decompress it. */
const rawAnswer = (
  path: string,
  accepted: string,
): Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const asked = request(node.url + path, { headers: { 'accept-encoding': accepted } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { vary, 'content-encoding': encoding } = answer.headers;
        resolve({ encoding, vary, body: Buffer.concat(parts) });
      });
    });
    asked.on('error', reject).end();
  });

test('the page, scripts, styles and pictures of text come compressed as the browser accepts, from files made by the build', async () => {
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? '/favicon.svg';
  for (const path of ['/', '/season', script, style, '/favicon.svg']) {
    const plain = await rawAnswer(path, 'identity');
    const brotli = await rawAnswer(path, 'gzip, deflate, br');
    const gzip = await rawAnswer(path, 'gzip');
    expect([path, plain.encoding, brotli.encoding, gzip.encoding]).toEqual([path, undefined, 'br', 'gzip']);
    expect([brotli.vary, gzip.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length).toBeLessThan(plain.body.length);
  }
});
