// The files that `npm start` compares to decide whether to build the web app again.
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { WEB_INPUTS } from '../../scripts/tools/web-app.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The files of this project that Vite reads to build the web app. */
async function filesThatViteReads(): Promise<string[]> {
  const read = new Set<string>();
  const listen: Plugin = {
    name: 'list-files',
    buildEnd() {
      for (const file of this.getModuleIds()) read.add(file.split('?')[0] ?? file);
    },
  };
  const configFile = resolve(ROOT, 'vite.config.ts');
  await build({ configFile, plugins: [listen], logLevel: 'error', build: { write: false, minify: false } });
  return [...read]
    .filter((file) => existsSync(file))
    .map((file) => relative(ROOT, file).split(sep).join('/'))
    .filter((file) => !file.startsWith('node_modules/'));
}

test('a change of any file that the web app is built from triggers a rebuild', async () => {
  const files = await filesThatViteReads();
  expect(files).toContain('src/metrics/sentences.ts');
  expect(files).toContain('src/web/theme/styles.css');
  const left = files.filter((file) => !WEB_INPUTS.some((input) => file === input || file.startsWith(`${input}/`)));
  expect(left).toEqual([]);
});

test('every input of the web app exists', () => {
  expect(WEB_INPUTS.filter((input) => !existsSync(resolve(ROOT, input)))).toEqual([]);
});
