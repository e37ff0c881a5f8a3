// `npm start`: makes sure that the web app is built as its sources stand, then becomes the server.
import { ensureWebApp } from './tools/web-app.ts';

await ensureWebApp();
await import('../src/server/main.ts');
