// The readable page of the API at /api: Swagger UI, which the build puts beside the web app's files and only this page loads. It
// draws with inline styles, so the page has a security policy of its own, which lets it reach nothing but this server.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Hono } from 'hono';
import { FOLDER } from './web-app.ts';

/** As `scripts/tools/web-app.ts` names it. */
const VIEWER = /^api-viewer-[\w.]+\.(js|css)$/;

// The scheme is the web app's. A request with an access token leaves the session's cookie out: the server takes one of the two.
const SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
let wanted = null;
try { wanted = localStorage.getItem('mantine-color-scheme-value'); } catch {}
document.documentElement.classList.toggle('dark-mode', wanted === 'dark' || (wanted !== 'light' && dark.matches));
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.credentials = request.headers.Authorization ? 'omit' : 'same-origin';
    return request;
  },
});
`;

const STYLE = `
html { --page: #faf7f1; --ink: #1b212c; --quiet: #685f51; --line: #dad1c0; --brass: #bb9040; --link: #7a4f12; color-scheme: light; }
html.dark-mode { --page: #171c26; --ink: #ece8df; --quiet: #aeaba4; --line: #333b4a; --brass: #d9b568; --link: #d9b568; color-scheme: dark; }
html, body, html.dark-mode body { margin: 0; background: var(--page); color: var(--ink); }
html.dark-mode .swagger-ui, html.dark-mode .swagger-ui input, html.dark-mode .swagger-ui .scheme-container { background: none; }
body { font: 1rem/1.5 Inter, system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; padding: 1rem 1.25rem; border-bottom: 2px solid var(--brass); }
header a { color: var(--link); padding-block: 0.5rem; }
header a:first-child { font: 600 1.35rem 'Source Serif 4', Georgia, serif; color: var(--ink); text-decoration: none; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: inherit; color: var(--ink); }
.swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: 'Source Serif 4', Georgia, serif; overflow-wrap: anywhere; }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); }
.swagger-ui .opblock-tag small, .swagger-ui .opblock .opblock-summary-description { color: var(--quiet); }
.swagger-ui .scheme-container { background: none; box-shadow: none; }
.swagger-ui .info .title small { background: none; }
.swagger-ui .info .title small pre { color: var(--quiet); }
/* Its version says nothing here. There is one server, this one. */
.swagger-ui .info .title span,
.swagger-ui .scheme-container .servers, .swagger-ui .scheme-container .servers-title, .swagger-ui .servers-wrapper { display: none; }
/* Contrast: Swagger UI's own colors are too pale for small text. */
.swagger-ui a, .swagger-ui .info a, .swagger-ui .info .base-url, .swagger-ui .markdown code, .swagger-ui .renderedMarkdown code, .swagger-ui .btn.authorize span { color: var(--link); }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code, html.dark-mode .swagger-ui .markdown code, html.dark-mode .swagger-ui .renderedMarkdown code { background: none; color: var(--link); }
html.dark-mode .swagger-ui .info a, html.dark-mode .swagger-ui .info .base-url { color: var(--link); }
.swagger-ui .btn.authorize, html.dark-mode .swagger-ui .btn.authorize, .swagger-ui .btn.authorize svg, html.dark-mode .swagger-ui .btn.authorize svg { border-color: var(--link); fill: var(--link); }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1d6b45; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5c99; }
.swagger-ui .microlight span[style*='211, 99, 99'] { color: #ffb0b0 !important; }
.swagger-ui .parameter__name.required::after, .swagger-ui .parameter__name.required span, .swagger-ui .opblock-section-request-body .opblock-section-header label span { color: inherit; }
/* Nothing is wider than a phone. */
.swagger-ui .wrapper { box-sizing: border-box; padding-inline: 0.75rem; }
.swagger-ui, .swagger-ui .microlight, .swagger-ui pre { overflow-wrap: anywhere; white-space: normal; }
.swagger-ui .microlight, .swagger-ui pre { white-space: pre-wrap !important; }
.swagger-ui table { table-layout: fixed; width: 100%; }
.swagger-ui .opblock .opblock-summary-control, .swagger-ui .opblock .opblock-summary-path-description-wrapper { min-width: 0; }
@media (width <= 48em) {
  .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; padding: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
}
`;

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = [
  `default-src 'none'`,
  `script-src 'self' ${sha256(SCRIPT)}`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const page = (script: string, style: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Courtside</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/assets/${style}">
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">Courtside</a><a href="/settings">Access tokens</a><a href="/api/openapi.json">OpenAPI document</a></header>
<main id="calls"></main>
<script src="/assets/${script}"></script>
<script>${SCRIPT}</script>
</body>
</html>
`;

export function apiPage() {
  const app = new Hono();
  const assets = path.join(FOLDER, 'assets');
  const built = fs.existsSync(assets) ? fs.readdirSync(assets).filter((name) => VIEWER.test(name)) : [];
  const [script, style] = ['.js', '.css'].map((end) => built.find((name) => name.endsWith(end)));
  app.get('/api', (c) => {
    if (script === undefined || style === undefined)
      return c.text('The page is not built yet. Run: npm run build', 503);
    return c.html(page(script, style), 200, { 'content-security-policy': POLICY });
  });
  return app;
}
