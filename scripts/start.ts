// `npm start`: builds the web app if its sources have changed, then starts the server.
import { endWithNpm } from './tools/end-with-npm.ts';
import { ensureWebApp } from './tools/web-app.ts';

endWithNpm();
await ensureWebApp();
await import('../src/server/main.ts');
