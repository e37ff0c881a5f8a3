// Serves the built single-page app: assets for ever (their names are hashes of their content), the page itself afresh.
import fs from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/web');

export function webApp() {
  const app = new Hono();
  const page = path.join(FOLDER, 'index.html');
  if (!fs.existsSync(page)) return app.get('*', (c) => c.text('The web app is not built yet. Run: npm run build', 503));
  app.use(
    '/assets/*',
    serveStatic({
      root: FOLDER,
      precompressed: true,
      onFound: (_file, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
    // A missing asset is a 404, not the page: a browser must never run HTML as a script.
    async (c) => c.text('There is no such file.', 404),
  );
  app.use(
    serveStatic({ root: FOLDER, precompressed: true, onFound: (_file, c) => c.header('cache-control', 'no-cache') }),
  );
  app.get('*', (c) => {
    c.header('cache-control', 'no-cache');
    return c.html(fs.readFileSync(page, 'utf8'));
  });
  return app;
}
