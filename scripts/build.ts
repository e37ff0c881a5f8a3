// `npm run build`: builds the web app anew, whatever is there.
import { buildWebApp, endWithSentence } from './tools/web-app.ts';

await endWithSentence(buildWebApp);
