/** Writes `src/web/theme-variables.css` from `src/web/theme.ts`; `--check` only says whether the file is current. */
import { readFileSync, writeFileSync } from 'node:fs';
import { themeVariables } from '#web/theme-variables.ts';

const file = new URL('../src/web/theme-variables.css', import.meta.url);
const wanted = themeVariables();

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== wanted) {
    console.error('src/web/theme-variables.css is older than src/web/theme.ts. Run: node scripts/theme-variables.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
