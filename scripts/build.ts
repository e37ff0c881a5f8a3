// `npm run build`: rebuilds the web app, even if it is up to date.
import { buildWebApp, endWithSentence } from './tools/web-app.ts';

await endWithSentence(buildWebApp);
