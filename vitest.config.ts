import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';

const consoleError = './test/setup/console-error.ts';

const sameSeed = './test/setup/same-seed.ts';

const postgres = './test/setup/postgres.ts';

/** Read by the workers and by the threads that they start. */
const quickHashing = { NODE_OPTIONS: `--import=${new URL('test/setup/quick-hashing.ts', import.meta.url).href}` };

const usual = {
  // For what never ends: any test may take long while other tests and programs have the processor.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The files of a worker share the modules, which would take as long to load as many a file. Those of pages also share the app and its
  // document, like the pages that one browser tab opens.
  isolate: false,
  unstubGlobals: true,
};

export default defineConfig({
  test: {
    // Uses all cores, where Vitest would leave one free.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // With Node's own small space for new objects, a tenth of the time of pages goes into collecting them.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
    projects: [
      {
        test: {
          name: 'units',
          ...usual,
          include: ['test/units/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
          setupFiles: [consoleError, sameSeed],
        },
      },
      {
        test: {
          name: 'calls',
          ...usual,
          include: ['test/calls/**/*.test.{ts,tsx}'],
          env: quickHashing,
          globalSetup: [postgres],
          setupFiles: [consoleError, sameSeed],
        },
      },
      {
        test: {
          name: 'pages',
          ...usual,
          include: ['test/pages/**/*.test.{ts,tsx}'],
          env: quickHashing,
          environment: 'jsdom',
          globalSetup: [postgres],
          setupFiles: [consoleError, sameSeed, './test/setup/development-react.ts', './test/setup/browser.ts'],
        },
      },
      {
        // Without what only React's development build understands.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'late',
          ...usual,
          include: ['test/late/*.test.{ts,tsx}'],
          environment: 'jsdom',
          env: { ...quickHashing, NODE_ENV: 'production' },
          globalSetup: [postgres],
          setupFiles: [consoleError, sameSeed, './test/setup/browser.ts', './test/setup/production-react.ts'],
        },
      },
      {
        test: {
          name: 'ballots',
          ...usual,
          include: ['test/ballots/**/*.test.{ts,tsx}'],
          setupFiles: [consoleError],
        },
      },
      {
        test: {
          name: 'metrics',
          ...usual,
          include: ['test/metrics/**/*.test.{ts,tsx}'],
          setupFiles: [consoleError, sameSeed],
        },
      },
      {
        test: {
          name: 'operations',
          ...usual,
          include: ['test/operations/**/*.test.{ts,tsx}'],
          globalSetup: [postgres, './test/setup/web-app.ts', './test/setup/demo-world.ts'],
          setupFiles: [consoleError],
          // Half of their time they wait, for ends, limits and returns: so more at once than cores.
          maxWorkers: 3,
        },
      },
      {
        test: {
          // Run by `npm run test:browsers`.
          name: 'browsers',
          ...usual,
          include: ['test/browsers/**/*.test.{ts,tsx}'],
          globalSetup: ['./test/setup/web-app.ts', './test/setup/demo-world.ts'],
          setupFiles: [consoleError],
        },
      },
      {
        test: {
          name: 'from-nothing',
          ...usual,
          include: ['test/from-nothing/**/*.test.{ts,tsx}'],
          globalSetup: ['./test/setup/web-app.ts', './test/setup/demo-world.ts'],
          setupFiles: [consoleError],
          // Each file starts the whole product, and how long that takes is among what they measure.
          fileParallelism: false,
        },
      },
    ],
  },
});
