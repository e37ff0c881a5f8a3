import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the development server finds the product's own server: `npm run dev` starts it on this port. */
const serverPort = process.env['PORT'] ?? '3000';

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
      const stylesOf = (file: string): string => {
        const asset = bundle[file];
        if (asset?.type !== 'asset') throw new Error(`${file} is not among the built files.`);
        return `<style>${String(asset.source)}</style>`;
      };
      const early = readFileSync(join(import.meta.dirname, 'src/web/public/before-first-paint.js'), 'utf8');
      return html
        .replace('<script src="/before-first-paint.js"></script>', () => `<script>${early}</script>`)
        .replaceAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_link, file: string) => stylesOf(file))
        .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
    },
  },
};

export default defineConfig({
  root: 'src/web',
  plugins: [react(), paintAtOnce],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      // Every browser of that target preloads modules by itself.
      polyfill: false,
      // The app would list what each page imports: 3 kB on the first screen. Links load their page when they are pointed at
      // or focused, so what a page imports is mostly there before it is opened.
      resolveDependencies: (_file, dependencies, { hostId }) => (/\bapp-/.test(hostId) ? [] : dependencies),
    },
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
      },
      treeshake: {
        // The browser uses the contract's constants only. Without this list, the bundler must assume that the schemas'
        // chained calls have side effects, and the first signed-in screen would load the schema library: 10 kB.
        manualPureFunctions:
          'z oc call reads changes computes ownSession listOf pageOf someOf changedMeanwhile roster inBulk filePreview manyChanges updateIn anyChangeIn'.split(
            ' ',
          ),
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': `http://localhost:${serverPort}`, '/health': `http://localhost:${serverPort}` },
  },
});
