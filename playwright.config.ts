import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, installedChromium } from './scripts/tools/chromium.ts';

// Tools such as knip load this file too, so it must not install anything: `npm test` does that beforehand.
const executablePath = installedChromium();

/** A journey calls each function a few times, so optimizing it takes longer than it saves. */
const UNOPTIMIZED = '--js-flags=--no-opt,--no-maglev';

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: ['./test/setup/web-app.ts', './test/setup/demo-world.ts'],
  outputDir: 'test-results',
  fullyParallel: false,
  // More than cores: a journey also waits, for pauses after typing among others.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Much longer than anything takes, for a busy machine.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    // A new context for each test would start Chromium's processes again, which takes as long as the tests.
    reuseContext: true,
    launchOptions: {
      args: [...CHROMIUM_ARGS, UNOPTIMIZED],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
    viewport: { width: 1280, height: 800 },
    // What moves is drawn anew for each frame, without a graphics card.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
