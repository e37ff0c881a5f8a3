// Tests of the built product need the build.
import { ensureWebApp } from '../../scripts/tools/web-app.ts';

export default ensureWebApp;
