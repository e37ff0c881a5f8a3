import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { themeVariables } from './src/web/theme/theme-variables.ts';

/**
 * The product's own server, which `npm run dev` starts on this port. It gets the browser's Host header unchanged, because it
 * refuses calls whose Origin is another host.
 */
const server = { target: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`, changeOrigin: false };

/**
 * The page paints as soon as it is there: it holds its styles and the script before the first paint, and waits for nothing
 * else to show what stands in index.html. The server allows these two by their hashes.
 */
const paintAtOnce: Plugin = {
  name: 'paint-at-once',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      // Styles inside the page are no file of their own, which the app would download again.
      const takeStyles = (file: string): string => {
        const asset = bundle[file];
        if (asset?.type !== 'asset') throw new Error(`${file} is not among the built files.`);
        delete bundle[file];
        for (const output of Object.values(bundle))
          if (output.type === 'chunk') output.viteMetadata?.importedCss.delete(file);
        return `<style>${String(asset.source)}</style>`;
      };
      const early = readFileSync(join(import.meta.dirname, 'src/web/public/before-first-paint.js'), 'utf8');
      return html
        .replace('<script src="/before-first-paint.js"></script>', () => `<script>${early}</script>`)
        .replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_link, file: string) => takeStyles(file))
        .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
    },
  },
};

const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: { filter: { id: /^virtual:theme-variables\.css$/ }, handler: (id) => `\0${id}` },
  load: { filter: { id: /^\0virtual:theme-variables\.css$/ }, handler: themeVariables },
};

/** js-aruco2 was written for Node.js and script tags: it puts what it exports on `this`, which bundlers don't follow. */
const markersForPages: Plugin = {
  name: 'markers-for-pages',
  transform: {
    filter: { id: /js-aruco2\/src\/(?:aruco|cv)\.js(?:\?|$)/ },
    handler(code, id) {
      const library = id.includes('aruco.js') ? `import library from './cv.js';` : 'const library = {};';
      const alone = code.replace(`this.CV || require('./cv').CV`, 'this.CV');
      return { code: `${library}\n(function () {${alone}\n}).call(library);\nexport default library;`, map: null };
    },
  },
};

/** The two files that start the sign-in screen and the app keep chunks of their own, by which the others find them. */
const isShared = (file: string): boolean => !/\/src\/web\/(main|app)\.tsx$|index\.html$/.test(file);
const isOfSeason = (file: string): boolean => /\/src\/(metrics|ballot|web\/(records|bulk|pages))\//.test(file);
/** What prints a score sheet, or describes another than the college form. */
const isOfSheets = (file: string): boolean =>
  /\/src\/(ballot\/(drawing|sheet\/(?!sheet|scores-on-sheet|college-28|trial-rows|try-out)[\w-]+)|web\/(ballots\/printed-sheets|components\/ui\/(ballot-sheet|usual-paper)|pages\/school\/sheets\/[\w-]+))\.tsx?$/.test(
    file,
  );
/** The menu of a row, which few pages have. */
const isOfMenus = (file: string): boolean =>
  /\/src\/web\/components\/table\/row-menu\.tsx$|\/@mantine\/core\/esm\/components\/Menu\//.test(file);
/** People open them one after the other. */
const isOfBook = (file: string): boolean => /\/pages\/season\/(overview|tournaments|teams|rounds)\//.test(file);
/** Only school staff open them, and one after the other. */
const isOfFigures = (file: string): boolean => /\/pages\/season\/(figures|try-outs)\//.test(file);
/** People who keep ballots open them, one after the other. What says which round it is, and who was in it, is for the rounds' pages too. */
const isOfBallots = (file: string): boolean => /\/pages\/season\/(ballots\/(?!round-)|files|photos|waiting)/.test(file);
/** Parts of one of the dashboards, most of which a dashboard shows at once. */
const isOfDashboards = (file: string): boolean =>
  /\/pages\/dashboard\/(season-facts|first-steps|ask-for-\w+|super-admin-overview|editable-roster)\.tsx$/.test(file);
/** What opens above any page: the search, the phone's navigation, and the questions about unsaved changes and the session. */
const isOfShellDialogs = (file: string): boolean =>
  /\/web\/(palette|shell\/(ask-unsaved|session-ended|must-change-password|nav-drawer)\.tsx$)/.test(file);
/** The form of a ballot, and its photo. */
const isOfBallotForm = (file: string): boolean =>
  /\/src\/web\/(ballots\/(?!printed-sheets)|server\/recognize)/.test(file);

/**
 * The code that several pages need, and pages that people open one after the other, share chunks, because the hundred small ones
 * that the bundler would make compress badly. A module goes to the first chunk that fits. `test/from-nothing/size.test.ts` keeps
 * the weights.
 */
const SHARED_CHUNKS = [
  // What a student's card needs, apart from what only people with an account need: a link to a card opens on a phone.
  { name: 'words', test: /\/src\/(web\/(format|records\/case-words)|contract\/(words|seasons))\.ts$/, priority: 3.8 },
  {
    name: 'student-card',
    test: /\/src\/(metrics|web\/pages\/season\/(part-words|figure-words|figures\/students\/(feedback-card|dots|own-figures))|web\/components\/table\/figure-table)\b/,
    priority: 3.5,
  },
  { name: 'sign-in-screen', tags: ['$initial' as const], test: isShared, priority: 4 },
  { name: 'first-screen', test: /\/src\/web\/routes\.tsx$/, priority: 3 },
  // Only a second factor and a printed sheet have a QR code.
  {
    name: 'qr-path',
    test: /\/node_modules\/uqr\/|\/web\/components\/ui\/qr-path\.ts$|\/settings\/qr-code\.tsx$/,
    priority: 2.5,
  },
  {
    name: 'any-page',
    minShareCount: 2,
    test: (file: string) =>
      isShared(file) && ![isOfSeason, isOfSheets, isOfMenus, isOfBallotForm].some((is) => is(file)),
    priority: 2,
  },
  {
    name: 'season-pages',
    minShareCount: 2,
    test: (file: string) =>
      isShared(file) &&
      ![isOfSheets, isOfMenus, isOfBallotForm, isOfBook, isOfFigures, isOfBallots].some((is) => is(file)),
    priority: 1,
  },
  { name: 'ballot-form', test: isOfBallotForm, priority: 1.5 },
  { name: 'row-menu', test: isOfMenus, priority: 0.7 },
  {
    name: 'score-sheets',
    test: (file: string) => isOfSheets(file) && !file.includes('/pages/'),
    priority: 0.5,
  },
  { name: 'sheet-editor', test: isOfSheets, priority: 0 },
  { name: 'dashboard-parts', test: isOfDashboards, priority: 0 },
  { name: 'bulk-dialogs', test: /\/web\/bulk\/(assign-many|move-to-team|list-files-dialog)\.tsx$/, priority: 0 },
  { name: 'shell-dialogs', test: isOfShellDialogs, priority: 0 },
  { name: 'season-ballots', test: isOfBallots, priority: 0 },
  { name: 'season-book', test: isOfBook, priority: 0 },
  { name: 'season-figures', test: isOfFigures, priority: 0 },
  {
    name: 'texts',
    test: /\/pages\/(privacy|pricing|status|court|error-explanation|forgot-password|reset-password|invitation)\//,
    priority: 0,
  },
];

const sheets = new Map<string, string>();
/** A class is named after its style sheet, or the folder of its page: `title` of `pages/season/rounds/page.module.css` is `rounds_title`. */
const classNameOf = (name: string, file: string): string => {
  const [, sheet = ''] = /([\w-]+)(?:\/page)?\.module\.css$/.exec(file) ?? [];
  const other = sheets.get(sheet) ?? file;
  sheets.set(sheet, file);
  if (other !== file) throw new Error(`Two style sheets are called ${sheet}.`);
  return `${sheet}_${name}`;
};

export default defineConfig({
  root: 'src/web',
  // The router's store asks for a replacement of React's own useSyncExternalStore, for versions that don't have it.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  plugins: [react(), themeStyles, paintAtOnce, markersForPages],
  optimizeDeps: { exclude: ['js-aruco2'] },
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Every browser of that target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Pictures stay files: a file is cached for ever, and is not sent with every script or page that names it.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A page's script is named after its folder, because every page is called page.tsx.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, page] = /\/pages\/([^/]+)\/page\.tsx$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/${page ?? '[name]'}-[hash].js`;
        },
        codeSplitting: { groups: SHARED_CHUNKS },
      },
    },
  },
  // The server gives the photo reader a security policy of its own, by this name.
  worker: {
    format: 'es',
    plugins: () => [markersForPages],
    rolldownOptions: { output: { entryFileNames: 'assets/photo-reader-[hash].js' } },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '/health': server },
  },
});
