// `npm start`: makes sure that the web app is built as its sources stand, then becomes the server.
import { endWithNpm } from './tools/end-with-npm.ts';
import { ensureWebApp } from './tools/web-app.ts';

endWithNpm();
await ensureWebApp();
await import('../src/server/main.ts');
