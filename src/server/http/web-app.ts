// Serves the built single-page app: assets for ever (their names are hashes of their content), the page itself afresh.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';

export const FOLDER = path.resolve(import.meta.dirname, '../../../dist/web');
const PAGE = path.join(FOLDER, 'index.html');
/** The worker that reads photos in the browser, as `vite.config.ts` names it. */
const PHOTO_READER = '/assets/photo-reader-';
/** It runs WebAssembly, which no page may, and downloads its own files and nothing else. */
const PHOTO_READER_POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`;

/** The content security policy's sources (hashes) for a page's inline scripts or styles. */
export function inlineSources(tag: 'script' | 'style', page = PAGE): string[] {
  if (!fs.existsSync(page)) return [];
  const found = fs.readFileSync(page, 'utf8').matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return Array.from(found, ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

export function webApp() {
  const app = new Hono();
  if (!fs.existsSync(PAGE)) return app.get('*', (c) => c.text('The web app is not built yet. Run: npm run build', 503));
  app.use(
    '/assets/*',
    serveStatic({
      root: FOLDER,
      precompressed: true,
      onFound: (_file, c) => {
        c.header('cache-control', 'public, max-age=31536000, immutable');
        if (c.req.path.startsWith(PHOTO_READER)) c.header('content-security-policy', PHOTO_READER_POLICY);
      },
    }),
    // A missing asset is a 404, not the page: a browser must never run HTML as a script.
    async (c) => c.text('There is no such file.', 404),
  );
  const afresh = (_file: string, c: Context): void => c.header('cache-control', 'no-cache');
  app.use(serveStatic({ root: FOLDER, precompressed: true, onFound: afresh }));
  // The page of a link to a student's card, which no browser keeps (see `every-answer.ts`). The card itself is the answer to a call.
  app.get(
    '/student-card',
    serveStatic({ path: PAGE, precompressed: true, onFound: (_file, c) => c.header('x-robots-tag', 'noindex') }),
  );
  app.get('*', serveStatic({ path: PAGE, precompressed: true, onFound: afresh }));
  return app;
}
