// The download size of the web app stays within its budgets.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WEB_FOLDER } from '../../scripts/tools/web-app.ts';
import { MAX_WEIGHT, weighWebApp } from '../../scripts/tools/web-weight.ts';

const weight = weighWebApp();

test.each([
  ['the sign-in screen stays below 100 kB of scripts', 'signInScripts'],
  ['the sign-in screen stays below 10 kB of styles', 'signInStyles'],
  ['a student’s card opened by a link stays below 100 kB of scripts', 'cardScripts'],
  ['a student’s card opened by a link stays below 10 kB of styles', 'cardStyles'],
  ['the first signed-in screen stays below 200 kB of scripts', 'firstScreenScripts'],
  ['the whole app stays below 400 kB of scripts', 'allScripts'],
] as const)('%s', (_, part) => {
  expect(weight[part]).toBeGreaterThan(0);
  expect(weight[part]).toBeLessThan(MAX_WEIGHT[part]);
});

test('the in-browser photo reader is a separate chunk of less than 50 kB', () => {
  expect(weight.photoReaderScripts).toBeGreaterThan(0);
  expect(weight.photoReaderScripts).toBeLessThan(MAX_WEIGHT.photoReaderScripts);
});

test('every other page adds at most 80 kB of scripts when it is first opened', () => {
  const pages = Object.entries(weight.pageScripts);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(([, scripts]) => scripts > MAX_WEIGHT.pageScripts)).toEqual([]);
});

test('styles inlined in the page aren’t downloaded again in a file', () => {
  const page = readFileSync(join(WEB_FOLDER, 'index.html'), 'utf8');
  expect(page).toContain('@font-face');
  const assets = join(WEB_FOLDER, 'assets');
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(5);
  expect(sheets.filter((name) => page.includes(readFileSync(join(assets, name), 'utf8')))).toEqual([]);
});
