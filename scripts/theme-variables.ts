// Writes `src/web/theme/theme-variables.css` from `src/web/theme/theme.ts`. A test checks that they match.
import { writeFileSync } from 'node:fs';
import { themeVariables } from '#web/theme/theme-variables.ts';

writeFileSync(new URL('../src/web/theme/theme-variables.css', import.meta.url), themeVariables());
