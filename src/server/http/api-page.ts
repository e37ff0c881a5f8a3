// The readable page of the API at /api: Swagger UI, which the build puts beside the web app's files and only this page loads. It
// draws with inline styles, so the page has a security policy of its own, which lets it reach nothing but this server.
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { FOLDER, inlineSources } from './web-app.ts';

const PAGE = path.join(FOLDER, 'api.html');

export function apiPage() {
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${inlineSources('script', PAGE).join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return new Hono().on(
    'GET',
    ['/api', '/api.html'],
    serveStatic({
      path: PAGE,
      precompressed: true,
      onFound: (_file, c) => c.header('content-security-policy', policy),
    }),
    (c) => c.text('The page is not built yet. Run: npm run build', 503),
  );
}
