import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the development server finds the product's own server: `npm run dev` starts it on this port. */
const serverPort = process.env['PORT'] ?? '3000';

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Every browser of that target preloads modules by itself.
    modulePreload: { polyfill: false },
    // Pictures stay files: the content security policy allows no data: addresses, and a file is cached for ever.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        // The contract's schemas and calls are for the server. The browser takes its words and limits alone, and without
        // this would bring the whole schema library along, because a chain of calls might do something.
        manualPureFunctions:
          'z oc call reads changes computes ownSession listOf pageOf someOf changedMeanwhile roster'.split(' '),
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': `http://localhost:${serverPort}`, '/health': `http://localhost:${serverPort}` },
  },
});
