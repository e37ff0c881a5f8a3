/** Writes `src/web/theme-variables.css` from `src/web/theme.ts`. A test keeps the two together. */
import { writeFileSync } from 'node:fs';
import { themeVariables } from '#web/theme-variables.ts';

writeFileSync(new URL('../src/web/theme-variables.css', import.meta.url), themeVariables());
