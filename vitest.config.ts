import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';

const consoleError = './test/setup/console-error.ts';

const postgres = './test/setup/postgres.ts';

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
          isolate: false,
          unstubGlobals: true,
          include: ['test/units/**/*.test.{ts,tsx}', 'src/**/*.test.{ts,tsx}'],
          setupFiles: [consoleError],
          // Archives that inflate to hundreds of megabytes take long when both cores are busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'calls',
          isolate: false,
          unstubGlobals: true,
          include: ['test/calls/**/*.test.ts'],
          globalSetup: [postgres],
          setupFiles: [consoleError],
          // Many passwords are hashed, which takes long when both cores are busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'pages',
          include: ['test/pages/**/*.test.tsx'],
          environment: 'jsdom',
          // The files of a worker share the app and its document, like the pages that one browser tab opens: loading React, the app
          // and the server again for each file took as long as the tests.
          isolate: false,
          unstubGlobals: true,
          globalSetup: [postgres],
          setupFiles: [consoleError, './test/setup/browser.ts', './test/setup/development-react.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Without what only React's development build understands.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'late',
          include: ['test/late/*.test.tsx'],
          environment: 'jsdom',
          env: { NODE_ENV: 'production' },
          isolate: false,
          unstubGlobals: true,
          globalSetup: [postgres],
          setupFiles: [consoleError, './test/setup/browser.ts', './test/setup/production-react.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'ballots',
          include: ['test/ballots/**/*.test.ts'],
          setupFiles: [consoleError],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'metrics',
          include: ['test/metrics/**/*.test.ts'],
          setupFiles: [consoleError],
          // Hundreds of simulated seasons, which take long when both cores are busy.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'operations',
          include: ['test/operations/**/*.test.ts'],
          globalSetup: [postgres, './test/setup/web-app.ts', './test/setup/demo-world.ts'],
          setupFiles: [consoleError],
          // Half of their time they wait, for ends, limits and returns: so more at once than cores.
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          // Run by `npm run test:browsers`.
          name: 'browsers',
          include: ['test/browsers/**/*.test.ts'],
          globalSetup: ['./test/setup/web-app.ts', './test/setup/demo-world.ts'],
          setupFiles: [consoleError],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'from-nothing',
          include: ['test/from-nothing/**/*.test.ts'],
          globalSetup: ['./test/setup/web-app.ts', './test/setup/demo-world.ts'],
          setupFiles: [consoleError],
          // Each file starts the whole product, and how long that takes is among what they measure.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
